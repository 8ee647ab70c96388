internal import COpenSSL

/// A private key as OpenSSL holds it.
///
/// Unchecked: an EVP_PKEY does not change after its creation; OpenSSL protects its caches with its own locks.
@safe public final class PrivateKey: @unchecked Sendable {
  /// The kinds of `generate`.
  public enum Kind: Sendable, Hashable {
    case ec(EllipticCurve)
    case ed25519
    case ed448
    case rsa(bits: Int, exponent: UInt = 65_537, primes: Int = 2)
  }

  /// How a message becomes a signature.
  public enum Scheme: Sendable, Hashable {
    /// The key's only scheme, without a separate hash: EdDSA.
    case pure
    /// ECDSA (with random nonces) or RSASSA-PKCS1-v1_5, as the key is.
    case hashed(Digest)
  }

  let pointer: UnsafeMutablePointer<EVP_PKEY>

  /// Takes ownership of an EVP_PKEY; no other code may free it.
  init(takingOwnership pointer: UnsafeMutablePointer<EVP_PKEY>) { unsafe self.pointer = pointer }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// Reads a DER PrivateKeyInfo (PKCS #8, RFC 5208), unencrypted.
  public convenience init(pkcs8: [UInt8]) throws(OpenSSLFailure) {
    let read: UnsafeMutablePointer<EVP_PKEY> = unsafe try OpenSSLFailure.check("read a private key") {
      var next: UnsafePointer<UInt8>? = nil
      return unsafe pkcs8.withUnsafeBufferPointer { buffer -> UnsafeMutablePointer<EVP_PKEY>? in
        unsafe next = buffer.baseAddress
        guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &next, buffer.count) else { return nil }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return unsafe EVP_PKCS82PKEY_ex(info, OpenSSLLibrary.context, nil)
      }
    }
    unsafe self.init(takingOwnership: read)
  }

  /// Makes a fresh key from OpenSSL's random generator; RSA takes a tenth of a second and more.
  public static func generate(_ kind: Kind) throws(OpenSSLFailure) -> PrivateKey {
    let made: UnsafeMutablePointer<EVP_PKEY> = unsafe try OpenSSLFailure.check("generate a private key") {
      switch kind {
      case .ec(let curve): unsafe rogues_generate_ec(OpenSSLLibrary.context, curve.name)
      case .ed25519: unsafe rogues_generate_ed25519(OpenSSLLibrary.context)
      case .ed448: unsafe rogues_generate_ed448(OpenSSLLibrary.context)
      case .rsa(let bits, let exponent, let primes):
        unsafe rogues_generate_rsa(OpenSSLLibrary.context, bits, exponent, primes)
      }
    }
    return unsafe PrivateKey(takingOwnership: made)
  }

  /// The DER PrivateKeyInfo (PKCS #8), unencrypted.
  public func pkcs8() throws(OpenSSLFailure) -> [UInt8] {
    OpenSSLFailure.clearQueue()
    guard let info = unsafe EVP_PKEY2PKCS8(pointer) else { throw OpenSSLFailure.drainQueue("write a private key") }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
    return unsafe try encodeDER("write a private key") { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
  }

  /// The DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
  public func spki() throws(OpenSSLFailure) -> [UInt8] {
    unsafe try encodeDER("write a public key") { unsafe i2d_PUBKEY(pointer, $0) }
  }

  /// The key's length, such as 2048 for RSA and 256 for P-256.
  public var bits: Int { Int(unsafe EVP_PKEY_get_bits(pointer)) }

  public var isRSA: Bool { unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA }

  public func sign(_ message: [UInt8], _ scheme: Scheme) throws(OpenSSLFailure) -> [UInt8] {
    OpenSSLFailure.clearQueue()
    guard let context = unsafe EVP_MD_CTX_new() else { throw OpenSSLFailure.drainQueue("sign") }
    defer { unsafe EVP_MD_CTX_free(context) }
    let digest: String? =
      switch scheme {
      case .pure: nil
      case .hashed(let digest): digest.name
      }
    var signature = [UInt8](repeating: 0, count: max(0, Int(unsafe EVP_PKEY_get_size(pointer))))
    var count = signature.count
    guard unsafe EVP_DigestSignInit_ex(context, nil, digest, OpenSSLLibrary.context, nil, pointer, nil) == 1,
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count <= signature.count
    else { throw OpenSSLFailure.drainQueue("sign") }
    signature.removeLast(signature.count - count)
    return signature
  }
}

/// Calls an `i2d_…` function the safe way: first for the length, then into a buffer of that length.
func encodeDER(
  _ operation: String, _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
) throws(OpenSSLFailure) -> [UInt8] {
  OpenSSLFailure.clearQueue()
  let length = write(nil)
  guard length > 0 else { throw OpenSSLFailure.drainQueue(operation) }
  let output = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
    var next = buffer.baseAddress
    count = unsafe write(&next) == length ? Int(length) : 0
  }
  guard output.count == Int(length) else { throw OpenSSLFailure.drainQueue(operation) }
  return output
}
