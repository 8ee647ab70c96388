import CGnuTLS
package import RogueGnuTLS

extension GnuTLSCertificate {
  /// The content octets of the serial number.
  package var serial: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    var count = bytes.count
    guard unsafe gnutls_x509_crt_get_serial(handle, &bytes, &count) >= 0 else { return [] }
    return Array(bytes.prefix(count))
  }

  /// 1, 2 or 3 as people count.
  package var version: Int { Int(unsafe gnutls_x509_crt_get_version(handle)) }

  /// Seconds since 1970.
  package var notBefore: Int64 { Int64(unsafe gnutls_x509_crt_get_activation_time(handle)) }

  /// Seconds since 1970.
  package var notAfter: Int64 { Int64(unsafe gnutls_x509_crt_get_expiration_time(handle)) }

  /// Whether basicConstraints says that it is a CA's; nil when the extension is missing or unreadable.
  package var isCA: Bool? {
    let answer = unsafe gnutls_x509_crt_get_ca_status(handle, nil)
    return answer < 0 ? nil : answer != 0
  }

  /// The bits of keyUsage as `GNUTLS_KEY_…`; nil when the extension is missing or unreadable.
  package var keyUsage: UInt32? {
    var usage: CUnsignedInt = 0
    return unsafe gnutls_x509_crt_get_key_usage(handle, &usage, nil) >= 0 ? usage : nil
  }

  /// The subjectAltName's DNS names.
  package var hosts: [String] {
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
  package func matches(host: String) -> Bool { unsafe gnutls_x509_crt_check_hostname(handle, host) != 0 }
}
