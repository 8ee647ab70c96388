/// A ServerHello or HelloRetryRequest, read as far as decryption needs it (RFC 8446, section 4.1.3).
package struct ServerHello {
  package var random: [UInt8]
  package var sessionID: ArraySlice<UInt8>
  package var cipherSuite: UInt16
  /// The wire number from supported_versions, or the legacy field.
  package var version: UInt16
  /// The pre_shared_key extension: a session was taken up again.
  package var acceptsPreSharedKey = false
  /// The SignedCertificateTimestampList that TLS 1.2 has here (RFC 6962, section 3.3.1).
  package var sctList: [UInt8]?

  /// The value of `random` that makes a ServerHello a HelloRetryRequest.
  package static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91, 0xC2, 0xA2, 0x11,
    0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]

  package var isRetryRequest: Bool { random == Self.retryRandom }

  package init?(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    guard let legacyVersion = cursor.uint16(), let random = cursor.bytes(32), let sessionID = cursor.vector8(),
      let cipherSuite = cursor.uint16(), cursor.uint8() != nil
    else { return nil }
    self.random = Array(random)
    self.sessionID = sessionID
    self.cipherSuite = cipherSuite
    version = legacyVersion
    guard let extensions = cursor.vector16() else { return }
    var extensionCursor = ByteCursor(extensions)
    while let type = extensionCursor.uint16(), let content = extensionCursor.vector16() {
      var contentCursor = ByteCursor(content)
      if type == 43, let selected = contentCursor.uint16() { version = selected }
      if type == 41 { acceptsPreSharedKey = true }
      if type == HelloExtension.certificateTimestamps.rawValue { sctList = Array(content) }
    }
  }
}
