internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization
internal import RogueTLS

/// A private key that signs handshakes, the leaf's or another.
struct HandshakeSigner: Sendable {
  let kind: SignatureKind
  private let key: Key

  private enum Key: Sendable {
    /// Signs without OpenSSL's key objects, which take longer to make than a signature.
    case ecdsa(ECDSAKey)
    case other(PrivateKey)
  }

  /// Reads an unencrypted PKCS #8 PrivateKeyInfo.
  init(pkcs8: [UInt8]) throws(OpenSSLFailure) {
    var outer = DERReader(pkcs8)
    guard var fields = outer.constructed(.sequence), fields.primitive(.integer) != nil,
      let algorithm = fields.primitive(.sequence), let kind = SignatureKind(algorithm: algorithm),
      let content = fields.primitive(.octetString)
    else { throw OpenSSLFailure(operation: "find out what kind of private key this is") }
    self.kind = kind
    if case .ecdsa(let curve) = kind, let scalar = Self.scalar(content, curve) {
      key = .ecdsa(try ECDSAKey(curve, scalar: scalar))
    } else {
      key = .other(try PrivateKey(pkcs8: pkcs8))
    }
  }

  /// An unrelated key of that type.
  init(stranger kind: SignatureKind) throws(OpenSSLFailure) {
    self.kind = kind
    switch kind {
    case .ecdsa(let curve): key = .ecdsa(try ECDSAKey(curve, derivedFrom: RandomBytes.generate(32)))
    case .ed25519: key = .other(try PrivateKey.generate(.ed25519))
    case .ed448: key = .other(try PrivateKey.generate(.ed448))
    // A plain RSA key signs with PSS just as well.
    case .rsa, .rsaPSS: key = .other(try PrivateKey.generate(.rsa(bits: 2048)))
    }
  }

  /// The scalar of an ECPrivateKey (RFC 5915, section 3), as long as the group order.
  private static func scalar(_ content: ArraySlice<UInt8>, _ curve: EllipticCurve) -> [UInt8]? {
    var outer = DERReader(content)
    guard var fields = outer.constructed(.sequence), fields.primitive(.integer) != nil,
      let scalar = fields.primitive(.octetString)
    else { return nil }
    let significant = scalar.drop { $0 == 0 }
    guard significant.count <= curve.length else { return nil }
    return [UInt8](repeating: 0, count: curve.length - significant.count) + significant
  }

  func sign(_ message: [UInt8], _ scheme: SignatureScheme) throws(TLSAbort) -> [UInt8] {
    guard let form = scheme.form else { throw TLSAbort(.internalError, "signing in an unknown way") }
    return try sign(message, form)
  }

  /// A client's secret, decrypted with the key; nil if the key does not decrypt.
  func decrypt(_ text: [UInt8]) -> [UInt8]? {
    guard case .other(let key) = key else { return nil }
    return key.decrypt(text)
  }

  func sign(_ message: [UInt8], _ form: SignatureForm) throws(TLSAbort) -> [UInt8] {
    try orAbort { () throws(OpenSSLFailure) in
      switch (key, form) {
      case (.ecdsa(let key), .hashed(let digest)): return try key.sign(message, digest)
      case (.ecdsa, _): throw OpenSSLFailure(operation: "sign with ECDSA in a way that it does not have")
      case (.other(let key), _): return try key.sign(message, as: form)
      }
    }
  }
}

/// The signing keys in use: reading one may take longer than a handshake.
final class HandshakeSigners: Sendable {
  private struct Key: Hashable {
    var privateKey: [UInt8]
    var kind: SignatureKind?
  }

  private let signers = Mutex<[Key: HandshakeSigner]>([:])
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The signer of a presentation: its key, or, if its type differs from the leaf's, an unrelated key of the leaf's
  /// type.
  ///
  /// A client first checks whether the scheme fits the leaf. It would refuse a key of another type there, and the
  /// fault, a signature by a server that does not hold the leaf's key, would not be presented.
  func signer(of presentation: ServedAttempt.Presentation) throws(HarnessFailure) -> HandshakeSigner {
    let leaf = presentation.certificates.first.flatMap(CertificateFields.init(der:))?.keyKind
    let key = Key(privateKey: presentation.key.privateKey, kind: leaf)
    if let known = signers.withLock({ $0[key] }) { return known }
    do throws(OpenSSLFailure) {
      var made = try HandshakeSigner(pkcs8: presentation.key.privateKey)
      if let leaf, leaf != made.kind { made = try HandshakeSigner(stranger: leaf) }
      let signer = made
      signers.withLock { signers in
        // Keys come and go with their conversations; which of the old ones goes first does not matter.
        if signers.count >= capacity { signers.removeAll(keepingCapacity: true) }
        signers[key] = signer
      }
      return signer
    } catch {
      throw HarnessFailure(.network, "the Swift engine cannot serve this attempt", underlying: error.description)
    }
  }
}
