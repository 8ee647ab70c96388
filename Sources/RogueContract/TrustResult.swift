/// The result of a trust evaluation.
public enum TrustResult: Int, Sendable, Hashable, CaseIterable {
  /// Not evaluated yet, or changed since: there is no verdict.
  case invalid = 0
  /// Good, because the user or an administrator said so.
  case proceed = 1
  /// Retired.
  case confirm = 2
  /// The user or an administrator denied it.
  case deny = 3
  /// Good, without a decision of the user or an administrator: the usual success.
  case unspecified = 4
  /// Bad, but another configuration could accept it: a name, a date, a missing anchor.
  case recoverableFailure = 5
  /// Bad under any configuration: revoked, weak.
  case fatalFailure = 6
  /// The evaluation was impossible.
  case otherError = 7

  /// Whether a caller may continue.
  public var isSuccess: Bool { self == .proceed || self == .unspecified }
}

/// One thing that an evaluation found wrong.
public struct TrustProblem: Sendable, Hashable, CustomStringConvertible {
  public var reason: Reason
  /// One sentence.
  public var detail: String
  /// The index of the certificate in the path; 0 is the leaf. Nil if the problem concerns no single certificate.
  public var index: Int?
  /// Whether no exception can be made for this problem.
  public var isFatal: Bool

  public init(_ reason: Reason, _ detail: String, index: Int? = nil, isFatal: Bool = false) {
    self.reason = reason
    self.detail = detail
    self.index = index
    self.isFatal = isFatal
  }

  public var description: String { detail + (index.map { " (certificate \($0))" } ?? "") }
}
