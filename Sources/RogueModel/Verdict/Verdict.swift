/// The judge's verdict about one case of one adapter.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  case pass
  /// Right, but it proves nothing: the fault was not presented, and the scenario allows that.
  case unexercised
  /// The right disposition, for another reason or in another phase.
  case deviation
  /// Accepted what it must refuse: the security failure.
  case falseAccept = "false-accept"
  /// Said cancel, but had already sent application data to the rogue server; or queried a responder although the policy
  /// forbids it.
  case leak
  /// Refused what it must accept.
  case falseCancel = "false-cancel"
  /// The client sent a certificate chain other than the one it must send.
  case badClientChain = "bad-client-chain"
  /// The client's ClientHello breaks a demand.
  case badClientHello = "bad-client-hello"
  /// The client sent its certificate to a server that must not get it.
  case certificateLeak = "certificate-leak"
  /// The adapter crashed, hung, flooded or broke the contract.
  case error
  /// The case was repeated, and its verdicts differ.
  case unstable
  /// Proves nothing.
  case inconclusive
  /// The adapter declares that it lacks a capability, or the client does not offer the feature that the fault is in.
  case unsupported
  /// A fault of the harness.
  case harnessError = "harness-error"
  /// Planned but not reached.
  case notRun = "not-run"
}

/// The kind of a verdict. All code that groups verdicts reads it here, so a new verdict is one row of this table.
extension Verdict {
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The client did what it must.
    case pass
    /// The client did what it must not, or its adapter broke the contract.
    case failure
    /// The case was run and proves nothing about the client.
    case noProof
    /// The case was not run.
    case notRun
  }

  public var kind: Kind { row.kind }

  /// How bad the verdict is; of several results the one with the highest severity counts.
  public var severity: Int { row.severity }

  /// The verdict in one letter, behind the cross of a failure; empty: it has a symbol instead.
  public var letter: String { row.letter }

  /// The meaning of the word, for legends.
  public var meaning: String { row.meaning }

  private var row: (kind: Kind, severity: Int, letter: String, meaning: String) {
    switch self {
    case .pass: (.pass, 0, "", "right, and both witnesses agree")
    case .unexercised: (.noProof, 1, "", "right, but the client never met the fault")
    case .deviation: (.pass, 2, "~", "right disposition, for another reason or in another phase")
    case .unsupported: (.notRun, 3, "", "the adapter declares that it cannot be configured so")
    case .notRun: (.notRun, 4, "", "planned but not reached")
    case .inconclusive: (.noProof, 5, "", "proves nothing")
    case .harnessError: (.noProof, 6, "!!", "a fault of this harness")
    case .falseCancel: (.failure, 7, "C", "cancelled what it must accept")
    case .unstable: (.failure, 8, "U", "was repeated, and its verdicts differ")
    case .error: (.failure, 9, "!", "the adapter crashed, hung, flooded or broke the contract")
    case .badClientHello: (.failure, 10, "H", "sent a ClientHello that breaks the scenario's demand")
    case .badClientChain: (.failure, 11, "N", "sent a client chain other than the one it must send")
    case .certificateLeak: (.failure, 12, "K", "sent its client certificate to a server that must not get it")
    case .leak:
      (.failure, 13, "L", "sent data before it cancelled, or fetched although the policy forbids network access")
    case .falseAccept: (.failure, 14, "A", "accepted what it must cancel")
    }
  }

  /// Fails a run that gates, at a level that counts.
  ///
  /// - Parameter strict: a deviation fails as well.
  public func fails(strict: Bool) -> Bool { kind == .failure || strict && self == .deviation }

  /// Nothing is wrong, whether or not that proves anything.
  public var isRight: Bool { kind == .pass || self == .unexercised }

  /// The case shows something about the client.
  public var isProof: Bool { kind == .pass || kind == .failure }

  /// The fault never reached the client: it cannot be configured so, or it did not meet the fault.
  public var neverMetFault: Bool { self == .unsupported || self == .unexercised }

  /// The client decided, rightly or wrongly. A crash decides nothing, and neither do results that differ.
  public var isDecision: Bool { isProof && self != .error && self != .unstable }

  /// The client decided wrongly.
  public var isWrongDecision: Bool { kind == .failure && isDecision }

  /// A failure that the same case shows each time.
  public var isReproducible: Bool { kind == .failure && self != .unstable }

  /// An attacker gets in, or gets what is not meant for it.
  public var admitsAttacker: Bool { kind == .failure && severity >= Verdict.certificateLeak.severity }
}

/// A verdict with the sentence that explains it.
public struct Judgement: Sendable, Hashable {
  public var verdict: Verdict
  /// One sentence: the expectation and the observation.
  public var explanation: String

  public init(_ verdict: Verdict, _ explanation: String) {
    self.verdict = verdict
    self.explanation = explanation
  }
}
