internal import COpenSSL

/// How the entries of a certificate list relate to each other, for code that judges lists rather than paths.
public enum CertificateOrder {
  /// Whether `issuer` certifies `subject`: names and key identifiers fit, and the signature verifies.
  public static func certifies(_ issuer: [UInt8], _ subject: [UInt8]) -> Bool {
    defer { OpenSSLFailure.clearQueue() }
    guard let issuer = try? TLSCertificate(der: issuer), let subject = try? TLSCertificate(der: subject) else {
      return false
    }
    guard unsafe X509_check_issued(issuer.pointer, subject.pointer) == X509_V_OK,
      let key = unsafe X509_get0_pubkey(issuer.pointer)
    else { return false }
    return unsafe X509_verify(subject.pointer, key) == 1
  }

  /// Whether the certificate is a CA's by its extension (RFC 5280, section 4.2.1.9).
  public static func isCA(_ certificate: [UInt8]) -> Bool {
    defer { OpenSSLFailure.clearQueue() }
    guard let certificate = try? TLSCertificate(der: certificate) else { return false }
    return unsafe X509_check_ca(certificate.pointer) > 0
  }
}
