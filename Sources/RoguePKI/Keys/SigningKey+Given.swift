internal import RogueModel
internal import RogueOpenSSL

extension SigningKey {
  /// A key that was made elsewhere. Without its private part it cannot sign, and throws if asked to.
  static func given(_ material: KeyMaterial) throws(HarnessFailure) -> SigningKey {
    guard let bits = publicBits(of: material.spki) else {
      throw HarnessFailure(.minting, "a certificate's public key cannot be read")
    }
    do throws(OpenSSLFailure) {
      let (backing, method) = try backing(of: material)
      return SigningKey(
        backing: backing, material: material, method: method, publicBits: bits, keyIdentifier: Digest.sha1.hash(bits))
    } catch {
      throw HarnessFailure(.minting, "a private key cannot be used", underlying: "\(error)")
    }
  }

  private static func backing(of material: KeyMaterial) throws(OpenSSLFailure) -> (Backing, SignatureMethod) {
    guard !material.privateKey.isEmpty else { return (.absent, .ecdsa(.sha256)) }
    if material.type.rsa != nil {
      return (.rsa(try PrivateKey(pkcs8: material.privateKey)), .rsaPKCS1(.sha256))
    }
    // PrivateKeyInfo (RFC 5208): version, algorithm, and the key in an OCTET STRING.
    var outer = DERReader(material.privateKey)
    guard var fields = outer.constructed(.sequence), fields.skip(), fields.skip(),
      var inner = fields.constructed(.octetString)
    else { throw OpenSSLFailure(operation: "read a private key") }
    if let curve = EllipticCurve.allCases.first(where: { $0.keyType == material.type }) {
      guard var key = inner.constructed(.sequence), key.skip(), let scalar = key.primitive(.octetString) else {
        throw OpenSSLFailure(operation: "read an elliptic-curve private key")
      }
      return (.ecdsa(try ECDSAKey(curve, scalar: Array(scalar))), .ecdsa(curve.digest))
    }
    let curve = material.type == .ed448 ? EdwardsKey.Curve.ed448 : .ed25519
    guard let seed = inner.primitive(.octetString) else { throw OpenSSLFailure(operation: "read an EdDSA private key") }
    return (.edwards(try EdwardsKey(curve, seed: Array(seed))), curve == .ed448 ? .ed448 : .ed25519)
  }
}
