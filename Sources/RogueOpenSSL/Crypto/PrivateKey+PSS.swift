internal import COpenSSL

extension PrivateKey {
  /// RSASSA-PSS (RFC 8017, section 8.1.1) with MGF1.
  ///
  /// - Parameters:
  ///   - mask: the digest of MGF1; nil for the message's.
  ///   - saltLength: in bytes, at most 64; nil for the length of the digest.
  ///
  /// The salt is a hash of the message, so the signature repeats; PSS stays valid with any salt, and secrecy of the
  /// salt is not among its needs. OpenSSL only makes random salts, hence the encoding here. Its default salt is the
  /// longest that fits, which other libraries refuse.
  public func signPSS(
    _ message: [UInt8], _ digest: Digest, mask: Digest? = nil, saltLength: Int? = nil
  ) throws(OpenSSLFailure) -> [UInt8] {
    let hash = digest.hash(message)
    let source = Array("PSS salt".utf8) + hash
    let salt = saltLength.map { Array(Digest.sha512.hash(source).prefix($0)) } ?? digest.hash(source)
    guard let encoded = Self.encodePSS(hash: hash, salt: salt, digest, mask: mask, bits: bits - 1) else {
      throw OpenSSLFailure(operation: "encode a PSS signature")
    }
    return try signBlock(encoded)
  }

  /// EMSA-PSS-ENCODE (RFC 8017, section 9.1.1); nil when the key is too short.
  static func encodePSS(
    hash: [UInt8], salt: [UInt8], _ digest: Digest, mask: Digest? = nil, bits: Int
  ) -> [UInt8]? {
    let length = (bits + 7) / 8
    guard bits > 0, length >= hash.count + salt.count + 2 else { return nil }
    let proof = digest.hash([UInt8](repeating: 0, count: 8) + hash + salt)
    let padding = [UInt8](repeating: 0, count: length - hash.count - salt.count - 2)
    var block = padding + [1] + salt
    for (index, byte) in maskGeneration(proof, length: block.count, mask ?? digest).enumerated() {
      block[index] ^= byte
    }
    block[0] &= 0xff >> UInt8(8 * length - bits)
    return block + proof + [0xbc]
  }

  /// MGF1 (RFC 8017, appendix B.2.1).
  private static func maskGeneration(_ seed: [UInt8], length: Int, _ digest: Digest) -> [UInt8] {
    var mask: [UInt8] = []
    var counter: UInt32 = 0
    while mask.count < length {
      mask += digest.hash(seed + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * UInt32($0))) })
      counter += 1
    }
    return Array(mask.prefix(length))
  }

  /// The private operation of an RSA key on a block at most as long as the modulus, which need not be padded in any way
  /// that a standard knows.
  public func signBlock(_ block: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    OpenSSLFailure.clearQueue()
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSLLibrary.context, pointer, nil) else {
      throw OpenSSLFailure.drainQueue("sign a block")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    let size = (bits + 7) / 8
    let padded = [UInt8](repeating: 0, count: max(0, size - block.count)) + block
    var signature = [UInt8](repeating: 0, count: size)
    var count = signature.count
    guard unsafe EVP_PKEY_sign_init(context) == 1, unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1,
      unsafe EVP_PKEY_sign(context, &signature, &count, padded, padded.count) == 1, count == size
    else { throw OpenSSLFailure.drainQueue("sign a block") }
    return signature
  }
}
