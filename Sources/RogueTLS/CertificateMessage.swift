package import RogueModel

/// A Certificate message, entry by entry.
package struct CertificateMessage {
  /// The entries' bytes as sent; they may not be certificates at all.
  package var entries: [[UInt8]] = []
  /// OCSP responses in the entries' extensions (RFC 8446, section 4.4.2.1).
  package var staples: [Int: [UInt8]] = [:]
  /// The SignedCertificateTimestampList of the first entry (RFC 8446, section 4.4.2).
  package var sctList: [UInt8]?
  /// The lengths add up.
  package var isWellFormed: Bool

  package init(body: ArraySlice<UInt8>, version: TLSVersion) {
    var cursor = ByteCursor(body)
    if version == .tls13, cursor.vector8() == nil {
      isWellFormed = false
      return
    }
    guard let list = cursor.vector24() else {
      isWellFormed = false
      return
    }
    isWellFormed = cursor.isAtEnd
    var listCursor = ByteCursor(list)
    while !listCursor.isAtEnd {
      guard let entry = listCursor.vector24() else {
        isWellFormed = false
        return
      }
      entries.append(Array(entry))
      guard version == .tls13 else { continue }
      guard let extensions = listCursor.vector16() else {
        isWellFormed = false
        return
      }
      var extensionCursor = ByteCursor(extensions)
      while let type = extensionCursor.uint16(), let content = extensionCursor.vector16() {
        if type == HelloExtension.signedCertificateTimestamp.rawValue, entries.count == 1 { sctList = Array(content) }
        // status_request
        guard type == 5, let staple = CertificateStatus(body: content).responses[0] else { continue }
        staples[entries.count - 1] = staple
      }
    }
  }
}

extension CertificateMessage {
  /// Reads a raw public key instead of certificates (RFC 7250, section 3; RFC 8446, section 4.4.2).
  package init(bareKey body: ArraySlice<UInt8>, version: TLSVersion) {
    self.init(body: version == .tls13 ? body : [], version: version)
    var cursor = ByteCursor(body)
    guard version == .tls12, let key = cursor.vector24() else { return }
    entries = [Array(key)]
    isWellFormed = cursor.isAtEnd
  }

  /// Whether the list's length is that of its content.
  package static func isListWhole(_ body: ArraySlice<UInt8>, version: TLSVersion) -> Bool {
    var cursor = ByteCursor(body)
    if version == .tls13, cursor.vector8() == nil { return false }
    guard let length = cursor.uint24() else { return false }
    return length == cursor.rest.count
  }

  /// Reads like a client that believes the DER lengths inside, and none of the lengths around them.
  package init(byInnerLengths body: ArraySlice<UInt8>, version: TLSVersion) {
    self.init(body: [], version: version)
    var cursor = ByteCursor(body)
    if version == .tls13 { _ = cursor.vector8() }
    // The length of the list.
    guard cursor.uint24() != nil else { return }
    while cursor.uint24() != nil {
      var element = DERReader(cursor.rest, lengths: .any)
      guard let certificate = element.next()?.encoding, cursor.bytes(certificate.count) != nil else { return }
      entries.append(Array(certificate))
      if version == .tls13, cursor.vector16() == nil { return }
    }
  }
}

/// Stapled OCSP responses (RFC 6066, section 8; the list form: RFC 6961, section 2.2).
package struct CertificateStatus {
  /// DER, by the index of the certificate that they are about.
  package var responses: [Int: [UInt8]] = [:]

  package init(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    switch cursor.uint8() {
    case 1:
      if let response = cursor.vector24() { responses[0] = Array(response) }
    case 2:
      guard let list = cursor.vector24() else { return }
      var listCursor = ByteCursor(list)
      var index = 0
      while let response = listCursor.vector24() {
        if !response.isEmpty { responses[index] = Array(response) }
        index += 1
      }
    default: break
    }
  }
}
