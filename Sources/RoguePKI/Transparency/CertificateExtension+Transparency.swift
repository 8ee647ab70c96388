internal import RogueModel

extension CertificateExtension {
  /// The SCT list of a certificate: a TLS structure in an OCTET STRING (RFC 6962, section 3.3).
  static func scts(_ list: [UInt8]) -> CertificateExtension { wrapped(list, .scts) }

  /// The SCT list of an OCSP answer.
  static func sctListOfOCSPResponse(_ list: [UInt8]) -> CertificateExtension { wrapped(list, .sctListOfOCSPResponse) }

  /// Makes a certificate one that is shown to logs only (RFC 6962, section 3.1).
  static let precertificatePoison = CertificateExtension(
    .precertificatePoison, critical: true, value: DERWriter.bytes(capacity: 4) { $0.null() })

  private static func wrapped(_ list: [UInt8], _ identifier: ObjectIdentifier) -> CertificateExtension {
    CertificateExtension(
      identifier, value: DERWriter.bytes(capacity: list.count + 8) { $0.primitive(.octetString, list) })
  }
}
