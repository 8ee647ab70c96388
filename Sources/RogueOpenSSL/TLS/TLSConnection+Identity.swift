internal import COpenSSL

/// A client's answer to a certificate request.
public enum TLSIdentityAnswer: Sendable, Hashable {
  case send(TLSIdentity)
  /// An empty list.
  case nothing
  /// The handshake ends here.
  case abort
}

/// A server's wish to see the client's certificate.
public struct TLSCertificateRequest: Sendable, Hashable {
  /// The version of the handshake that it belongs to, as on the wire (RFC 8446, section 4.2.1).
  public var version: UInt16
  /// DER names of CAs (RFC 8446, section 4.2.4); empty: any will do.
  public var authorities: [[UInt8]]
  /// Wire numbers of what the server verifies, in its order; empty: the request named none.
  public var schemes: [UInt16]

  public init(version: UInt16, authorities: [[UInt8]] = [], schemes: [UInt16] = []) {
    self.version = version
    self.authorities = authorities
    self.schemes = schemes
  }
}

extension TLSConnection {
  /// Lets `choose` decide about the client's certificate at the server's request.
  ///
  /// libssl calls it after judging the server's certificate, in TLS 1.2 as in 1.3. The context must have no identity of
  /// its own. `choose` is called on the thread that runs the connection.
  public func onCertificateRequest(_ choose: @escaping (TLSCertificateRequest) -> TLSIdentityAnswer) {
    handle.identify = choose
    unsafe SSL_set_cert_cb(
      handle.pointer,
      { ssl, _ in
        guard let ssl = unsafe ssl, let handle = unsafe TLSHandle.owner(of: ssl) else { return 0 }
        return handle.answerCertificateRequest()
      }, nil)
  }

  /// Why the identity that was chosen could not be used.
  public var identityFailure: OpenSSLFailure? { handle.identityFailure }
}

extension TLSHandle {
  /// In a hundred names there is one that fits, or the server is not serious.
  private static let mostIssuers: CInt = 100

  /// 1 to continue, 0 to end the handshake.
  fileprivate func answerCertificateRequest() -> CInt {
    guard let identify else { return 1 }
    switch identify(certificateRequest) {
    case .nothing: return 1
    case .abort: return 0
    case .send(let identity):
      do throws(OpenSSLFailure) {
        try use(identity)
        return 1
      } catch {
        identityFailure = error
        return 0
      }
    }
  }

  private var certificateRequest: TLSCertificateRequest {
    let count = unsafe min(rogues_ssl_accepted_issuers_count(pointer), Self.mostIssuers)
    let authorities = (0..<count).compactMap { index in
      unsafe try? encodeDER("write a name") { unsafe i2d_X509_NAME(rogues_ssl_accepted_issuer(pointer, index), $0) }
    }
    let version = unsafe UInt16(truncatingIfNeeded: SSL_version(pointer))
    return TLSCertificateRequest(version: version, authorities: authorities, schemes: peerSchemes)
  }

  /// The signature algorithms that the peer verifies: in a client, the server's request.
  private var peerSchemes: [UInt16] {
    let count = unsafe SSL_get_sigalgs(pointer, 0, nil, nil, nil, nil, nil)
    return (0..<max(count, 0)).map { index in
      var (low, high): (UInt8, UInt8) = (0, 0)
      _ = unsafe SSL_get_sigalgs(pointer, index, nil, nil, nil, &low, &high)
      return UInt16(high) << 8 | UInt16(low)
    }
  }

  private func use(_ identity: TLSIdentity) throws(OpenSSLFailure) {
    let certificate = try TLSCertificate(der: identity.certificate)
    try OpenSSLFailure.checkCode("use a client certificate") {
      unsafe SSL_use_certificate(pointer, certificate.pointer)
    }
    for der in identity.chain {
      let next = try TLSCertificate(der: der)
      try OpenSSLFailure.checkCode("add to the client's certificate list") {
        unsafe rogues_ssl_add1_chain_cert(pointer, next.pointer)
      }
    }
    let key = try TLSPrivateKey(pkcs8: identity.privateKey)
    try OpenSSLFailure.checkCode("use a client key") { unsafe SSL_use_PrivateKey(pointer, key.pointer) }
  }
}
