/// Extension types of hellos (RFC 8446, section 4.2), as far as this project reads or writes them.
package struct HelloExtension: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let serverName = HelloExtension(rawValue: 0)
  package static let statusRequest = HelloExtension(rawValue: 5)
  package static let supportedGroups = HelloExtension(rawValue: 10)
  package static let pointFormats = HelloExtension(rawValue: 11)
  package static let signatureAlgorithms = HelloExtension(rawValue: 13)
  package static let applicationProtocols = HelloExtension(rawValue: 16)
  package static let signedCertificateTimestamp = HelloExtension(rawValue: 18)
  package static let serverCertificateType = HelloExtension(rawValue: 20)
  package static let extendedMasterSecret = HelloExtension(rawValue: 23)
  package static let compressCertificate = HelloExtension(rawValue: 27)
  package static let sessionTicket = HelloExtension(rawValue: 35)
  package static let preSharedKey = HelloExtension(rawValue: 41)
  package static let earlyData = HelloExtension(rawValue: 42)
  package static let supportedVersions = HelloExtension(rawValue: 43)
  package static let cookie = HelloExtension(rawValue: 44)
  package static let preSharedKeyModes = HelloExtension(rawValue: 45)
  package static let certificateAuthorities = HelloExtension(rawValue: 47)
  package static let postHandshakeAuthentication = HelloExtension(rawValue: 49)
  package static let keyShare = HelloExtension(rawValue: 51)
  package static let renegotiationInfo = HelloExtension(rawValue: 0xFF01)
}
