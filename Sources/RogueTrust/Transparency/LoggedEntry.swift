internal import RogueOpenSSL

/// The entry that a log must have seen for its timestamp to cover a certificate (RFC 6962, section 3.2), with its type before
/// it.
package struct LoggedEntry: Sendable, Hashable {
  var bytes: [UInt8]

  /// The certificate as it is served: for SCTs outside of it.
  static func certificate(_ der: [UInt8]) -> LoggedEntry {
    LoggedEntry(bytes: [0, 0] + SignedCertificateTimestamp.bigEndian(UInt64(der.count), 3) + der)
  }

  /// The certificate without its SCTs, and the key that signed it: for SCTs in it.
  static func precertificate(signedPart: [UInt8], issuerKey spki: [UInt8]) -> LoggedEntry {
    LoggedEntry(
      bytes: [0, 1] + Digest.sha256.hash(spki) + SignedCertificateTimestamp.bigEndian(UInt64(signedPart.count), 3)
        + signedPart)
  }

  /// 1.3.6.1.4.1.11129.2.4.2, as DER has it.
  private static let timestamps: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x02]
  private static let sequence: UInt8 = 0x30
  private static let identifier: UInt8 = 0x06
  /// The extensions of a TBSCertificate.
  private static let extensions: UInt8 = 0xa3

  /// The TBSCertificate of a certificate without its SCT list; nil if the bytes are not a certificate.
  ///
  /// The DER is taken apart and reassembled: lengths change, everything else stays byte for byte.
  static func signedPart(of der: [UInt8]) -> [UInt8]? {
    var outer = DERCursor(der)
    guard let content = outer.next(sequence) else { return nil }
    var certificate = DERCursor(content)
    guard let signed = certificate.next(sequence) else { return nil }
    var fields = DERCursor(signed)
    var kept: [UInt8] = []
    while let field = fields.next() {
      guard field.tag == extensions else {
        kept += element(field.tag, field.content)
        continue
      }
      var wrapped = DERCursor(field.content)
      guard let list = wrapped.next(sequence) else { return nil }
      var items = DERCursor(list)
      let others = items.rest().filter { !isTimestamps($0.content) }
      guard !others.isEmpty else { continue }
      kept += element(field.tag, element(sequence, others.flatMap { element($0.tag, $0.content) }))
    }
    return element(sequence, kept)
  }

  private static func isTimestamps(_ item: ArraySlice<UInt8>) -> Bool {
    var parts = DERCursor(item)
    return parts.next(identifier).map { Array($0) } == timestamps
  }

  private static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    let count = content.count
    guard count >= 0x80 else { return [tag, UInt8(count)] + content }
    let octets = SignedCertificateTimestamp.bigEndian(UInt64(count), 8).drop { $0 == 0 }
    return [tag, 0x80 | UInt8(octets.count)] + octets + content
  }
}
