/// A ServerHello or HelloRetryRequest (RFC 8446, section 4.1.3).
package struct ServerHello {
  /// The wire number in the field that was the version before there was TLS 1.3.
  package var legacyVersion: UInt16
  package var random: [UInt8]
  package var sessionID: ArraySlice<UInt8>
  package var cipherSuite: UInt16
  package var compressionMethod: UInt8
  /// As far as they can be read.
  package var extensions: [ExtensionField] = []
  /// The lengths add up, and nothing follows.
  package var isWhole: Bool

  /// The value of `random` that makes a ServerHello a HelloRetryRequest.
  package static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91, 0xC2, 0xA2, 0x11,
    0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]

  package var isRetryRequest: Bool { random == Self.retryRandom }

  /// The wire number from supported_versions, or the legacy field.
  package var version: UInt16 { number(.supportedVersions) ?? legacyVersion }
  /// The pre_shared_key extension: a session was taken up again.
  package var acceptsPreSharedKey: Bool { content(.preSharedKey) != nil }
  /// The SignedCertificateTimestampList that TLS 1.2 has here (RFC 6962, section 3.3.1).
  package var sctList: [UInt8]? { content(.signedCertificateTimestamp).map(Array.init) }

  package init?(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    guard let legacyVersion = cursor.uint16(), let random = cursor.bytes(32), let sessionID = cursor.vector8(),
      let cipherSuite = cursor.uint16(), let compressionMethod = cursor.uint8()
    else { return nil }
    self.legacyVersion = legacyVersion
    self.random = Array(random)
    self.sessionID = sessionID
    self.cipherSuite = cipherSuite
    self.compressionMethod = compressionMethod
    // TLS 1.2 may leave the list out (RFC 5246, section 7.4.1.3).
    isWhole = cursor.isAtEnd
    guard let list = cursor.vector16() else { return }
    isWhole = cursor.isAtEnd
    var listCursor = ByteCursor(list)
    while let type = listCursor.uint16(), let content = listCursor.vector16() {
      extensions.append(ExtensionField(type: HelloExtension(rawValue: type), content: content))
    }
    if !listCursor.isAtEnd { isWhole = false }
  }

  package func content(_ type: HelloExtension) -> ArraySlice<UInt8>? { extensions.first { $0.type == type }?.content }

  /// The number that an extension begins with.
  package func number(_ type: HelloExtension) -> UInt16? {
    guard let content = content(type) else { return nil }
    var cursor = ByteCursor(content)
    return cursor.uint16()
  }
}
