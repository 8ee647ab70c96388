internal import COpenSSL

/// What a client asks a responder.
public enum OCSPQuestion {
  /// The DER OCSPRequest about one certificate.
  /// - Parameter nonce: the nonce's bytes; nil asks without one.
  public static func der(
    about certificate: [UInt8], issuer: [UInt8], digest: Digest = .sha1, nonce: [UInt8]? = nil
  ) throws(OpenSSLFailure) -> [UInt8] {
    let certificate = try X509Certificate(der: certificate)
    let issuer = try X509Certificate(der: issuer)
    OpenSSLFailure.clearQueue()
    guard let request = unsafe OCSP_REQUEST_new() else { throw OpenSSLFailure.drainQueue("make an OCSP request") }
    defer { unsafe OCSP_REQUEST_free(request) }
    guard let identifier = unsafe OCSP_cert_to_id(digest.method, certificate.pointer, issuer.pointer) else {
      throw OpenSSLFailure.drainQueue("make an OCSP request")
    }
    guard unsafe OCSP_request_add0_id(request, identifier) != nil else {
      unsafe OCSP_CERTID_free(identifier)
      throw OpenSSLFailure.drainQueue("make an OCSP request")
    }
    if var nonce {
      guard unsafe OCSP_request_add1_nonce(request, &nonce, CInt(nonce.count)) == 1 else {
        throw OpenSSLFailure.drainQueue("add a nonce")
      }
    }
    return unsafe try encodeDER("write an OCSP request") { unsafe i2d_OCSP_REQUEST(request, $0) }
  }
}
