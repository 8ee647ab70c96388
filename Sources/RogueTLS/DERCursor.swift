/// Steps over the elements of a DER encoding, as far as names and keys have to be found in certificates.
///
/// Lenient where a length is longer than it had to be: certificates that are wrong on purpose are served too.
package struct DERCursor {
  private var rest: ArraySlice<UInt8>

  package struct Element {
    package var tag: UInt8
    /// With tag and length.
    package var whole: ArraySlice<UInt8>
    package var content: ArraySlice<UInt8>
  }

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Nil at the end, and where the bytes are no element.
  package mutating func next() -> Element? {
    var cursor = ByteCursor(rest)
    // Tags of more than one byte do not occur where anybody here looks.
    guard let tag = cursor.uint8(), tag & 0x1F != 0x1F, let first = cursor.uint8() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let width = Int(first & 0x7F)
      guard width >= 1, width <= 7, let bytes = cursor.bytes(width) else { return nil }
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let content = cursor.bytes(length) else { return nil }
    defer { rest = cursor.rest }
    return Element(tag: tag, whole: rest[rest.startIndex..<cursor.rest.startIndex], content: content)
  }

  /// The next element's content, when it has this tag.
  package mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard let element = next(), element.tag == tag else { return nil }
    return element.content
  }

  package static let sequence: UInt8 = 0x30
  package static let integer: UInt8 = 0x02
  package static let octetString: UInt8 = 0x04
  package static let objectIdentifier: UInt8 = 0x06
}

/// The parts of a certificate that a handshake needs (RFC 5280, section 4.1).
package struct CertificateFields {
  /// The DER Name of the subject.
  package var subject: [UInt8]
  /// The DER SubjectPublicKeyInfo.
  package var publicKey: [UInt8]
  /// What the key can sign; nil when it is a kind that no handshake here signs with.
  package var keyKind: SignatureKind?

  /// Nil when the bytes are no certificate, not even a faulty one.
  package init?(der: [UInt8]) {
    var outer = DERCursor(der[...])
    guard let certificate = outer.next(DERCursor.sequence) else { return nil }
    var inner = DERCursor(certificate)
    guard let signed = inner.next(DERCursor.sequence) else { return nil }
    var fields = DERCursor(signed)
    guard var element = fields.next() else { return nil }
    // Version 1 leaves the version out.
    if element.tag == 0xA0 {
      guard let serial = fields.next() else { return nil }
      element = serial
    }
    // After the serial number: signature algorithm, issuer, validity.
    guard element.tag == DERCursor.integer, fields.next() != nil, fields.next() != nil, fields.next() != nil,
      let subject = fields.next(), subject.tag == DERCursor.sequence, let key = fields.next(),
      key.tag == DERCursor.sequence
    else { return nil }
    self.subject = Array(subject.whole)
    publicKey = Array(key.whole)
    keyKind = SignatureKind(publicKey: publicKey)
  }
}
