internal import COpenSSL

/// How a message becomes a signature in a TLS handshake; the key says which algorithm it is.
public enum SignatureForm: Sendable, Hashable {
  /// EdDSA: no separate hash.
  case pure
  /// ECDSA, or RSASSA-PKCS1-v1_5.
  case hashed(Digest)
  /// RSASSA-PSS with MGF1 of the same digest and a salt of its length (RFC 8446, section 4.2.3).
  case pss(Digest)
  /// The same with whatever salt there is; to verify only.
  case pssOfAnySalt(Digest)
  /// The same with the digest of MGF1 and the octets of salt that are named, as certificates name them (RFC 4055, section 3.1);
  /// to verify only.
  case pssNaming(Digest, mask: Digest, salt: Int)
  /// RSASSA-PKCS1-v1_5 over MD5 and SHA-1 one after the other, without saying so (RFC 2246, section 7.4.3).
  case md5AndSHA1
  /// RSASSA-PKCS1-v1_5 over MD5, which no client may take any more (RFC 9155).
  case md5

  /// The digest as OpenSSL knows it.
  fileprivate var digestName: String? {
    switch self {
    case .pure: nil
    case .md5AndSHA1: "MD5-SHA1"
    case .md5: "MD5"
    case .hashed(let digest), .pss(let digest), .pssOfAnySalt(let digest), .pssNaming(let digest, _, _): digest.name
    }
  }

  fileprivate func configure(_ context: UnsafeMutablePointer<EVP_PKEY_CTX>?) -> Bool {
    let saltLength: CInt
    switch self {
    case .pure, .hashed, .md5AndSHA1, .md5: return true
    case .pss: saltLength = RSA_PSS_SALTLEN_DIGEST
    case .pssOfAnySalt: saltLength = RSA_PSS_SALTLEN_AUTO
    case .pssNaming(_, let mask, let salt):
      return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0
        && EVP_PKEY_CTX_set_rsa_mgf1_md(context, mask.method) > 0
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, CInt(salt)) > 0
    }
    return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, saltLength) > 0
  }

  func verifies(
    _ signature: some Collection<UInt8>, of message: [UInt8], by key: UnsafeMutablePointer<EVP_PKEY>?
  ) -> Bool {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    let signature = Array(signature)
    guard let key = unsafe key, let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    var options: UnsafeMutablePointer<EVP_PKEY_CTX>?
    return unsafe EVP_DigestVerifyInit_ex(context, &options, digestName, OpenSSLLibrary.context, nil, key, nil) == 1
      && configure(options)
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

extension PrivateKey {
  public func sign(_ message: [UInt8], as form: SignatureForm) throws(OpenSSLFailure) -> [UInt8] {
    OpenSSLFailure.clearQueue()
    guard let context = unsafe EVP_MD_CTX_new() else { throw OpenSSLFailure.drainQueue("sign a handshake") }
    defer { unsafe EVP_MD_CTX_free(context) }
    var options: UnsafeMutablePointer<EVP_PKEY_CTX>?
    var signature = [UInt8](repeating: 0, count: max(0, Int(unsafe EVP_PKEY_get_size(pointer))))
    var count = signature.count
    guard
      unsafe EVP_DigestSignInit_ex(context, &options, form.digestName, OpenSSLLibrary.context, nil, pointer, nil) == 1,
      unsafe form.configure(options),
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count <= signature.count
    else { throw OpenSSLFailure.drainQueue("sign a handshake") }
    signature.removeLast(signature.count - count)
    return signature
  }
}

extension X509Certificate {
  /// Whether the certificate's key made this signature.
  public func verifies(_ signature: some Collection<UInt8>, of message: [UInt8], as form: SignatureForm) -> Bool {
    unsafe form.verifies(signature, of: message, by: X509_get0_pubkey(pointer))
  }
}
