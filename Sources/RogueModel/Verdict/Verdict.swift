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
