internal import COpenSSL

/// An ECDSA private key whose signatures repeat: nonces come from RFC 6979.
///
/// OpenSSL learned deterministic nonces in 3.2 only, and 3.0 is what stable distributions have, so the nonce and the
/// few lines of arithmetic around OpenSSL's own point multiplication are here. For test keys: the modular inverse is
/// the fast one, which does not run in constant time.
@safe public final class ECDSAKey: Sendable {
  public let curve: EllipticCurve
  /// The private key, big-endian, as long as the group order.
  public let scalar: [UInt8]
  /// The public key as an uncompressed point.
  public let publicPoint: [UInt8]
  /// The point that the public key is a multiple of, uncompressed; nil for the curve's own generator.
  public let generator: [UInt8]?

  /// - Throws: when the scalar has the wrong length or is not between 1 and the group order.
  public init(_ curve: EllipticCurve, scalar: [UInt8]) throws(OpenSSLFailure) {
    let group = try curve.group()
    let number = try BigNumber(scalar)
    guard scalar.count == curve.length, !number.isZero, unsafe BN_cmp(number.pointer, group.order) < 0 else {
      throw OpenSSLFailure(operation: "use a scalar out of range as a private key")
    }
    self.curve = curve
    self.scalar = scalar
    generator = nil
    let context = try BigNumber.Context()
    publicPoint = try EllipticCurve.Point(number, on: group, context).uncompressed(curve, context)
  }

  /// A private key for another party's public point. Any scalar will do if its owner chooses the generator to match,
  /// which is the point divided by the scalar (CVE-2020-0601).
  public init(claiming point: [UInt8], on curve: EllipticCurve, derivedFrom seed: [UInt8]) throws(OpenSSLFailure) {
    let own = try ECDSAKey(curve, derivedFrom: seed)
    let group = try curve.group()
    let context = try BigNumber.Context()
    let secret = try BigNumber(own.scalar)
    let inverse = try Self.inverse(secret, own.scalar, group, context)
    self.curve = curve
    scalar = own.scalar
    publicPoint = point
    generator = try EllipticCurve.Point(inverse, times: point, on: group, context).uncompressed(curve, context)
  }

  /// The key derived from `seed`: the seed is hashed to 64 bits more than the order has, so that the bias of the
  /// reduction does not matter (FIPS 186-5, appendix A.2.1).
  public convenience init(_ curve: EllipticCurve, derivedFrom seed: [UInt8]) throws(OpenSSLFailure) {
    let group = try curve.group()
    let wide = try BigNumber(
      HKDF.derive(.sha512, secret: seed, salt: [], info: Array("ECDSA scalar".utf8), length: curve.length + 8))
    let reduced = try BigNumber()
    let context = try BigNumber.Context()
    // wide mod (n - 1) + 1
    let limit = try BigNumber()
    OpenSSLFailure.clearQueue()
    guard unsafe BN_sub(limit.pointer, group.order, BN_value_one()) == 1,
      unsafe BN_div(nil, reduced.pointer, wide.pointer, limit.pointer, context.pointer) == 1,
      unsafe BN_add_word(reduced.pointer, 1) == 1, let scalar = reduced.bytes(length: curve.length)
    else { throw OpenSSLFailure.drainQueue("derive a private key") }
    try self.init(curve, scalar: scalar)
  }

  /// Hashes and signs; the result is the DER Ecdsa-Sig-Value (RFC 3279, section 2.2.3).
  public func sign(_ message: [UInt8], _ digest: Digest) throws(OpenSSLFailure) -> [UInt8] {
    let (r, s) = try signature(hash: digest.hash(message), digest)
    return ECDSASignature.encode(r, s)
  }

  /// r and s, each as long as the group order.
  public func signature(hash: [UInt8], _ digest: Digest) throws(OpenSSLFailure) -> (r: [UInt8], s: [UInt8]) {
    let group = try curve.group()
    let context = try BigNumber.Context()
    let secret = try BigNumber(scalar)
    let hashed = try BigNumber(hash.prefix(curve.length))
    OpenSSLFailure.clearQueue()
    // As long as the order, so below twice the order: one subtraction is a reduction.
    let remainder = hashed
    if unsafe BN_cmp(remainder.pointer, group.order) >= 0 {
      guard unsafe BN_sub(remainder.pointer, remainder.pointer, group.order) == 1 else {
        throw OpenSSLFailure.drainQueue("reduce a hash")
      }
    }
    guard let reduced = remainder.bytes(length: curve.length) else {
      throw OpenSSLFailure(operation: "reduce a hash")
    }

    var nonces = DeterministicNonce(digest, scalar: scalar, hash: reduced)
    // One in 2^32 candidates of P-256 is out of range; a hundred in a row means that the arithmetic is broken.
    for _ in 0..<100 {
      let candidate = nonces.next(length: curve.length).shifted(by: curve.surplusBits)
      let nonce = try BigNumber(candidate)
      guard !nonce.isZero, unsafe BN_cmp(nonce.pointer, group.order) < 0 else { continue }
      let x = try EllipticCurve.Point(nonce, times: generator, on: group, context).x(context)
      let inverse = try Self.inverse(nonce, candidate, group, context)
      let r = try BigNumber()
      let s = try BigNumber()
      OpenSSLFailure.clearQueue()
      // s = (hash + r * secret) / nonce
      guard unsafe BN_div(nil, r.pointer, x.pointer, group.order, context.pointer) == 1,
        unsafe BN_mod_mul(s.pointer, r.pointer, secret.pointer, group.order, context.pointer) == 1,
        unsafe BN_mod_add(s.pointer, s.pointer, remainder.pointer, group.order, context.pointer) == 1,
        unsafe BN_mod_mul(s.pointer, s.pointer, inverse.pointer, group.order, context.pointer) == 1
      else { throw OpenSSLFailure.drainQueue("sign with ECDSA") }
      guard !r.isZero, !s.isZero else { continue }
      guard let rBytes = r.bytes(length: curve.length), let sBytes = s.bytes(length: curve.length) else { break }
      return (rBytes, sBytes)
    }
    throw OpenSSLFailure(operation: "find an ECDSA nonce")
  }

  private static func inverse(
    _ nonce: borrowing BigNumber, _ bytes: [UInt8], _ group: EllipticCurve.Group,
    _ context: borrowing BigNumber.Context
  ) throws(OpenSSLFailure) -> BigNumber {
    if let inverse = group.inverse?(bytes) { return try BigNumber(inverse) }
    let inverse = try BigNumber()
    OpenSSLFailure.clearQueue()
    guard unsafe BN_mod_inverse(inverse.pointer, nonce.pointer, group.order, context.pointer) != nil else {
      throw OpenSSLFailure.drainQueue("invert a nonce")
    }
    return inverse
  }
}

extension [UInt8] {
  /// As a big-endian number, without its last bits: RFC 6979 (section 2.3.2) keeps the leftmost ones.
  fileprivate func shifted(by bits: Int) -> [UInt8] {
    guard bits > 0 else { return self }
    return indices.map { index in
      (index == 0 ? 0 : self[index - 1] << UInt8(8 - bits)) | self[index] >> UInt8(bits)
    }
  }
}
