internal import COpenSSL

/// An Ed25519 private key (RFC 8032); its signatures repeat by nature.
@safe public final class Ed25519Key: Sendable {
  /// The 32 bytes that the key is.
  public let seed: [UInt8]
  /// The 32 bytes of the public point.
  public let publicKey: [UInt8]
  private let key: PrivateKey

  public init(seed: [UInt8]) throws(OpenSSLFailure) {
    self.seed = seed
    let pointer: OpaquePointer = unsafe try OpenSSLFailure.check("make an Ed25519 key") {
      unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
    }
    key = unsafe PrivateKey(takingOwnership: pointer)
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    OpenSSLFailure.clearQueue()
    guard unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == 32 else {
      throw OpenSSLFailure.drainQueue("read an Ed25519 public key")
    }
    publicKey = bytes
  }

  public func sign(_ message: [UInt8]) throws(OpenSSLFailure) -> [UInt8] { try key.sign(message, .pure) }
}
