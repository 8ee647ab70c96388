import CGnuTLS
package import RogueGnuTLS

/// A CRL as GnuTLS parsed it.
@safe package final class GnuTLSCRL {
  private let handle: gnutls_x509_crl_t

  /// - Throws: when the bytes are no CRL.
  package init(der: [UInt8]) throws(GnuTLSFailure) {
    var made: gnutls_x509_crl_t?
    try GnuTLSFailure.check("make a CRL") { unsafe gnutls_x509_crl_init(&made) }
    guard let made = unsafe made else { throw GnuTLSFailure("make a CRL", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
    try GnuTLSFailure.check("parse a CRL") {
      unsafe withDatum(der) { unsafe gnutls_x509_crl_import(made, $0, GNUTLS_X509_FMT_DER) }
    }
  }

  deinit { unsafe gnutls_x509_crl_deinit(handle) }

  /// 1 or 2 as people count.
  package var version: Int { Int(unsafe gnutls_x509_crl_get_version(handle)) }

  package var count: Int { Int(unsafe gnutls_x509_crl_get_crt_count(handle)) }

  /// The content octets of the serial numbers listed.
  package var serials: [[UInt8]] {
    (0..<max(0, count)).compactMap { index in
      var bytes = [UInt8](repeating: 0, count: 128)
      var size = bytes.count
      var time = time_t()
      guard unsafe gnutls_x509_crl_get_crt_serial(handle, CUnsignedInt(index), &bytes, &size, &time) >= 0 else {
        return nil
      }
      return Array(bytes.prefix(size))
    }
  }

  /// The bits `GNUTLS_CERT_…` that speak against the list as one of this issuer; 0 when it is good.
  package func problems(issuer: [UInt8], at: Int64?) throws(GnuTLSFailure) -> UInt32 {
    let issuer = try GnuTLSCertificate(der: issuer)
    var bits: CUnsignedInt = .max
    try GnuTLSClock.at(at) { () throws(GnuTLSFailure) in
      var handles: gnutls_x509_crt_t? = unsafe issuer.handle
      try GnuTLSFailure.check("verify a CRL") { unsafe gnutls_x509_crl_verify(handle, &handles, 1, 0, &bits) }
    }
    return bits
  }
}
