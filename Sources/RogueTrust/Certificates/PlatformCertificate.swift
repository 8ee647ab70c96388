internal import RogueModel

/// A certificate as the platform makes it of the bytes of a file (`SecCertificateCreateWithData`).
public enum PlatformCertificate {
  /// The certificate in DER; nil if the platform makes none.
  ///
  /// Apple's parser reads one DER value and leaves what follows it unread, so a certificate with bytes behind its end is a
  /// certificate. Text in PEM, a part of a certificate, and no bytes are not.
  public static func create(_ data: [UInt8]) -> [UInt8]? {
    var reader = DERReader(data)
    guard reader.nextTag == .sequence, let value = reader.next() else { return nil }
    let der = Array(value.encoding)
    return CertificateFacts(der: der) == nil ? nil : der
  }
}
