/// A server's presentation with everything that decides its trust.
///
/// Modelled on the trust objects of URL-loading systems: mutable, shared between its users, evaluated on request. Every
/// setter invalidates the earlier result.
public protocol ServerTrust: AnyObject, Sendable {
  /// Throws if they cannot be read.
  func policies() throws(TrustCallFailure) -> [TrustPolicy]
  /// A policy's properties; nil if the platform does not return them. By default the policy's own.
  func properties(of policy: TrustPolicy) -> TrustPolicy.Properties?
  /// Replaces the whole list; to add one, copy, append and set.
  func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure)
  /// Replaces the anchors and trusts only these from then on; an empty list trusts nothing. Nil restores the stores.
  ///
  /// Any certificate may be an anchor, a leaf too.
  func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure)
  /// False: the stores count in addition to the anchors.
  func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure)
  /// Evaluates, unless nothing has changed since the last time. Throws if the evaluation was impossible, which differs
  /// from a bad result: a caller that checks only one of the two makes a mistake.
  func evaluate() throws(TrustCallFailure) -> TrustResult
  /// The result of the last evaluation; `invalid` if there was none, or if something has changed since.
  var result: TrustResult { get }
  /// The validated path as DER, leaf first, anchor last; evaluates if necessary. If no path was found, the partial
  /// path.
  var chain: [[UInt8]] { get }
  /// The faults found by the last evaluation, the decisive one first.
  var problems: [TrustProblem] { get }
}

extension ServerTrust {
  public func properties(of policy: TrustPolicy) -> TrustPolicy.Properties? { policy.properties }
}

/// A call on a trust failed: a status other than success.
public struct TrustCallFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public var call: String
  public var detail: String

  public init(_ call: String, _ detail: String) {
    self.call = call
    self.detail = detail
  }

  public var description: String { "\(call): \(detail)" }
}
