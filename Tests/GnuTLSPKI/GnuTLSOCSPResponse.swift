import CGnuTLS
package import RogueGnuTLS

/// An OCSP response as GnuTLS parsed it.
@safe package final class GnuTLSOCSPResponse {
  package enum Status: Sendable, Hashable { case good, revoked, unknown }

  private let handle: gnutls_ocsp_resp_t

  /// - Throws: when the bytes are no OCSP response.
  package init(der: [UInt8]) throws(GnuTLSFailure) {
    var made: gnutls_ocsp_resp_t?
    try GnuTLSFailure.check("make an OCSP response") { unsafe gnutls_ocsp_resp_init(&made) }
    guard let made = unsafe made else { throw GnuTLSFailure("make an OCSP response", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
    try GnuTLSFailure.check("parse an OCSP response") {
      unsafe withDatum(der) { unsafe gnutls_ocsp_resp_import(made, $0) }
    }
  }

  deinit { unsafe gnutls_ocsp_resp_deinit(handle) }

  /// OCSPResponseStatus: 0 for success, else the responder's error.
  package var responseStatus: Int { Int(unsafe gnutls_ocsp_resp_get_status(handle)) }

  /// The bits `GNUTLS_OCSP_VERIFY_…` that speak against the response; 0 when the issuer of the certificate asked about,
  /// or a delegate that it certified, signed it. This is the check that GnuTLS does in a handshake.
  package func problems(issuer: [UInt8], at: Int64?) throws(GnuTLSFailure) -> UInt32 {
    let issuer = try GnuTLSCertificate(der: issuer)
    var bits: CUnsignedInt = .max
    try GnuTLSClock.at(at) { () throws(GnuTLSFailure) in
      try GnuTLSFailure.check("verify an OCSP response") {
        unsafe gnutls_ocsp_resp_verify_direct(handle, issuer.handle, &bits, 0)
      }
    }
    return bits
  }

  /// As `problems(issuer:at:)`, for a delegate whose issuer is searched among anchors. A response that the issuer signed
  /// itself does not pass here: GnuTLS does not find a signer that is named by its key alone.
  package func problems(anchors: [[UInt8]], at: Int64?) throws(GnuTLSFailure) -> UInt32 {
    var bits: CUnsignedInt = .max
    try GnuTLSClock.at(at) { () throws(GnuTLSFailure) in
      let list = try TrustList(anchors: anchors)
      try GnuTLSFailure.check("verify an OCSP response") {
        unsafe gnutls_ocsp_resp_verify(handle, list.handle, &bits, 0)
      }
    }
    return bits
  }

  /// Whether the first answer is about this certificate.
  package func isAbout(_ certificate: [UInt8]) throws(GnuTLSFailure) -> Bool {
    let certificate = try GnuTLSCertificate(der: certificate)
    return unsafe gnutls_ocsp_resp_check_crt(handle, 0, certificate.handle) == 0
  }

  /// The status in the first answer.
  package var status: Status? {
    var code: CUnsignedInt = 0
    let answer = unsafe gnutls_ocsp_resp_get_single(handle, 0, nil, nil, nil, nil, &code, nil, nil, nil, nil)
    guard answer >= 0 else { return nil }
    return switch code {
    case CUnsignedInt(GNUTLS_OCSP_CERT_GOOD.rawValue): .good
    case CUnsignedInt(GNUTLS_OCSP_CERT_REVOKED.rawValue): .revoked
    default: .unknown
    }
  }
}
