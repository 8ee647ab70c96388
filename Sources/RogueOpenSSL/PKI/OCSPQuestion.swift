internal import COpenSSL

/// A client's query to a responder.
public enum OCSPQuestion {
  /// The DER OCSPRequest about one certificate.
  /// - Parameter nonce: the nonce's bytes; nil for none.
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

  /// The content of the nonce extension of a DER OCSPRequest; nil if there is none, or if this is not a request.
  public static func nonce(of question: [UInt8]) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    let parsed: UnsafeMutablePointer<OCSP_REQUEST>? = parseDER(
      question, { unsafe d2i_OCSP_REQUEST(nil, $0, $1) }, free: { unsafe OCSP_REQUEST_free($0) })
    guard let request = unsafe parsed else { return nil }
    defer { unsafe OCSP_REQUEST_free(request) }
    let index = unsafe OCSP_REQUEST_get_ext_by_NID(request, NID_id_pkix_OCSP_Nonce, -1)
    guard index >= 0, let item = unsafe OCSP_REQUEST_get_ext(request, index),
      let value = unsafe X509_EXTENSION_get_data(item)
    else { return nil }
    return unsafe stringBytes(value)
  }
}
