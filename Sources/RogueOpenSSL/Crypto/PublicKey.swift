internal import COpenSSL

/// A public key by itself, as logs and pins have it.
///
/// Unchecked: it is not changed after it was parsed, and OpenSSL locks what it keeps inside a key.
@safe public final class PublicKey: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<EVP_PKEY>

  /// - Throws: if the bytes are not exactly one SubjectPublicKeyInfo.
  public init(spki: [UInt8]) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("parse a public key") {
      parseDER(
        spki, { unsafe d2i_PUBKEY_ex(nil, $0, $1, OpenSSLLibrary.context, nil) }, free: { unsafe EVP_PKEY_free($0) })
    }
  }

  /// An RSA key of these big-endian numbers; nil if they do not make a key.
  public init?(modulus: [UInt8], exponent: [UInt8]) {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let modulus = try? BigNumber(modulus), let exponent = try? BigNumber(exponent),
      let made = unsafe rogues_rsa_public_key(OpenSSLLibrary.context, modulus.pointer, exponent.pointer)
    else { return nil }
    unsafe pointer = made
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  public var isRSA: Bool { unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA }

  /// The key's length, such as 2048 for RSA and 256 for P-256.
  public var bits: Int { Int(unsafe EVP_PKEY_get_bits(pointer)) }

  /// Bytes of an RSA modulus.
  public var length: Int { (bits + 7) / 8 }

  /// Of an RSA key, big-endian; nil for others.
  public var modulus: [UInt8]? { unsafe isRSA ? number(OSSL_PKEY_PARAM_RSA_N) : nil }

  /// The order of an elliptic-curve key's group, big-endian; nil for others.
  public var order: [UInt8]? { unsafe number(OSSL_PKEY_PARAM_EC_ORDER) }

  @unsafe private func number(_ name: UnsafePointer<CChar>) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    var number: UnsafeMutablePointer<BIGNUM>?
    guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let found = unsafe number else { return nil }
    defer { unsafe BN_free(found) }
    var bytes = [UInt8](repeating: 0, count: (Int(unsafe BN_num_bits(found)) + 7) / 8)
    return unsafe BN_bn2binpad(found, &bytes, CInt(bytes.count)) == CInt(bytes.count) ? bytes : nil
  }

  /// The public operation of an RSA key: the block that was signed, whatever is in it; nil when the signature is no
  /// number below the modulus.
  public func block(of signature: [UInt8]) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard isRSA, let context = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSLLibrary.context, pointer, nil) else {
      return nil
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var block = [UInt8](repeating: 0, count: (bits + 7) / 8)
    var count = block.count
    guard unsafe EVP_PKEY_verify_recover_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1,
      unsafe EVP_PKEY_verify_recover(context, &block, &count, signature, signature.count) == 1, count == block.count
    else { return nil }
    return block
  }

  /// Whether the key made this signature.
  public func verifies(_ signature: some Collection<UInt8>, of message: [UInt8], as form: SignatureForm) -> Bool {
    unsafe form.verifies(signature, of: message, by: pointer)
  }
}
