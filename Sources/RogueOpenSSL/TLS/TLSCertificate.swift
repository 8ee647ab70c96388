internal import COpenSSL

/// A certificate parsed for libssl, which needs objects; everything above uses DER.
@safe final class TLSCertificate {
  let pointer: UnsafeMutablePointer<X509>

  init(der: [UInt8]) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("parse a certificate for TLS") {
      unsafe der.withUnsafeBufferPointer { buffer -> UnsafeMutablePointer<X509>? in
        var start = buffer.baseAddress
        guard let parsed = unsafe rogues_d2i_x509(OpenSSLLibrary.context, &start, buffer.count) else { return nil }
        // Bytes after the certificate would silently not be sent.
        guard let end = unsafe start, unsafe end == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else {
          unsafe X509_free(parsed)
          return nil
        }
        return unsafe parsed
      }
    }
  }

  deinit { unsafe X509_free(pointer) }

  /// The certificate as OpenSSL would send it.
  var encoded: [UInt8] {
    let length = unsafe i2d_X509(pointer, nil)
    guard length > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var start = buffer.baseAddress
      count = Int(unsafe i2d_X509(pointer, &start))
    }
  }

  /// Parses a leaf so that a server presents it whatever its keyUsage says.
  ///
  /// In TLS 1.2 libssl offers no ECDSA suite for a leaf whose keyUsage lacks digitalSignature, but such a leaf is just
  /// what a rogue may present. libssl reads the flags that it computed once, so they are computed while the extension
  /// is out; then it is put back, and the encoding must come out the same.
  static func servable(der: [UInt8]) throws(OpenSSLFailure) -> TLSCertificate {
    let certificate = try TLSCertificate(der: der)
    let place = unsafe X509_get_ext_by_NID(certificate.pointer, NID_key_usage, -1)
    guard place >= 0, let keyUsage = unsafe X509_delete_ext(certificate.pointer, place) else { return certificate }
    defer { unsafe X509_EXTENSION_free(keyUsage) }
    _ = unsafe X509_check_purpose(certificate.pointer, -1, 0)
    _ = unsafe X509_add_ext(certificate.pointer, keyUsage, place)
    OpenSSLFailure.clearQueue()
    return certificate.encoded == der ? certificate : try TLSCertificate(der: der)
  }
}
