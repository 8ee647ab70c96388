internal import COpenSSL

/// An Ed25519 or Ed448 private key (RFC 8032); its signatures repeat by nature.
@safe public final class EdwardsKey: Sendable {
  public enum Curve: Sendable, Hashable {
    case ed25519, ed448

    /// Bytes of a private key, and of a public one.
    public var length: Int { self == .ed25519 ? 32 : 57 }
    /// As OpenSSL knows it.
    var name: String { self == .ed25519 ? "ED25519" : "ED448" }
  }

  public let curve: Curve
  /// The bytes that the key is.
  public let seed: [UInt8]
  /// The bytes of the public point.
  public let publicKey: [UInt8]
  private let key: PrivateKey

  /// - Parameter seed: as long as the curve wants it.
  public init(_ curve: Curve, seed: [UInt8]) throws(OpenSSLFailure) {
    self.curve = curve
    self.seed = seed
    let pointer: UnsafeMutablePointer<EVP_PKEY> = unsafe try OpenSSLFailure.check("make an EdDSA key") {
      unsafe EVP_PKEY_new_raw_private_key_ex(OpenSSLLibrary.context, curve.name, nil, seed, seed.count)
    }
    key = unsafe PrivateKey(takingOwnership: pointer)
    var bytes = [UInt8](repeating: 0, count: curve.length)
    var count = bytes.count
    OpenSSLFailure.clearQueue()
    guard unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == curve.length else {
      throw OpenSSLFailure.drainQueue("read an EdDSA public key")
    }
    publicKey = bytes
  }

  public func sign(_ message: [UInt8]) throws(OpenSSLFailure) -> [UInt8] { try key.sign(message, .pure) }
}
