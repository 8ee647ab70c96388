/// The result of a trust evaluation.
public enum TrustResult: Int, Sendable, Hashable, CaseIterable {
  /// Not evaluated yet, or changed since: no verdict.
  case invalid = 0
  /// Good, because the user or an administrator said so.
  case proceed = 1
  /// Retired.
  case confirm = 2
  /// The user or an administrator said no.
  case deny = 3
  /// Good, and nobody said anything about it: the usual success.
  case unspecified = 4
  /// Bad, in a way that the context could be changed for: a name, a date, a missing anchor.
  case recoverableFailure = 5
  /// Bad for good: revoked, weak.
  case fatalFailure = 6
  /// The evaluation could not be done.
  case otherError = 7

  /// Whether a caller may go on.
  public var isSuccess: Bool { self == .proceed || self == .unspecified }
}

/// One thing that an evaluation found wrong.
public struct TrustProblem: Sendable, Hashable, CustomStringConvertible {
  public var reason: Reason
  /// One sentence.
  public var detail: String
  /// Which certificate of the path; 0 is the leaf. Nil when it is about none in particular.
  public var index: Int?
  /// Whether no exception can be made for it.
  public var isFatal: Bool

  public init(_ reason: Reason, _ detail: String, index: Int? = nil, isFatal: Bool = false) {
    self.reason = reason
    self.detail = detail
    self.index = index
    self.isFatal = isFatal
  }

  public var description: String { detail + (index.map { " (certificate \($0))" } ?? "") }
}
