/// The judge's word about one case of one adapter.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  case pass
  /// Right, and nothing was shown by it: the client never asked for what the fault is about, and the scenario allows that.
  case notAsked = "not-asked"
  /// The right disposition, for another reason or in another phase.
  case deviation
  /// Accepted what must be cancelled: the security failure.
  case falseAccept = "false-accept"
  /// Said cancel, but application data had reached the rogue server; or asked a responder where the policy forbids it.
  case leak
  /// Cancelled what must be accepted.
  case falseCancel = "false-cancel"
  /// The client sent another certificate chain of its own than the one it must send.
  case badClientChain = "bad-client-chain"
  /// The client's ClientHello does not say what it must, or says what it must not.
  case badClientHello = "bad-client-hello"
  /// The client sent its certificate to a server that must not get it.
  case certificateLeak = "certificate-leak"
  /// The adapter crashed, hung, flooded or broke the contract.
  case error
  /// Proves nothing.
  case inconclusive
  /// A declared capability gap.
  case unsupported
  /// Our own fault.
  case harnessError = "harness-error"
  /// Planned but not reached.
  case notRun = "not-run"
}

/// A verdict with the sentence that explains it.
public struct Judgement: Sendable, Hashable {
  public var verdict: Verdict
  /// One sentence: what was expected and what was seen.
  public var explanation: String

  public init(_ verdict: Verdict, _ explanation: String) {
    self.verdict = verdict
    self.explanation = explanation
  }
}
