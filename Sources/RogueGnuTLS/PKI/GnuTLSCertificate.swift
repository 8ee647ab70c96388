internal import CGnuTLS

/// A certificate as GnuTLS parsed it.
///
/// Unchecked: it is not changed after it was imported.
@safe public final class GnuTLSCertificate: @unchecked Sendable {
  let handle: gnutls_x509_crt_t

  /// - Throws: when the bytes are no certificate.
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

  /// The content octets of the serial number.
  public var serial: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    var count = bytes.count
    guard unsafe gnutls_x509_crt_get_serial(handle, &bytes, &count) >= 0 else { return [] }
    return Array(bytes.prefix(count))
  }

  /// 1, 2 or 3 as people count.
  public var version: Int { Int(unsafe gnutls_x509_crt_get_version(handle)) }

  /// Seconds since 1970.
  public var notBefore: Int64 { Int64(unsafe gnutls_x509_crt_get_activation_time(handle)) }

  /// Seconds since 1970.
  public var notAfter: Int64 { Int64(unsafe gnutls_x509_crt_get_expiration_time(handle)) }

  /// Whether basicConstraints says that it is a CA's; nil when the extension is missing or unreadable.
  public var isCA: Bool? {
    let answer = unsafe gnutls_x509_crt_get_ca_status(handle, nil)
    return answer < 0 ? nil : answer != 0
  }

  /// The bits of keyUsage as `GNUTLS_KEY_…`; nil when the extension is missing or unreadable.
  public var keyUsage: UInt32? {
    var usage: CUnsignedInt = 0
    return unsafe gnutls_x509_crt_get_key_usage(handle, &usage, nil) >= 0 ? usage : nil
  }

  /// The subjectAltName's DNS names.
  public var hosts: [String] {
    var found: [String] = []
    for index in 0..<CUnsignedInt(100) {
      var bytes = [UInt8](repeating: 0, count: 256)
      var count = bytes.count
      let kind = unsafe gnutls_x509_crt_get_subject_alt_name(handle, index, &bytes, &count, nil)
      guard kind >= 0 else { break }
      if kind == CInt(GNUTLS_SAN_DNSNAME.rawValue) {
        found.append(String(decoding: bytes.prefix(count), as: UTF8.self))
      }
    }
    return found
  }

  /// Whether GnuTLS finds the name or address in the certificate.
  public func matches(host: String) -> Bool { unsafe gnutls_x509_crt_check_hostname(handle, host) != 0 }
}

/// Lends bytes to GnuTLS for one call.
@unsafe func withDatum<Result>(
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
@unsafe func takeDatum(_ datum: gnutls_datum_t) -> [UInt8] {
  guard let start = unsafe datum.data else { return [] }
  defer { unsafe rogues_gnutls_free(start) }
  return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(datum.size)))
}
