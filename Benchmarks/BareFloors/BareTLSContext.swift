internal import COpenSSL

/// An `SSL_CTX` with only what a connection needs: no tap, no key log, no judge.
///
/// The harness's own connections are compared with plain OpenSSL. Like those, it issues tickets only if it keeps sessions.
///
/// Sendable although it holds a pointer: it does not change after `init`, and libssl locks what connections share.
@safe public final class BareTLSContext: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SSL_CTX>
  let isServer: Bool

  /// - Parameter version: the only one, by its number on the wire: 0x0303 or 0x0304.
  private init(
    method: UnsafePointer<SSL_METHOD>?, isServer: Bool, version: UInt16, keepsSessions: Bool
  ) throws(BareFailure) {
    // The harness reads no configuration of the machine either.
    OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
    unsafe pointer = try BareFailure.check("make a TLS context", unsafe SSL_CTX_new(method))
    self.isServer = isServer
    try BareFailure.check("forget the machine's settings", unsafe rogues_ssl_ctx_reset(pointer))
    unsafe rogues_ssl_ctx_set_modes(pointer)
    if !keepsSessions { _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_ticket()) }
    _ = unsafe SSL_CTX_set_num_tickets(pointer, keepsSessions ? 1 : 0)
    _ = unsafe rogues_ssl_ctx_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
    try BareFailure.check(
      "set the TLS version", unsafe rogues_ssl_ctx_set_version_range(pointer, CInt(version), CInt(version)))
    try BareFailure.check(
      "set the TLS 1.3 cipher suite", unsafe SSL_CTX_set_ciphersuites(pointer, "TLS_AES_128_GCM_SHA256"))
  }

  deinit { unsafe SSL_CTX_free(pointer) }

  /// - Parameters:
  ///   - certificates: DER, leaf first; at least one.
  ///   - privateKey: the leaf's, as PKCS #8.
  ///   - keepsSessions: it gives tickets, one for each connection, and takes them.
  public convenience init(
    serverWith certificates: [[UInt8]], privateKey: [UInt8], version: UInt16, keepsSessions: Bool = false
  ) throws(BareFailure) {
    unsafe try self.init(method: TLS_server_method(), isServer: true, version: version, keepsSessions: keepsSessions)
    for (index, der) in certificates.enumerated() {
      let certificate = try BareCertificate(der)
      try BareFailure.check(
        "present a certificate",
        unsafe index == 0
          ? SSL_CTX_use_certificate(pointer, certificate.pointer)
          : rogues_ssl_ctx_add1_chain_cert(pointer, certificate.pointer))
    }
    let key = unsafe privateKey.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return unsafe d2i_AutoPrivateKey(nil, &start, bytes.count)
    }
    defer { unsafe EVP_PKEY_free(key) }
    try BareFailure.check("use a private key", unsafe SSL_CTX_use_PrivateKey(pointer, key))
  }

  /// A client that builds the server's path to one of these DER certificates in the handshake, and refuses without one.
  public convenience init(
    clientTrusting anchors: [[UInt8]], version: UInt16, keepsSessions: Bool = false
  ) throws(BareFailure) {
    unsafe try self.init(method: TLS_client_method(), isServer: false, version: version, keepsSessions: keepsSessions)
    unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
    for der in anchors {
      let anchor = try BareCertificate(der)
      try BareFailure.check(
        "add an anchor", unsafe X509_STORE_add_cert(SSL_CTX_get_cert_store(pointer), anchor.pointer))
    }
  }
}

/// A parsed certificate.
@safe private final class BareCertificate {
  let pointer: UnsafeMutablePointer<X509>

  init(_ der: [UInt8]) throws(BareFailure) {
    let parsed = unsafe der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return unsafe d2i_X509(nil, &start, bytes.count)
    }
    unsafe pointer = try BareFailure.check("read a certificate", unsafe parsed)
  }

  deinit { unsafe X509_free(pointer) }
}
