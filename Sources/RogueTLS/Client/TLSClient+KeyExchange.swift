internal import RogueModel
internal import RogueOpenSSL

/// The content of a ServerKeyExchange (RFC 5246, section 7.4.3).
struct KeyExchange12 {
  enum PeerKeyShare {
    case curve(NamedGroup, point: ArraySlice<UInt8>)
    case field(modulus: ArraySlice<UInt8>, generator: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
    /// An RSA key of the server's besides that of its certificate.
    case temporary(modulus: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>)
  }

  var half: PeerKeyShare
  /// Nil if the suite has no signature.
  var proof: ServerSignature?
}

// How a client of TLS 1.2 or before agrees on a secret.
extension TLSClient {
  /// The shortest modulus that keys are agreed on in, in bits (RFC 9325, section 4.5).
  private static let shortestModulus = 2048
  /// ECCurveType (RFC 4492, section 5.4).
  private static let explicitPrime: UInt8 = 1
  private static let namedCurve: UInt8 = 3
  private static let p256: UInt16 = 23

  func keyExchange(_ message: HandshakeMessage, _ flight: Flight12) throws(ClientFault) -> KeyExchange12 {
    var cursor = ByteCursor(message.body)
    guard let half = try half(&cursor, flight.suite) else {
      throw .refusing(.decodeError, "a ServerKeyExchange that does not parse")
    }
    var exchange = KeyExchange12(half: half)
    if flight.suite.signer != .nobody {
      let parameters = message.body[message.body.startIndex..<cursor.rest.startIndex]
      let signed = offer.random + flight.hello.random + parameters
      guard let proof = ServerSignature(&cursor, over: signed, flight.suite.legacyVersion) else {
        throw .refusing(.decodeError, "a ServerKeyExchange without a signature")
      }
      exchange.proof = proof
    }
    try rules.demand(.surplus, cursor.isAtEnd, .decodeError, "a ServerKeyExchange with bytes after its end")
    return exchange
  }

  private func half(_ cursor: inout ByteCursor, _ suite: CipherSuite) throws(ClientFault) -> KeyExchange12.PeerKeyShare?
  {
    switch suite.exchange {
    case .ecdhe:
      guard let kind = cursor.uint8() else { return nil }
      if kind == Self.explicitPrime {
        try rules.demand(.namedCurve, false, .illegalParameter, "the server describes its curve instead of naming it")
        // The field's prime, two coefficients, the base point, its order and its cofactor (RFC 4492, section 5.4).
        for _ in 0..<6 { guard cursor.vector8() != nil else { return nil } }
        return cursor.vector8().flatMap { point in
          NamedGroup.known.first { $0.number == Self.p256 }.map { .curve($0, point: point) }
        }
      }
      guard kind == Self.namedCurve, let number = cursor.uint16(), let point = cursor.vector8() else { return nil }
      guard let group = NamedGroup.known.first(where: { $0.number == number }) else {
        throw .refusing(.illegalParameter, "the server chose group \(number), which was not offered")
      }
      return .curve(group, point: point)
    case .dhe:
      guard let modulus = cursor.vector16(), let generator = cursor.vector16(), let value = cursor.vector16() else {
        return nil
      }
      return .field(modulus: modulus, generator: generator, value: value)
    case .rsa:
      try rules.demand(
        .temporaryKey, suite.isExport, .unexpectedMessage,
        "another RSA key than the certificate's, for a cipher suite that has none")
      guard let modulus = cursor.vector16(), let exponent = cursor.vector16() else { return nil }
      return .temporary(modulus: modulus, exponent: exponent)
    case .preShared: throw .refusing(.unexpectedMessage, "a key exchange where the key was there before")
    }
  }

  /// The secret, and the ClientKeyExchange for the server.
  func agree(_ flight: Flight12) throws(ClientFault) -> (premaster: [UInt8], message: [UInt8]) {
    switch (flight.suite.exchange, flight.exchange?.half) {
    case (.ecdhe, .curve(let group, let point)?): return try agree(group, point)
    case (.dhe, .field(let modulus, let generator, let value)?): return try agree(modulus, generator, value)
    case (.rsa, let half): return try encrypt(half, flight)
    case (.preShared, _):
      // No identity, and a key of no bytes (RFC 4279, section 2).
      return ([0, 0, 0, 0], ByteWriter.message(.clientKeyExchange) { body in body.vector16 { _ in } })
    default: throw .refusing(.unexpectedMessage, "the server agreed on no key")
    }
  }

  private func agree(
    _ group: NamedGroup, _ point: ArraySlice<UInt8>
  ) throws(ClientFault) -> (premaster: [UInt8], message: [UInt8]) {
    let own = try orUnable { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    guard let premaster = rules(.sharedSecret, PeerShare(key: own, value: point)) else {
      throw .refusing(.illegalParameter, "the server's key is not a point of its group")
    }
    return (premaster, ByteWriter.message(.clientKeyExchange) { body in body.vector8 { $0.append(own.publicValue) } })
  }

  private func agree(
    _ modulus: ArraySlice<UInt8>, _ generator: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
  ) throws(ClientFault) -> (premaster: [UInt8], message: [UInt8]) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    try rules.demand(
      .groupSize, bits >= Self.shortestModulus, .insufficientSecurity,
      "a Diffie-Hellman modulus of \(bits) bits", reason: .weakCrypto)
    // 1 < Y < p - 1 (RFC 7919, section 5.1).
    try rules.demand(
      .publicValue, DHEExchange.isProper(Array(value), modulo: modulus), .illegalParameter,
      "the server's Diffie-Hellman value is not a valid public value")
    try rules.demand(
      .groupPrime, DHEExchange.isPrime(modulus), .illegalParameter, "a Diffie-Hellman modulus that is not a prime",
      reason: .weakCrypto)
    let own = try orUnable { () throws(OpenSSLFailure) in
      try DHEExchange(modulus: modulus, generator: Array(generator))
    }
    guard let premaster = own.sharedSecret(with: value) else {
      throw .refusing(.illegalParameter, "a Diffie-Hellman group that cannot be computed with")
    }
    return (premaster, ByteWriter.message(.clientKeyExchange) { body in body.vector16 { $0.append(own.publicValue) } })
  }

  /// Sends a secret to the certificate's key, or to the one that the server signed.
  private func encrypt(
    _ half: KeyExchange12.PeerKeyShare?, _ flight: Flight12
  ) throws(ClientFault) -> (premaster: [UInt8], message: [UInt8]) {
    // The offered version comes first (RFC 5246, section 7.4.7.1).
    let premaster: [UInt8] = try [3, 3] + orUnable { () throws(OpenSSLFailure) in try RandomBytes.generate(46) }
    let text: [UInt8]?
    if case .temporary(let modulus, let exponent)? = half {
      text = PublicKey(modulus: Array(modulus), exponent: Array(exponent))?.encrypt(premaster)
    } else {
      text = flight.certificates.list.first.flatMap { try? X509Certificate(der: $0) }?.encrypt(premaster)
    }
    guard let text else {
      throw .refusing(.illegalParameter, "the certificate has no key that secrets can be encrypted to")
    }
    let message = ByteWriter.message(.clientKeyExchange) { body in
      // SSL 3.0 has no length there.
      if flight.suite.legacyVersion > .ssl30 { body.vector16 { $0.append(text) } } else { body.append(text) }
    }
    return (premaster, message)
  }
}
