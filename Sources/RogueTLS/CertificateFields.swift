internal import RogueModel

/// The parts of a certificate that a handshake needs (RFC 5280, section 4.1).
package struct CertificateFields {
  /// The DER Name of the issuer.
  package var issuer: [UInt8]
  /// The DER Name of the subject.
  package var subject: [UInt8]
  /// The DER SubjectPublicKeyInfo.
  package var publicKey: [UInt8]
  /// The key's signature kind; nil if no handshake here signs with it.
  package var keyKind: SignatureKind?

  /// Nil if the bytes are not a certificate, not even a faulty one.
  package init?(der: [UInt8]) {
    // Certificates that are wrong on purpose are served too.
    var outer = DERReader(der, lengths: .any)
    guard var certificate = outer.constructed(.sequence), var fields = certificate.constructed(.sequence) else {
      return nil
    }
    // Version 1 leaves the version out.
    if fields.nextTag == .context(0, constructed: true), !fields.skip() { return nil }
    // After the serial number: signature algorithm, issuer, validity.
    guard fields.primitive(.integer) != nil, fields.skip(), let issuer = fields.next(), fields.skip(),
      let subject = fields.next(), subject.tag == .sequence, let key = fields.next(), key.tag == .sequence
    else { return nil }
    self.issuer = Array(issuer.encoding)
    self.subject = Array(subject.encoding)
    publicKey = Array(key.encoding)
    keyKind = SignatureKind(publicKey: publicKey)
  }
}
