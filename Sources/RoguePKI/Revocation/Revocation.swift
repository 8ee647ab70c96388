internal import RogueModel

/// The dates and the reason that CRLs and OCSP responses of one run have in common.
enum Revocation {
  /// keyCompromise (RFC 5280, section 5.3.1).
  static let reason: UInt8 = 1

  /// When revoked certificates were revoked: a day before the run, and never after what says so was issued.
  static func time(_ clock: Timestamp, issued: Timestamp) -> Timestamp { min(clock + -86_400, issued) }
}
