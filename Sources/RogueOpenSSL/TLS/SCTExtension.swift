internal import COpenSSL

/// The TLS extension signed_certificate_timestamp, byte for byte (RFC 6962, section 3.3.1; RFC 8446, section 4.4.2).
///
/// It is a custom extension, because libssl's built-in one parses the list, and this one must carry lists that cannot
/// be parsed.
enum SCTExtension {
  private static let type: UInt32 = 18

  static func install(on context: TLSContext) throws(OpenSSLFailure) {
    let places =
      SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO | SSL_EXT_TLS1_3_CERTIFICATE | SSL_EXT_IGNORE_ON_RESUMPTION
    try OpenSSLFailure.checkCode("add the extension for SCTs") {
      unsafe SSL_CTX_add_custom_ext(
        context.pointer, type, UInt32(places),
        { ssl, _, place, output, count, _, index, _, _ in
          guard let handle = unsafe TLSHandle.owner(of: ssl) else { return 0 }
          unsafe output?.pointee = nil
          unsafe count?.pointee = 0
          // 1 to send it, 0 to leave it out.
          guard handle.context.isServer else { return handle.requestsSCTs ? 1 : 0 }
          // The list speaks about the leaf.
          guard let list = handle.context.sctList, index == 0 || place & UInt32(SSL_EXT_TLS1_3_CERTIFICATE) == 0,
            let copy = unsafe rogues_openssl_malloc(max(1, list.count))
          else { return 0 }
          unsafe copy.copyMemory(from: list, byteCount: list.count)
          unsafe output?.pointee = UnsafePointer(copy.assumingMemoryBound(to: UInt8.self))
          unsafe count?.pointee = list.count
          return 1
        },
        { _, _, _, output, _ in
          if let output = unsafe output { unsafe rogues_openssl_free(UnsafeMutablePointer(mutating: output)) }
        }, nil,
        { ssl, _, place, input, count, _, index, _, _ in
          guard let handle = unsafe TLSHandle.owner(of: ssl), !handle.context.isServer, handle.requestsSCTs,
            index == 0 || place & UInt32(SSL_EXT_TLS1_3_CERTIFICATE) == 0
          else { return 1 }
          handle.sctList = unsafe Array(UnsafeBufferPointer(start: input, count: count))
          return 1
        }, nil)
    }
  }
}
