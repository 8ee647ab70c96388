internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

// How server and client agree on a secret (RFC 5246, sections 7.4.3 and 7.4.7).
extension Handshake12 {
  /// The server's half of a key exchange, with what its ServerKeyExchange is made from.
  enum KeyShareHalf {
    case curve(NamedGroup, KeyAgreement, ServerShare)
    case field(DHEExchange, DHEShare)
    /// The client encrypts its secret to this key; nil: to the leaf's.
    case transport(PrivateKey?)
    /// PSK with an empty secret: no other was agreed.
    case preShared
  }

  func half(_ hello: ClientHello, _ suite: CipherSuite) throws(TLSAbort) -> KeyShareHalf {
    switch suite.exchange {
    case .ecdhe:
      // A client that names no groups leaves the choice to the server (RFC 8422, section 4).
      let groups = hello.extensions.contains(.supportedGroups) ? hello.evidence.groups : [23]
      guard let group = settings.script.groups.first(where: { groups.contains($0.number) }) else {
        throw TLSAbort(.handshakeFailure, "the client offers no group that this server supports")
      }
      let own = try orAbort { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
      var share = ServerShare(value: own.publicValue)
      pass(\.share, &share)
      return .curve(group, own, share)
    case .dhe:
      let field = settings.script.finiteField
      let own = try orAbort { () throws(OpenSSLFailure) in
        try DHEExchange(modulus: field.modulus, generator: field.generator)
      }
      var share = DHEShare(modulus: own.modulus, generator: own.generator, value: own.publicValue)
      pass(\.fieldShare, &share)
      return .field(own, share)
    case .rsa:
      guard let bits = settings.script.temporaryKeyBits else { return .transport(nil) }
      return .transport(try orAbort { () throws(OpenSSLFailure) in try PrivateKey.generate(.rsa(bits: bits)) })
    case .preShared: return .preShared
    }
  }

  /// The scheme with which the server signs its key share; nil if there is no signature, or it names no scheme.
  func scheme(_ hello: ClientHello, _ suite: CipherSuite) throws(TLSAbort) -> SignatureScheme? {
    guard suite.signer != .nobody, suite.exchange != .rsa || settings.script.temporaryKeyBits != nil,
      suite.legacyVersion.namesSchemes
    else { return nil }
    let offered = hello.extensions.contains(.signatureAlgorithms) ? hello.signatureSchemes : nil
    let kind = presentation.signer.kind
    guard var scheme = SignatureScheme.choose(for: kind, .tls12, from: offered) else {
      throw TLSAbort(.handshakeFailure, "the client accepts no signature by this type of key")
    }
    pass(\.scheme, &scheme)
    return scheme
  }

  /// Nil where the suite has no such message.
  func keyExchange(
    _ half: KeyShareHalf, _ scheme: SignatureScheme?, _ agreed: Negotiated
  ) throws(TLSAbort) -> ServerMessage? {
    guard let parameters = try parameters(half) else { return nil }
    guard agreed.suite.signer != .nobody else { return ServerMessage(.serverKeyExchange, parameters) }
    let kind = presentation.signer.kind
    guard let form = scheme?.form ?? agreed.suite.legacyVersion.signatureForm(kind) else {
      throw TLSAbort(.handshakeFailure, "this version of TLS has no signatures by this type of key")
    }
    var signed = agreed.clientRandom + agreed.serverRandom + parameters
    pass(\.signedContent, &signed)
    var signature = MadeSignature(
      bytes: try presentation.signer.sign(signed, form), content: signed, scheme: scheme)
    pass(\.signature, &signature)
    return ServerMessage(.serverKeyExchange) { body in
      body.append(parameters)
      if let scheme { body.uint16(scheme.rawValue) }
      body.vector16 { $0.append(signature.bytes) }
    }
  }

  private func parameters(_ half: KeyShareHalf) throws(TLSAbort) -> [UInt8]? {
    var writer = ByteWriter(reserving: 600)
    switch half {
    case .curve(let group, _, let share):
      // named_curve
      writer.append(share.curve ?? [3, UInt8(group.number >> 8), UInt8(truncatingIfNeeded: group.number)])
      writer.vector8 { $0.append(share.value) }
    case .field(_, let share):
      for number in [share.modulus, share.generator, share.value] { writer.vector16 { $0.append(number) } }
    case .transport(let temporary):
      guard let temporary else { return nil }
      // ServerRSAParams (RFC 2246, section 7.4.3)
      let key = try orAbort { () throws(OpenSSLFailure) in try PublicKey(spki: temporary.spki()) }
      writer.vector16 { $0.append(key.modulus ?? []) }
      writer.vector16 { $0.append([1, 0, 1]) }
    case .preShared: return nil
    }
    return writer.bytes
  }

  /// The secret that a ClientKeyExchange leads to.
  func premaster(_ body: ArraySlice<UInt8>, _ half: KeyShareHalf, _ legacyVersion: LegacyVersion) throws(TLSAbort)
    -> [UInt8]
  {
    var cursor = ByteCursor(body)
    let value: ArraySlice<UInt8>?
    switch half {
    case .curve: value = cursor.vector8()
    // The message of SSL 3.0 is the text and nothing else.
    case .transport where legacyVersion == .ssl30: value = cursor.bytes(body.count)
    case .field, .transport, .preShared: value = cursor.vector16()
    }
    guard let value, cursor.isAtEnd else {
      throw TLSAbort(.decodeError, "a ClientKeyExchange that does not parse")
    }
    let secret: [UInt8]?
    switch half {
    case .curve(_, let own, let share): secret = share.secret ?? own.sharedSecret(with: value)
    case .field(let own, let share): secret = share.secret ?? own.sharedSecret(with: value)
    case .transport(let temporary):
      secret = temporary.map { $0.decrypt(Array(value)) } ?? presentation.signer.decrypt(Array(value))
    // Two secrets of no bytes, each with its length (RFC 4279, section 2).
    case .preShared: secret = [0, 0, 0, 0]
    }
    guard let secret else { throw TLSAbort(.illegalParameter, "the client's public value is not valid") }
    return secret
  }
}
