internal import COpenSSL

/// A private key for libssl.
@safe final class TLSPrivateKey {
  let pointer: UnsafeMutablePointer<EVP_PKEY>

  /// Takes ownership.
  private init(owning pointer: UnsafeMutablePointer<EVP_PKEY>) { unsafe self.pointer = unsafe pointer }

  /// Reads an unencrypted PKCS #8 PrivateKeyInfo.
  convenience init(pkcs8: [UInt8]) throws(OpenSSLFailure) {
    let key = unsafe try OpenSSLFailure.check("read a private key for TLS") {
      unsafe pkcs8.withUnsafeBufferPointer { buffer -> UnsafeMutablePointer<EVP_PKEY>? in
        var start = buffer.baseAddress
        return unsafe d2i_AutoPrivateKey_ex(nil, &start, buffer.count, OpenSSLLibrary.context, nil)
      }
    }
    unsafe self.init(owning: key)
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// The key with which a server presents `certificate`: `key` itself when it fits, else one that claims to fit.
  ///
  /// libssl refuses a key whose public half is not the leaf's. A key made of the leaf's public half and another's
  /// private half passes that check, and every signature it makes is bad: the server that stole a certificate but
  /// not its key.
  static func presenting(
    _ certificate: TLSCertificate, with key: TLSPrivateKey
  ) throws(OpenSSLFailure) -> TLSPrivateKey {
    let theirs = unsafe try OpenSSLFailure.check("read the public key of a certificate for TLS") {
      unsafe X509_get0_pubkey(certificate.pointer)
    }
    if unsafe EVP_PKEY_eq(theirs, key.pointer) == 1 {
      OpenSSLFailure.clearQueue()
      return key
    }
    OpenSSLFailure.clearQueue()
    let stranger = unsafe try strangerKey(like: theirs, preferring: key)
    return unsafe try TLSPrivateKey(publicHalfOf: theirs, privateHalfOf: stranger)
  }

  /// A key on the same curve or of the same kind as `model`: `key` when it is one, else a fresh one.
  private static func strangerKey(
    like model: UnsafeMutablePointer<EVP_PKEY>, preferring key: TLSPrivateKey
  ) throws(OpenSSLFailure) -> TLSPrivateKey {
    let kind = unsafe EVP_PKEY_get_base_id(model)
    // Two keys on one curve can swap halves; kinds without curves always can.
    let isAlike = unsafe kind == EVP_PKEY_get_base_id(key.pointer)
    let isOnTheSameCurve = unsafe EVP_PKEY_parameters_eq(model, key.pointer) == 1
    OpenSSLFailure.clearQueue()
    if isAlike && (isOnTheSameCurve || kind != EVP_PKEY_EC) { return key }
    let fresh = unsafe try OpenSSLFailure.check("make a key that does not fit") {
      guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSLLibrary.context, model, nil) else {
        return unsafe nil as UnsafeMutablePointer<EVP_PKEY>?
      }
      defer { unsafe EVP_PKEY_CTX_free(context) }
      var made: UnsafeMutablePointer<EVP_PKEY>?
      guard unsafe EVP_PKEY_keygen_init(context) > 0, unsafe EVP_PKEY_generate(context, &made) > 0 else { return nil }
      return unsafe made
    }
    return unsafe TLSPrivateKey(owning: fresh)
  }

  private convenience init(
    publicHalfOf theirs: UnsafeMutablePointer<EVP_PKEY>, privateHalfOf stranger: TLSPrivateKey
  ) throws(OpenSSLFailure) {
    let pair = unsafe try OpenSSLFailure.check("join a public and a private half") {
      unsafe Self.join(theirs, stranger.pointer)
    }
    unsafe self.init(owning: pair)
  }

  private static func join(
    _ theirs: UnsafeMutablePointer<EVP_PKEY>, _ stranger: UnsafeMutablePointer<EVP_PKEY>
  ) -> UnsafeMutablePointer<EVP_PKEY>? {
    var builder = HalvesBuilder()
    let kind = unsafe EVP_PKEY_get_base_id(theirs)
    let made: Bool
    switch kind {
    case EVP_PKEY_EC:
      made =
        unsafe builder.takeText(OSSL_PKEY_PARAM_GROUP_NAME, from: theirs)
        && builder.takeOctets(OSSL_PKEY_PARAM_PUB_KEY, from: theirs)
        && builder.takeNumber(OSSL_PKEY_PARAM_PRIV_KEY, from: stranger)
    case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS:
      made =
        unsafe builder.takeNumber(OSSL_PKEY_PARAM_RSA_N, from: theirs)
        && builder.takeNumber(OSSL_PKEY_PARAM_RSA_E, from: theirs)
        && builder.takeNumber(OSSL_PKEY_PARAM_RSA_D, from: stranger)
    default:
      made =
        unsafe builder.takeOctets(OSSL_PKEY_PARAM_PUB_KEY, from: theirs)
        && builder.takeOctets(OSSL_PKEY_PARAM_PRIV_KEY, from: stranger)
    }
    defer { builder.free() }
    return made ? unsafe builder.key(like: theirs) : nil
  }
}

/// Collects key parameters that come from two keys.
@safe private struct HalvesBuilder {
  private var builder = unsafe OSSL_PARAM_BLD_new()
  // The builder keeps pointers, so what it was given lives until the key is made.
  private var numbers: [UnsafeMutablePointer<BIGNUM>] = unsafe []
  private var octets: [UnsafeMutableBufferPointer<UInt8>] = unsafe []

  mutating func takeNumber(_ name: String, from key: UnsafeMutablePointer<EVP_PKEY>) -> Bool {
    var number: UnsafeMutablePointer<BIGNUM>?
    guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1, let number = unsafe number else { return false }
    unsafe numbers.append(number)
    return unsafe OSSL_PARAM_BLD_push_BN(builder, kept(name), number) == 1
  }

  mutating func takeOctets(_ name: String, from key: UnsafeMutablePointer<EVP_PKEY>) -> Bool {
    var length = 0
    guard unsafe EVP_PKEY_get_octet_string_param(key, name, nil, 0, &length) == 1 else { return false }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
    unsafe octets.append(buffer)
    guard unsafe EVP_PKEY_get_octet_string_param(key, name, buffer.baseAddress, length, &length) == 1 else {
      return false
    }
    return unsafe OSSL_PARAM_BLD_push_octet_string(builder, kept(name), buffer.baseAddress, length) == 1
  }

  mutating func takeText(_ name: String, from key: UnsafeMutablePointer<EVP_PKEY>) -> Bool {
    let capacity = 80
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    unsafe octets.append(buffer)
    return unsafe buffer.withMemoryRebound(to: CChar.self) { text -> Bool in
      guard unsafe EVP_PKEY_get_utf8_string_param(key, name, text.baseAddress, capacity, nil) == 1 else { return false }
      return unsafe OSSL_PARAM_BLD_push_utf8_string(builder, kept(name), text.baseAddress, 0) == 1
    }
  }

  /// A copy that lives as long as the builder, which keeps pointers to names too.
  private mutating func kept(_ name: String) -> UnsafePointer<CChar>? {
    let bytes = Array(name.utf8) + [0]
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe buffer.initialize(from: bytes)
    unsafe octets.append(buffer)
    return unsafe UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
  }

  func key(like model: UnsafeMutablePointer<EVP_PKEY>) -> UnsafeMutablePointer<EVP_PKEY>? {
    guard let parameters = unsafe OSSL_PARAM_BLD_to_param(builder) else { return nil }
    defer { unsafe OSSL_PARAM_free(parameters) }
    guard
      let context = unsafe EVP_PKEY_CTX_new_from_name(OpenSSLLibrary.context, EVP_PKEY_get0_type_name(model), nil)
    else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var made: UnsafeMutablePointer<EVP_PKEY>?
    guard unsafe EVP_PKEY_fromdata_init(context) == 1,
      unsafe EVP_PKEY_fromdata(context, &made, rogues_evp_pkey_keypair(), parameters) == 1
    else { return nil }
    return unsafe made
  }

  func free() {
    unsafe OSSL_PARAM_BLD_free(builder)
    // By index: swift-format joins the words of `for unsafe number in`.
    for index in unsafe numbers.indices { unsafe BN_clear_free(numbers[index]) }
    for index in unsafe octets.indices {
      unsafe OPENSSL_cleanse(octets[index].baseAddress, octets[index].count)
      unsafe octets[index].deallocate()
    }
  }
}
