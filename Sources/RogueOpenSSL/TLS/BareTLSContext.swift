internal import COpenSSL

/// An `SSL_CTX` with only what a connection needs: no tap, no key log, no judge.
///
/// It is the floor of the benchmark: the harness's own connections are compared with plain OpenSSL. Like those, it
/// issues tickets only if it keeps sessions.
///
/// Sendable although it holds a pointer: it does not change after `init`, and libssl locks what connections share.
@safe public final class BareTLSContext: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SSL_CTX>
  let isServer: Bool

  private init(
    method: UnsafePointer<SSL_METHOD>?, isServer: Bool, speaking versions: TLSVersionRange, keepsSessions: Bool
  ) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("make a TLS context") {
      unsafe SSL_CTX_new_ex(OpenSSLLibrary.context, nil, method)
    }
    self.isServer = isServer
    try OpenSSLFailure.checkCode("forget the machine's settings") { unsafe rogues_ssl_ctx_reset(pointer) }
    unsafe rogues_ssl_ctx_set_modes(pointer)
    if keepsSessions {
      _ = unsafe SSL_CTX_set_num_tickets(pointer, 1)
    } else {
      _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_ticket())
      _ = unsafe SSL_CTX_set_num_tickets(pointer, 0)
    }
    _ = unsafe rogues_ssl_ctx_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
    try OpenSSLFailure.checkCode("set the TLS versions") {
      unsafe rogues_ssl_ctx_set_version_range(pointer, CInt(versions.minimum), CInt(versions.maximum))
    }
    try OpenSSLFailure.checkCode("set the TLS 1.3 cipher suites") {
      unsafe SSL_CTX_set_ciphersuites(pointer, "TLS_AES_128_GCM_SHA256")
    }
  }

  deinit { unsafe SSL_CTX_free(pointer) }

  /// - Parameters:
  ///   - certificates: DER, leaf first; at least one.
  ///   - privateKey: the leaf's, as PKCS #8.
  ///   - keepsSessions: it gives tickets, one for each connection, and takes them.
  public convenience init(
    serverWith certificates: [[UInt8]], privateKey: [UInt8], speaking versions: TLSVersionRange = .tls13,
    keepsSessions: Bool = false
  ) throws(OpenSSLFailure) {
    unsafe try self.init(
      method: TLS_server_method(), isServer: true, speaking: versions, keepsSessions: keepsSessions)
    guard let first = certificates.first else { throw OpenSSLFailure(operation: "present an empty list") }
    let leaf = try TLSCertificate(der: first)
    try OpenSSLFailure.checkCode("use a leaf") { unsafe SSL_CTX_use_certificate(pointer, leaf.pointer) }
    for der in certificates.dropFirst() {
      let certificate = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add to the certificate list") {
        unsafe rogues_ssl_ctx_add1_chain_cert(pointer, certificate.pointer)
      }
    }
    let key = try TLSPrivateKey(pkcs8: privateKey)
    try OpenSSLFailure.checkCode("use a private key") { unsafe SSL_CTX_use_PrivateKey(pointer, key.pointer) }
  }

  /// A client that builds the server's path to one of these DER certificates in the handshake, and refuses without one.
  public convenience init(
    clientTrusting anchors: [[UInt8]], speaking versions: TLSVersionRange = .tls13, keepsSessions: Bool = false
  ) throws(OpenSSLFailure) {
    unsafe try self.init(
      method: TLS_client_method(), isServer: false, speaking: versions, keepsSessions: keepsSessions)
    unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
    for der in anchors {
      let anchor = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add an anchor") {
        unsafe X509_STORE_add_cert(SSL_CTX_get_cert_store(pointer), anchor.pointer)
      }
    }
  }
}
