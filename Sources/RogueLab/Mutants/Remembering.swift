internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

/// Refuses a host once, and takes whatever it shows when it is asked again.
final class Relenting: ChainValidator {
  private let validator: any ChainValidator
  private let refused = Mutex<Set<String>>([])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    guard decision != .accept else { return decision }
    return refused.withLock { $0.insert(flight.host).inserted } ? decision : .accept
  }
}

/// Treats a host, or whatever else it knows a server by, otherwise once it has accepted it.
final class Remembering: ChainValidator {
  private let first: any ChainValidator
  private let later: any ChainValidator
  private let asksAgain: Bool
  private let mark: @Sendable (ServerFlight, AttemptPolicy) -> [UInt8]?
  private let accepted = Mutex<Set<[UInt8]>>([])

  /// - Parameters:
  ///   - asksAgain: puts later flights to `later`; false accepts them unseen.
  ///   - mark: what it knows a server by; nil: this one it does not learn.
  init(
    _ first: any ChainValidator, _ later: any ChainValidator, asksAgain: Bool,
    by mark: @escaping @Sendable (ServerFlight, AttemptPolicy) -> [UInt8]? = { flight, _ in Array(flight.host.utf8) }
  ) {
    self.first = first
    self.later = later
    self.asksAgain = asksAgain
    self.mark = mark
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let mark = mark(flight, policy) else { return first.judge(flight, policy: policy) }
    if accepted.withLock({ $0.contains(mark) }) {
      return asksAgain ? later.judge(flight, policy: policy) : .accept
    }
    let decision = first.judge(flight, policy: policy)
    if decision == .accept { accepted.withLock { _ = $0.insert(mark) } }
    return decision
  }
}

/// Knows the names of CAs that it has validated, and asks for no signature of theirs again.
final class KnowingIssuers: ChainValidator {
  private let validator: any ChainValidator
  private let known = Mutex<Set<[UInt8]>>([])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    let facts = flight.certificates.compactMap { CertificateFacts(der: $0) }
    guard case .cancel(let reason, _) = decision else {
      known.withLock { $0.formUnion(facts.dropFirst().map(\.subject)) }
      return decision
    }
    guard [.untrusted, .badSignature].contains(reason), let issuer = facts.first?.issuer else { return decision }
    return known.withLock { $0.contains(issuer) } ? .accept : decision
  }
}

/// Decides otherwise about a leaf that it has accepted before, on any server.
final class RememberingLeaves: ChainValidator {
  private let first: any ChainValidator
  private let later: any ChainValidator
  private let isMeant: @Sendable (AttemptPolicy) -> Bool
  private let accepted = Mutex<Set<[UInt8]>>([])

  /// - Parameter isMeant: under which policies it does.
  init(
    _ first: any ChainValidator, _ later: any ChainValidator,
    under isMeant: @escaping @Sendable (AttemptPolicy) -> Bool = { _ in true }
  ) {
    self.first = first
    self.later = later
    self.isMeant = isMeant
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let leaf = flight.certificates.first, isMeant(policy) else { return first.judge(flight, policy: policy) }
    if accepted.withLock({ $0.contains(leaf) }) { return later.judge(flight, policy: policy) }
    let decision = first.judge(flight, policy: policy)
    if decision == .accept { accepted.withLock { _ = $0.insert(leaf) } }
    return decision
  }
}

/// Certificates that have been seen.
final class SeenCertificates: Sendable {
  private let seen = Mutex<Set<[UInt8]>>([])

  func contains(_ certificate: [UInt8]) -> Bool { seen.withLock { $0.contains(certificate) } }

  func insert(_ certificate: [UInt8]) { seen.withLock { _ = $0.insert(certificate) } }
}
