package import CGnuTLS

/// A certificate as GnuTLS parsed it.
///
/// Unchecked: it is not changed after it was imported.
@safe public final class GnuTLSCertificate: @unchecked Sendable {
  package let handle: gnutls_x509_crt_t

  /// - Throws: if the bytes are not a certificate.
  public init(der: [UInt8]) throws(GnuTLSFailure) {
    var made: gnutls_x509_crt_t?
    try GnuTLSFailure.check("make a certificate") { unsafe gnutls_x509_crt_init(&made) }
    guard let made = unsafe made else { throw GnuTLSFailure("make a certificate", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
    try GnuTLSFailure.check("parse a certificate") {
      unsafe withDatum(der) { unsafe gnutls_x509_crt_import(made, $0, GNUTLS_X509_FMT_DER) }
    }
  }

  deinit { unsafe gnutls_x509_crt_deinit(handle) }
}

/// Lends bytes to GnuTLS for one call.
@unsafe package func withDatum<Result>(
  _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) throws -> Result
) rethrows -> Result {
  try unsafe bytes.withUnsafeBufferPointer { buffer in
    var datum = unsafe gnutls_datum_t(
      data: UnsafeMutablePointer(mutating: buffer.baseAddress), size: CUnsignedInt(buffer.count))
    return try unsafe body(&datum)
  }
}

/// Copies what GnuTLS lends.
@unsafe func copyDatum(_ datum: gnutls_datum_t) -> [UInt8] {
  unsafe [UInt8](UnsafeBufferPointer(start: datum.data, count: datum.data == nil ? 0 : Int(datum.size)))
}

/// Takes what GnuTLS allocated.
@unsafe package func takeDatum(_ datum: gnutls_datum_t) -> [UInt8] {
  guard let start = unsafe datum.data else { return [] }
  defer { unsafe rogues_gnutls_free(start) }
  return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(datum.size)))
}
