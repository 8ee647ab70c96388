/// An alert as a connection sent or received it (RFC 8446, section 6).
public struct TLSAlert: Sendable, Hashable {
  public enum Direction: Sendable, Hashable { case sent, received }
  public var direction: Direction
  public var isFatal: Bool
  public var code: TLSAlertCode
}

/// AlertDescription; open, because peers send what they like.
public struct TLSAlertCode: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let closeNotify = TLSAlertCode(rawValue: 0)
  public static let unexpectedMessage = TLSAlertCode(rawValue: 10)
  public static let badRecordMAC = TLSAlertCode(rawValue: 20)
  public static let recordOverflow = TLSAlertCode(rawValue: 22)
  public static let handshakeFailure = TLSAlertCode(rawValue: 40)
  public static let badCertificate = TLSAlertCode(rawValue: 42)
  public static let unsupportedCertificate = TLSAlertCode(rawValue: 43)
  public static let certificateRevoked = TLSAlertCode(rawValue: 44)
  public static let certificateExpired = TLSAlertCode(rawValue: 45)
  public static let certificateUnknown = TLSAlertCode(rawValue: 46)
  public static let illegalParameter = TLSAlertCode(rawValue: 47)
  public static let unknownCA = TLSAlertCode(rawValue: 48)
  public static let decodeError = TLSAlertCode(rawValue: 50)
  public static let decryptError = TLSAlertCode(rawValue: 51)
  public static let protocolVersion = TLSAlertCode(rawValue: 70)
  public static let insufficientSecurity = TLSAlertCode(rawValue: 71)
  public static let internalError = TLSAlertCode(rawValue: 80)
  public static let userCanceled = TLSAlertCode(rawValue: 90)
  public static let noRenegotiation = TLSAlertCode(rawValue: 100)
  public static let missingExtension = TLSAlertCode(rawValue: 109)
  public static let unsupportedExtension = TLSAlertCode(rawValue: 110)
  public static let certificateRequired = TLSAlertCode(rawValue: 116)
}
