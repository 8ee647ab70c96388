internal import RogueModel
internal import RogueOpenSSL

/// A server's wish to see the client's certificate (RFC 8446, section 4.3.2; RFC 5246, section 7.4.4).
struct ClientCertificateRequest {
  /// What the answer repeats; only TLS 1.3 has it.
  private(set) var context: [UInt8] = []
  /// Wire numbers of what the server verifies, in its order.
  private(set) var schemes: [UInt16] = []

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
  }

  init(tls12 body: ArraySlice<UInt8>) throws(ClientFault) {
    var cursor = ByteCursor(body)
    guard cursor.vector8() != nil, let schemes = cursor.vector16(), cursor.vector16() != nil, cursor.isAtEnd else {
      throw .refusing(.decodeError, "a CertificateRequest that does not parse")
    }
    var list = ByteCursor(schemes)
    self.schemes = list.remainingUInt16s()
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

  /// The CertificateVerify message; nil where there is nothing to prove.
  ///
  /// - Throws: when the identity's key cannot sign in any way that the server takes.
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
