/// A door's result for one attempt. Never a verdict.
public enum AdapterOutcome: Sendable, Hashable {
  case statement(Statement)
  /// The adapter lacks a capability, and reports that before it connects.
  case unsupported(capability: String, why: String?)
  /// The validator reached no decision.
  case failed(cause: FailureCause, detail: String?)
  /// The adapter broke the contract.
  case broken(AdapterFault)

  public enum FailureCause: String, Sendable, Hashable, CaseIterable { case network, server, timeout }
}

/// The validator's report.
public struct Statement: Sendable, Hashable {
  /// The four URL-loading dispositions; external programs say accept or cancel.
  public enum Said: String, Sendable, Hashable, CaseIterable {
    case accept, cancel
    case defaultHandling = "default-handling"
    case rejectProtectionSpace = "reject-protection-space"
  }
  public enum Ender: String, Sendable, Hashable, CaseIterable { case client, server }

  public var said: Said
  /// 32 hex digits, as the server sent them; only with accept.
  public var nonce: String?
  public var reason: Reason?
  public var phase: Phase?
  public var endedBy: Ender?
  /// The library's own words.
  public var detail: String?
  /// SHA-256 of each certificate of the validated path, lower-case hex.
  public var path: [String]?

  public init(
    said: Said, nonce: String? = nil, reason: Reason? = nil, phase: Phase? = nil, endedBy: Ender? = nil,
    detail: String? = nil, path: [String]? = nil
  ) {
    self.said = said
    self.nonce = nonce
    self.reason = reason
    self.phase = phase
    self.endedBy = endedBy
    self.detail = detail
    self.path = path
  }
}

/// How an adapter broke the contract: always an `error`, never a refusal.
public struct AdapterFault: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Ended by a signal; or, if it serves many attempts, ended without an answer.
    case crashed
    /// Still running at its deadline.
    case hung
    /// Wrote more than its output cap, or opened more connections or sent more data than any client needs.
    case flooded
    /// Said something that the contract does not define, or ended with an exit status that its description does not
    /// list.
    case garbled
    /// Could not be started.
    case notStarted = "not-started"
  }
  public var kind: Kind
  /// One sentence with the facts: signal, exit status, the line in question.
  public var detail: String
  /// The end of standard error, capped.
  public var standardError: String?

  public init(_ kind: Kind, _ detail: String, standardError: String? = nil) {
    self.kind = kind
    self.detail = detail
    self.standardError = standardError
  }

  public var description: String { "\(kind.rawValue): \(detail)" }
}
