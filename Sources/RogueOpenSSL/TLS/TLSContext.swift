internal import COpenSSL

/// Certificates, key and options that connections share (an `SSL_CTX`).
///
/// Making one costs more than a handshake's bookkeeping, so callers keep them. Speaks only suites that a reader with
/// the key log can follow: TLS 1.3, and in TLS 1.2 ECDHE with AES-GCM or ChaCha20-Poly1305. The security level is 0:
/// what is too weak is for the peer to say.
///
/// Sendable although it holds a pointer: it is not changed after `init`, and libssl locks what connections share.
@safe public final class TLSContext: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SSL_CTX>
  let isServer: Bool
  let staple: [UInt8]?
  let sctList: [UInt8]?
  /// As on the wire, each name with its length before it.
  let alpn: [[UInt8]]
  let resumption: TLSResumption?
  let verifiesPath: Bool

  private init(
    method: UnsafePointer<SSL_METHOD>?, isServer: Bool, versions: TLSVersionRange, staple: [UInt8]?, sctList: [UInt8]?,
    alpn: [String], resumption: TLSResumption?, verifiesPath: Bool
  ) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("make a TLS context") {
      unsafe SSL_CTX_new_ex(OpenSSLLibrary.context, nil, method)
    }
    self.isServer = isServer
    self.staple = staple
    self.sctList = sctList
    self.alpn = alpn.map { Array($0.utf8) }
    self.resumption = resumption
    self.verifiesPath = verifiesPath
    try OpenSSLFailure.checkCode("forget the machine's settings") { unsafe rogues_ssl_ctx_reset(pointer) }
    unsafe SSL_CTX_set_security_level(pointer, 0)
    unsafe rogues_ssl_ctx_set_modes(pointer)
    _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_compression())
    try OpenSSLFailure.checkCode("set the TLS versions") {
      unsafe rogues_ssl_ctx_set_version_range(pointer, CInt(versions.minimum), CInt(versions.maximum))
    }
    try OpenSSLFailure.checkCode("set the TLS 1.2 cipher suites") {
      // A client may be served by an old server. No finite fields: at this level it would go along with any of them.
      unsafe SSL_CTX_set_cipher_list(
        pointer, "ECDHE+AESGCM:ECDHE+CHACHA20" + (isServer ? "" : ":kRSA+AESGCM:AES128-SHA"))
    }
    try OpenSSLFailure.checkCode("set the TLS 1.3 cipher suites") {
      unsafe SSL_CTX_set_ciphersuites(
        pointer, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256")
    }
    TLSCallbacks.install(on: self)
    if !isServer || sctList != nil { try SCTExtension.install(on: self) }
  }

  deinit { unsafe SSL_CTX_free(pointer) }

  /// The signature algorithms of a client: at its security level libssl would accept SHA-1 (RFC 9155, section 2).
  private static let signatureSchemes = [
    "ECDSA+SHA256", "ECDSA+SHA384", "ECDSA+SHA512", "ed25519", "ed448", "rsa_pss_pss_sha256", "rsa_pss_pss_sha384",
    "rsa_pss_pss_sha512", "rsa_pss_rsae_sha256", "rsa_pss_rsae_sha384", "rsa_pss_rsae_sha512", "RSA+SHA256",
    "RSA+SHA384", "RSA+SHA512",
  ].joined(separator: ":")

  // MARK: Servers

  public convenience init(server settings: TLSServerSettings) throws(OpenSSLFailure) {
    unsafe try self.init(
      method: TLS_server_method(), isServer: true, versions: settings.versions, staple: settings.staple,
      sctList: settings.sctList, alpn: settings.alpn, resumption: settings.resumption,
      verifiesPath: settings.clientCertificate != .none)
    _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_renegotiation() | rogues_ssl_op_server_preference())
    try present(settings)
    try setUpResumption(givesTickets: settings.givesTickets)
    try requestClientCertificates(settings)
  }

  private func present(_ settings: TLSServerSettings) throws(OpenSSLFailure) {
    guard let first = settings.certificates.first else {
      throw OpenSSLFailure(operation: "present an empty list: libssl cannot do without a leaf")
    }
    let leaf = try TLSCertificate.servable(der: first)
    try OpenSSLFailure.checkCode("use a leaf") { unsafe SSL_CTX_use_certificate(pointer, leaf.pointer) }
    for der in settings.certificates.dropFirst() {
      let certificate = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add to the certificate list") {
        unsafe rogues_ssl_ctx_add1_chain_cert(pointer, certificate.pointer)
      }
    }
    let key = try TLSPrivateKey.presenting(leaf, with: TLSPrivateKey(pkcs8: settings.privateKey))
    try OpenSSLFailure.checkCode("use a private key") { unsafe SSL_CTX_use_PrivateKey(pointer, key.pointer) }
  }

  private func setUpResumption(givesTickets: Bool) throws(OpenSSLFailure) {
    guard let resumption else {
      _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_ticket())
      _ = unsafe rogues_ssl_ctx_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
      _ = unsafe SSL_CTX_set_num_tickets(pointer, 0)
      return
    }
    // One name for all contexts: the ticket keys already keep sessions apart that must not meet.
    try OpenSSLFailure.checkCode("name the session context") {
      unsafe SSL_CTX_set_session_id_context(pointer, [0x72], 1)
    }
    var keys = resumption.ticketKeys
    try OpenSSLFailure.checkCode("set the ticket keys") {
      unsafe rogues_ssl_ctx_set_ticket_keys(pointer, &keys, keys.count)
    }
    if !givesTickets { _ = unsafe SSL_CTX_set_options(pointer, rogues_ssl_op_no_ticket()) }
    _ = unsafe rogues_ssl_ctx_set_session_cache_mode(
      pointer, Int(SSL_SESS_CACHE_SERVER | SSL_SESS_CACHE_NO_INTERNAL))
  }

  private func requestClientCertificates(_ settings: TLSServerSettings) throws(OpenSSLFailure) {
    let mode: CInt
    switch settings.clientCertificate {
    case .none: return
    case .request: mode = SSL_VERIFY_PEER
    case .require: mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
    }
    unsafe SSL_CTX_set_verify(pointer, mode, nil)
    if resumption == nil {
      try OpenSSLFailure.checkCode("name the session context") {
        unsafe SSL_CTX_set_session_id_context(pointer, [0x72], 1)
      }
    }
    let parameters = unsafe SSL_CTX_get0_param(pointer)
    // An anchor is an anchor, whether it signed itself or not.
    _ = unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    if let time = settings.verificationTime { unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(time)) }
    for der in settings.clientAnchors {
      let anchor = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add a client anchor") {
        unsafe X509_STORE_add_cert(SSL_CTX_get_cert_store(pointer), anchor.pointer)
      }
      guard settings.sendsClientAnchorNames else { continue }
      try OpenSSLFailure.checkCode("name a client anchor") { unsafe SSL_CTX_add_client_CA(pointer, anchor.pointer) }
    }
  }

  // MARK: Clients

  public convenience init(client settings: TLSClientSettings) throws(OpenSSLFailure) {
    unsafe try self.init(
      method: TLS_client_method(), isServer: false, versions: settings.versions, staple: nil, sctList: nil,
      alpn: [], resumption: nil, verifiesPath: false)
    unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
    try OpenSSLFailure.checkCode("set the signature schemes") {
      unsafe rogues_ssl_ctx_set_signature_schemes(pointer, Self.signatureSchemes)
    }
    // A server that requests a certificate after the handshake gets the same answer as one during it; the client takes
    // part in renegotiations.
    unsafe SSL_CTX_set_post_handshake_auth(pointer, 1)
    _ = unsafe rogues_ssl_ctx_set_session_cache_mode(
      pointer, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
    guard let identity = settings.identity else { return }
    let certificate = try TLSCertificate(der: identity.certificate)
    try OpenSSLFailure.checkCode("use a client certificate") {
      unsafe SSL_CTX_use_certificate(pointer, certificate.pointer)
    }
    for der in identity.chain {
      let next = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add to the client's certificate list") {
        unsafe rogues_ssl_ctx_add1_chain_cert(pointer, next.pointer)
      }
    }
    let key = try TLSPrivateKey(pkcs8: identity.privateKey)
    try OpenSSLFailure.checkCode("use a client key") { unsafe SSL_CTX_use_PrivateKey(pointer, key.pointer) }
  }
}
