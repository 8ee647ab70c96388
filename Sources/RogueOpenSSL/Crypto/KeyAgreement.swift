internal import COpenSSL

/// One ephemeral key of a Diffie-Hellman exchange (RFC 8446, section 7.4.2; RFC 7748, section 5).
///
/// On the prime curves it multiplies points itself: the way through `EVP_PKEY` costs more in look-ups than in
/// arithmetic.
public struct KeyAgreement: Sendable {
  public enum Group: Sendable, Hashable, CaseIterable { case x25519, p256, p384 }

  public let group: Group
  /// As key shares carry it: the u coordinate, or the uncompressed point.
  public let publicValue: [UInt8]
  private let half: SecretHalf

  private enum SecretHalf: Sendable {
    case montgomery(PrivateKey)
    case scalar([UInt8], EllipticCurve)
  }

  /// Makes a fresh key.
  public init(_ group: Group) throws(OpenSSLFailure) {
    self.group = group
    switch group {
    case .x25519:
      let seed = try RandomBytes.generate(32)
      let key = unsafe PrivateKey(
        takingOwnership: try OpenSSLFailure.check("make an X25519 key") {
          unsafe EVP_PKEY_new_raw_private_key_ex(OpenSSLLibrary.context, "X25519", nil, seed, seed.count)
        })
      var value = [UInt8](repeating: 0, count: 32)
      var count = value.count
      OpenSSLFailure.clearQueue()
      guard unsafe EVP_PKEY_get_raw_public_key(key.pointer, &value, &count) == 1, count == 32 else {
        throw OpenSSLFailure.drainQueue("read an X25519 key")
      }
      publicValue = value
      half = .montgomery(key)
    case .p256: (publicValue, half) = try Self.ephemeral(on: .p256)
    case .p384: (publicValue, half) = try Self.ephemeral(on: .p384)
    }
  }

  private static func ephemeral(on curve: EllipticCurve) throws(OpenSSLFailure) -> ([UInt8], SecretHalf) {
    // A scalar is out of range once in 2^32 (P-256) or never; a hundred in a row means a broken random generator.
    for _ in 0..<100 {
      let scalar = try RandomBytes.generate(curve.length)
      guard let key = try? ECDSAKey(curve, scalar: scalar) else { continue }
      return (key.publicPoint, .scalar(scalar, curve))
    }
    throw OpenSSLFailure(operation: "make an ephemeral key")
  }

  /// The shared secret: the u coordinate or the point's x coordinate; nil if the peer's value is not a point, or makes
  /// the secret zero (RFC 8446, section 4.2.8).
  public func sharedSecret(with peer: some Collection<UInt8>) -> [UInt8]? {
    defer { OpenSSLFailure.clearQueue() }
    let peer = Array(peer)
    switch half {
    case .montgomery(let key): return Self.montgomery(key, peer)
    case .scalar(let scalar, let curve): return try? Self.multiply(scalar, peer, curve)
    }
  }

  private static func montgomery(_ key: PrivateKey, _ peer: [UInt8]) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    guard peer.count == 32,
      let theirs = unsafe EVP_PKEY_new_raw_public_key_ex(OpenSSLLibrary.context, "X25519", nil, peer, peer.count)
    else { return nil }
    defer { unsafe EVP_PKEY_free(theirs) }
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSLLibrary.context, key.pointer, nil) else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var secret = [UInt8](repeating: 0, count: 32)
    var count = secret.count
    guard unsafe EVP_PKEY_derive_init(context) == 1, unsafe EVP_PKEY_derive_set_peer(context, theirs) == 1,
      unsafe EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
    else { return nil }
    return secret
  }

  private static func multiply(
    _ scalar: [UInt8], _ peer: [UInt8], _ curve: EllipticCurve
  ) throws(OpenSSLFailure) -> [UInt8]? {
    guard peer.count == 1 + 2 * curve.length, peer[0] == 4 else { return nil }
    let group = try curve.group()
    let context = try BigNumber.Context()
    let secret = try BigNumber(scalar)
    let x = try BigNumber()
    OpenSSLFailure.clearQueue()
    guard let theirs = unsafe EC_POINT_new(group.pointer) else { return nil }
    defer { unsafe EC_POINT_free(theirs) }
    // Reading a point checks that it is on the curve; both curves have no other points than those of prime order.
    guard
      unsafe EC_POINT_oct2point(group.pointer, theirs, peer, peer.count, context.pointer) == 1,
      unsafe EC_POINT_mul(group.pointer, theirs, nil, theirs, secret.pointer, context.pointer) == 1,
      unsafe EC_POINT_get_affine_coordinates(group.pointer, theirs, x.pointer, nil, context.pointer) == 1
    else { return nil }
    return x.bytes(length: curve.length)
  }
}
