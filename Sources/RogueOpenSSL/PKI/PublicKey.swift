internal import COpenSSL

/// A public key by itself, as logs and pins have it.
///
/// Unchecked: it is not changed after it was parsed, and OpenSSL locks what it keeps inside a key.
@safe public final class PublicKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// - Throws: when the bytes are no SubjectPublicKeyInfo, or more than one.
  public init(spki: [UInt8]) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("parse a public key") {
      parseDER(spki, { unsafe d2i_PUBKEY(nil, $0, $1) }, free: { unsafe EVP_PKEY_free($0) })
    }
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  public var isRSA: Bool { unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA }

  /// Whether the key made this signature.
  public func verifies(_ signature: some Collection<UInt8>, of message: [UInt8], as form: SignatureForm) -> Bool {
    unsafe form.verifies(signature, of: message, by: pointer)
  }
}
