/// An alert as a connection sent or received it (RFC 8446, section 6).
public struct TLSAlert: Sendable, Hashable {
  public enum Direction: Sendable, Hashable { case sent, received }
  public var direction: Direction
  public var isFatal: Bool
  public var code: TLSAlertCode

  public init(direction: Direction, isFatal: Bool, code: TLSAlertCode) {
    self.direction = direction
    self.isFatal = isFatal
    self.code = code
  }
}

/// AlertDescription; open, because peers send what they like.
public struct TLSAlertCode: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let closeNotify = TLSAlertCode(rawValue: 0)
  public static let badCertificate = TLSAlertCode(rawValue: 42)
  public static let unsupportedCertificate = TLSAlertCode(rawValue: 43)
  public static let certificateRevoked = TLSAlertCode(rawValue: 44)
  public static let certificateExpired = TLSAlertCode(rawValue: 45)
  public static let certificateUnknown = TLSAlertCode(rawValue: 46)
  public static let unknownCA = TLSAlertCode(rawValue: 48)
  public static let accessDenied = TLSAlertCode(rawValue: 49)
  public static let decryptError = TLSAlertCode(rawValue: 51)
  public static let badCertificateStatusResponse = TLSAlertCode(rawValue: 113)
}
