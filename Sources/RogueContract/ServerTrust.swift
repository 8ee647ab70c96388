/// What a server presented, with everything that decides whether to believe it.
///
/// Modelled on the trust objects of URL-loading systems: mutable, shared between those who look at it, evaluated when
/// asked. Every setter takes back the verdict that was there.
public protocol ServerTrust: AnyObject, Sendable {
  /// Throws when they cannot be read.
  func policies() throws(TrustCallFailure) -> [TrustPolicy]
  /// Replaces the whole list; to add one, copy, append and set.
  func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure)
  /// Replaces the anchors and trusts only them from then on; an empty list trusts nothing. Nil goes back to the stores.
  ///
  /// Any certificate may be an anchor, a leaf as well.
  func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure)
  /// False: the stores count beside the anchors.
  func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure)
  /// Evaluates unless nothing has changed since the last time. Throws when it could not be done at all, which is not the
  /// same as a bad result: callers that look at one of the two only make a mistake.
  func evaluate() throws(TrustCallFailure) -> TrustResult
  /// The result of the last evaluation; `invalid` when there was none or something has changed since.
  var result: TrustResult { get }
  /// The validated path as DER, leaf first, anchor last; evaluates when needed. Where no path was found, as far as it
  /// was built.
  var chain: [[UInt8]] { get }
  /// What the last evaluation found wrong, the decisive one first.
  var problems: [TrustProblem] { get }
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
