public import RogueModel

/// A validator's answer to a case of a corpus.
public enum CorpusAnswer: Sendable, Hashable {
  case accepts
  case refuses(Reason?, detail: String?)
  /// The case cannot be put to this validator.
  case notPut(String)
  /// It was put, and there is no answer that counts.
  case noProof(String)

  /// The reason, for people; nil: there is none.
  public var context: String? {
    switch self {
    case .accepts: nil
    case .refuses(let reason, let detail): [reason?.rawValue, detail].compactMap(\.self).joined(separator: ": ")
    case .notPut(let why), .noProof(let why): why
    }
  }

  /// What an adapter reported without a connection.
  public init(_ outcome: AdapterOutcome) {
    switch outcome {
    case .statement(let statement) where statement.said == .accept: self = .accepts
    case .statement(let statement) where statement.said == .cancel:
      // A client that could not be configured has decided nothing about the certificates.
      self =
        statement.phase == .configuration
        ? .noProof("it could not be configured: \(statement.detail ?? statement.reason?.rawValue ?? "no reason given")")
        : .refuses(statement.reason, detail: statement.detail)
    case .statement(let statement): self = .noProof("it left the decision to others: \(statement.said.rawValue)")
    case .unsupported(let capability, let why):
      self = .notPut("it lacks '\(capability)'\(why.map { ": \($0)" } ?? "")")
    case .failed(let cause, let detail): self = .noProof("\(cause.rawValue)\(detail.map { ": \($0)" } ?? "")")
    case .broken(let fault): self = .noProof(fault.description)
    }
  }
}

/// Everything that one validator said about a corpus.
public struct CorpusColumn: Sendable {
  public enum Standing: String, Sendable, CaseIterable {
    case agrees, accepts, refuses
    case notPut = "not put"
    case noProof = "no proof"
  }

  public var validator: String
  public var answers: [CorpusAnswer]
  /// Each case had a control of its own.
  public var hasControls: Bool

  public init(validator: String, answers: [CorpusAnswer], hasControls: Bool = false) {
    self.validator = validator
    self.answers = answers
    self.hasControls = hasControls
  }

  /// Whether a refusal proves anything. Without controls, those of a validator that never accepts what it must accept do not.
  public func refusalsCount(in corpus: Corpus) -> Bool {
    hasControls || zip(corpus.cases, answers).contains { $0.isAccepted && $1 == .accepts }
  }

  /// - Parameter refusalsCount: as `refusalsCount(in:)` says.
  func standing(_ index: Int, _ item: CorpusCase, refusalsCount: Bool) -> Standing {
    switch answers[index] {
    case .accepts: item.isAccepted ? .agrees : .accepts
    case .refuses: refusalsCount ? item.isAccepted ? .refuses : .agrees : .noProof
    case .notPut: .notPut
    case .noProof: .noProof
    }
  }
}
