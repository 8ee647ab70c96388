internal import COpenSSL

// RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), with which clients send secrets to keys that decrypt.
extension PrivateKey {
  /// The secret; nil if the text was not encrypted for this key.
  public func decrypt(_ text: [UInt8]) -> [UInt8]? {
    unsafe RSATransport.run(
      text, pointer, EVP_PKEY_decrypt_init, { unsafe EVP_PKEY_decrypt($0, $1, $2, $3, $4) })
  }
}

extension PublicKey {
  /// Nil when the secret is too long for the key, or the key is not one of RSA.
  public func encrypt(_ secret: [UInt8]) -> [UInt8]? {
    unsafe RSATransport.run(
      secret, pointer, EVP_PKEY_encrypt_init, { unsafe EVP_PKEY_encrypt($0, $1, $2, $3, $4) })
  }
}

extension X509Certificate {
  /// Encrypts to the certificate's key; nil as for `PublicKey`.
  public func encrypt(_ secret: [UInt8]) -> [UInt8]? {
    guard let key = unsafe X509_get0_pubkey(pointer) else { return nil }
    return unsafe RSATransport.run(
      secret, key, EVP_PKEY_encrypt_init, { unsafe EVP_PKEY_encrypt($0, $1, $2, $3, $4) })
  }
}

@unsafe private enum RSATransport {
  typealias Operation = (
    UnsafeMutablePointer<EVP_PKEY_CTX>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?,
    UnsafePointer<UInt8>?, Int
  ) -> CInt

  static func run(
    _ input: [UInt8], _ key: UnsafeMutablePointer<EVP_PKEY>, _ start: (UnsafeMutablePointer<EVP_PKEY_CTX>?) -> CInt,
    _ perform: Operation
  ) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA,
      let context = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSLLibrary.context, key, nil)
    else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: max(0, Int(unsafe EVP_PKEY_get_size(key))))
    var count = output.count
    guard unsafe start(context) == 1, unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      unsafe perform(context, &output, &count, input, input.count) == 1, count <= output.count
    else { return nil }
    return Array(output.prefix(count))
  }
}
