import CGnuTLS
package import RogueGnuTLS

/// A PKCS #12 bundle as GnuTLS opened it.
package struct GnuTLSBundle: Sendable, Hashable {
  /// DER, leaf first: the certificates from the key's own up to the last issuer found.
  package var chain: [[UInt8]]
  /// DER, all others.
  package var others: [[UInt8]]
  package var hasPrivateKey: Bool

  /// - Throws: when the bytes are no bundle or the password is wrong.
  package init(der: [UInt8], password: String) throws(GnuTLSFailure) {
    var made: gnutls_pkcs12_t?
    try GnuTLSFailure.check("make a PKCS #12 bundle") { unsafe gnutls_pkcs12_init(&made) }
    guard let bundle = unsafe made else { throw GnuTLSFailure("make a PKCS #12 bundle", GNUTLS_E_MEMORY_ERROR) }
    defer { unsafe gnutls_pkcs12_deinit(bundle) }
    try GnuTLSFailure.check("parse a PKCS #12 bundle") {
      unsafe withDatum(der) { unsafe gnutls_pkcs12_import(bundle, $0, GNUTLS_X509_FMT_DER, 0) }
    }
    try GnuTLSFailure.check("check a PKCS #12 bundle") { unsafe gnutls_pkcs12_verify_mac(bundle, password) }
    var key: gnutls_x509_privkey_t?
    var chainStart: UnsafeMutablePointer<gnutls_x509_crt_t?>?
    var chainCount: CUnsignedInt = 0
    var otherStart: UnsafeMutablePointer<gnutls_x509_crt_t?>?
    var otherCount: CUnsignedInt = 0
    try GnuTLSFailure.check("open a PKCS #12 bundle") {
      unsafe gnutls_pkcs12_simple_parse(
        bundle, password, &key, &chainStart, &chainCount, &otherStart, &otherCount, nil, 0)
    }
    hasPrivateKey = unsafe key != nil
    if let key = unsafe key { unsafe gnutls_x509_privkey_deinit(key) }
    chain = unsafe Self.take(chainStart, chainCount)
    others = unsafe Self.take(otherStart, otherCount)
  }

  private static func take(_ start: UnsafeMutablePointer<gnutls_x509_crt_t?>?, _ count: CUnsignedInt) -> [[UInt8]] {
    guard let start = unsafe start else { return [] }
    defer { unsafe rogues_gnutls_free(start) }
    return (0..<Int(count)).compactMap { index in
      guard let certificate = unsafe start[index] else { return nil }
      defer { unsafe gnutls_x509_crt_deinit(certificate) }
      var datum = unsafe gnutls_datum_t()
      guard unsafe gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_DER, &datum) >= 0 else { return nil }
      return unsafe takeDatum(datum)
    }
  }
}
