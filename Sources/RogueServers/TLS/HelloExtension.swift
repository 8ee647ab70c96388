/// Extension types of hellos (RFC 8446, section 4.2), as far as anybody here reads or writes them.
struct HelloExtension: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt16

  static let serverName = HelloExtension(rawValue: 0)
  static let statusRequest = HelloExtension(rawValue: 5)
  static let supportedGroups = HelloExtension(rawValue: 10)
  static let pointFormats = HelloExtension(rawValue: 11)
  static let signatureAlgorithms = HelloExtension(rawValue: 13)
  static let applicationProtocols = HelloExtension(rawValue: 16)
  static let certificateTimestamps = HelloExtension(rawValue: 18)
  static let extendedMasterSecret = HelloExtension(rawValue: 23)
  static let sessionTicket = HelloExtension(rawValue: 35)
  static let preSharedKey = HelloExtension(rawValue: 41)
  static let earlyData = HelloExtension(rawValue: 42)
  static let supportedVersions = HelloExtension(rawValue: 43)
  static let preSharedKeyModes = HelloExtension(rawValue: 45)
  static let certificateAuthorities = HelloExtension(rawValue: 47)
  static let postHandshakeAuthentication = HelloExtension(rawValue: 49)
  static let keyShare = HelloExtension(rawValue: 51)
  static let renegotiationInfo = HelloExtension(rawValue: 0xFF01)
}
