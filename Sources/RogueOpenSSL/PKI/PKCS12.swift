internal import COpenSSL

/// A PKCS #12 bundle (RFC 7292): a private key with its certificates under a password.
///
/// Encrypted with AES-256-CBC under PBKDF2 with SHA-256, as OpenSSL 3 does by default and GnuTLS, NSS and Java read; salts
/// are random, so two bundles of the same content differ.
public struct PKCS12: Sendable, Hashable {
  /// DER PrivateKeyInfo (PKCS #8).
  public var privateKey: [UInt8]
  /// DER.
  public var leaf: [UInt8]
  /// DER, in order; may repeat the leaf or each other, as badly made bundles do.
  public var extra: [[UInt8]]
  /// Shown by programs that list bundles.
  public var friendlyName: String?
  /// False: the bundle gets the certificates only.
  public var hasKey = true

  public init(privateKey: [UInt8], leaf: [UInt8], extra: [[UInt8]], friendlyName: String? = nil) {
    self.privateKey = privateKey
    self.leaf = leaf
    self.extra = extra
    self.friendlyName = friendlyName
  }

  private static let iterations: CInt = 2048

  /// - Throws: also when the private key is not that of the leaf, which OpenSSL refuses to bundle.
  public func encrypted(password: String) throws(OpenSSLFailure) -> [UInt8] {
    let key = try PrivateKey(pkcs8: privateKey)
    let certificate = try X509Certificate(der: leaf)
    OpenSSLFailure.clearQueue()
    guard let list = unsafe rogues_certificates_new() else { throw OpenSSLFailure.drainQueue("make a list") }
    defer { unsafe rogues_certificates_free(list) }
    for entry in extra {
      let certificate = try X509Certificate(der: entry)
      guard unsafe rogues_certificates_push(list, certificate.pointer) > 0 else {
        throw OpenSSLFailure.drainQueue("add a certificate")
      }
      unsafe X509_up_ref(certificate.pointer)
    }
    OpenSSLFailure.clearQueue()
    guard
      let bundle = unsafe PKCS12_create_ex(
        password, friendlyName, hasKey ? key.pointer : nil, certificate.pointer, list, NID_aes_256_cbc, NID_aes_256_cbc,
        Self.iterations, Self.iterations, 0, OpenSSLLibrary.context, nil)
    else { throw OpenSSLFailure.drainQueue("make a PKCS #12 bundle") }
    defer { unsafe PKCS12_free(bundle) }
    return unsafe try encodeDER("write a PKCS #12 bundle") { unsafe i2d_PKCS12(bundle, $0) }
  }

  /// - Throws: if the bytes are not a bundle, the password is wrong, or the bundle lacks a key or a certificate.
  public init(der: [UInt8], password: String) throws(OpenSSLFailure) {
    guard let bundle = try Self.opened(der, password: password) else {
      throw OpenSSLFailure(operation: "find a private key and its certificate in a PKCS #12 bundle")
    }
    self = bundle
  }

  /// Nil if the bundle can be opened, and lacks a key or a certificate.
  ///
  /// - Throws: if the bytes are not a bundle, or the password is wrong.
  public static func opened(_ der: [UInt8], password: String) throws(OpenSSLFailure) -> PKCS12? {
    let bundle: UnsafeMutablePointer<PKCS12_st> = unsafe try OpenSSLFailure.check("parse a PKCS #12 bundle") {
      parseDER(der, { unsafe rogues_d2i_pkcs12(OpenSSLLibrary.context, $0, $1) }, free: { unsafe PKCS12_free($0) })
    }
    defer { unsafe PKCS12_free(bundle) }
    var key: UnsafeMutablePointer<EVP_PKEY>?
    var certificate: UnsafeMutablePointer<X509>?
    var list: UnsafeMutablePointer<stack_st_X509>?
    OpenSSLFailure.clearQueue()
    // The content is decrypted and read with this thread's default context.
    let isOpen = try OpenSSLLibrary.asDefault {
      unsafe PKCS12_parse(bundle, password, &key, &certificate, &list) == 1
    }
    guard isOpen else {
      throw OpenSSLFailure.drainQueue("open a PKCS #12 bundle")
    }
    defer {
      unsafe X509_free(certificate)
      if unsafe list != nil { unsafe rogues_certificates_free(list) }
    }
    guard let key = unsafe key else { return nil }
    let privateKey = try unsafe PrivateKey(takingOwnership: key).pkcs8()
    guard let certificate = unsafe certificate else { return nil }
    let leaf = unsafe try encodeDER("write a certificate") { unsafe i2d_X509(certificate, $0) }
    var extra: [[UInt8]] = []
    let count = unsafe rogues_certificates_count(list)
    for index in 0..<count {
      extra.append(
        unsafe try encodeDER("write a certificate") { unsafe i2d_X509(rogues_certificates_at(list, index), $0) })
    }
    return PKCS12(privateKey: privateKey, leaf: leaf, extra: extra)
  }
}
