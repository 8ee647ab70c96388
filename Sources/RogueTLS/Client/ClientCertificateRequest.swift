internal import RogueModel
package import RogueOpenSSL

/// A server's wish to see the client's certificate (RFC 8446, section 4.3.2; RFC 5246, section 7.4.4).
struct ClientCertificateRequest {
  /// The context that the client's Certificate message repeats; TLS 1.3 only.
  private(set) var context: [UInt8] = []
  /// Wire numbers of what the server verifies, in its order.
  private(set) var schemes: [UInt16] = []
  /// DER names of CAs (RFC 8446, section 4.2.4); empty: any will do.
  private(set) var authorities: [[UInt8]] = []

  init(tls13 body: ArraySlice<UInt8>) throws(ClientFault) {
    var cursor = ByteCursor(body)
    guard let context = cursor.vector8(), let fields = cursor.extensionFields(), cursor.isAtEnd else {
      throw .refusing(.decodeError, "a CertificateRequest that does not parse")
    }
    // Only one after the handshake has any (section 4.3.2).
    guard context.isEmpty else { throw .refusing(.illegalParameter, "a CertificateRequest with a context") }
    guard let content = fields.first(where: { $0.type == .signatureAlgorithms })?.content else {
      throw .refusing(.missingExtension, "a CertificateRequest without signature_algorithms")
    }
    var content16 = ByteCursor(content)
    var list = ByteCursor(content16.vector16() ?? [])
    schemes = list.remainingUInt16s()
    if let content = fields.first(where: { $0.type == .certificateAuthorities })?.content {
      var content16 = ByteCursor(content)
      authorities = Self.names(in: content16.vector16() ?? [])
    }
  }

  init(tls12 body: ArraySlice<UInt8>) throws(ClientFault) {
    var cursor = ByteCursor(body)
    guard cursor.vector8() != nil, let schemes = cursor.vector16(), let names = cursor.vector16(), cursor.isAtEnd else {
      throw .refusing(.decodeError, "a CertificateRequest that does not parse")
    }
    var list = ByteCursor(schemes)
    self.schemes = list.remainingUInt16s()
    authorities = Self.names(in: names)
  }

  /// DER Names, each with its length.
  private static func names(in content: ArraySlice<UInt8>) -> [[UInt8]] {
    var list = ByteCursor(content)
    var names: [[UInt8]] = []
    while let name = list.vector16() { names.append(Array(name)) }
    return names
  }

  /// The client's certificate. A client with a single identity leaves a refusal to the server; of several, the first
  /// whose key signs in a way that the server verifies, and whose chain one of the named CAs has issued (RFC 8446, section
  /// 4.4.2.3).
  func identity(of settings: ClientSettings, _ version: TLSVersion) -> TLSIdentity? {
    guard !settings.otherIdentities.isEmpty else { return settings.identity }
    return ([settings.identity].compactMap(\.self) + settings.otherIdentities).first { admits($0, version) }
  }

  private func admits(_ identity: TLSIdentity, _ version: TLSVersion) -> Bool {
    TLSCertificateRequest(version: version.wireValue, authorities: authorities, schemes: schemes).admits(identity)
  }

  /// The client's Certificate message; an empty list where it has no identity.
  func certificate(_ identity: TLSIdentity?, _ version: TLSVersion) -> [UInt8] {
    let entries = identity.map { [$0.certificate] + $0.chain } ?? []
    return ByteWriter.message(.certificate, reserving: entries.reduce(16) { $0 + $1.count + 5 }) { body in
      if version == .tls13 { body.vector8 { $0.append(context) } }
      body.vector24 { list in
        for entry in entries {
          list.vector24 { $0.append(entry) }
          if version == .tls13 { list.vector16 { _ in } }
        }
      }
    }
  }

  /// The CertificateVerify message; nil if there is nothing to prove.
  ///
  /// - Throws: if the identity's key cannot sign with any scheme that the server accepts.
  func proof(
    _ identity: TLSIdentity?, _ version: TLSVersion, _ transcript: ClientTranscript
  ) throws(ClientFault) -> [UInt8]? {
    guard let identity else { return nil }
    let verified = schemes.isEmpty ? SignatureScheme.wireNumbers : schemes
    guard let kind = CertificateFields(der: identity.certificate)?.keyKind,
      let scheme = SignatureScheme.choose(for: kind, version, from: verified), let form = scheme.form
    else { throw .unable("the client's key signs in no way that the server takes") }
    let signed = version == .tls13 ? ServerSignature.content13(.client, transcript.value) : transcript.messages
    let signature = try orUnable { () throws(OpenSSLFailure) in
      try PrivateKey(pkcs8: identity.privateKey).sign(signed, as: form)
    }
    return ByteWriter.message(.certificateVerify) { body in
      body.uint16(scheme.rawValue)
      body.vector16 { $0.append(signature) }
    }
  }
}

extension TLSCertificateRequest {
  /// Whether the request admits a client's certificate: the key signs in a way that it verifies, and one of the
  /// CAs that it names, if it names any, issued the certificate or one of its chain (RFC 8446, section 4.4.2.3).
  package func admits(_ identity: TLSIdentity) -> Bool {
    let verified = schemes.isEmpty ? SignatureScheme.wireNumbers : schemes
    let version = version < TLSVersion.tls13.wireValue ? TLSVersion.tls12 : .tls13
    guard let kind = CertificateFields(der: identity.certificate)?.keyKind,
      SignatureScheme.choose(for: kind, version, from: verified) != nil
    else { return false }
    return authorities.isEmpty
      || ([identity.certificate] + identity.chain).contains { der in
        CertificateFields(der: der).map { authorities.contains($0.issuer) } ?? false
      }
  }
}
