internal import COpenSSL

/// The authenticated ciphers of TLS record protection (RFC 5116, RFC 8439), with 12-byte nonces and 16-byte tags.
public enum AEADAlgorithm: Sendable, Hashable, CaseIterable {
  case aes128GCM, aes256GCM, chaCha20Poly1305

  /// In bytes.
  public var keyLength: Int { self == .aes128GCM ? 16 : 32 }
  /// In bytes.
  public static let nonceLength = 12
  /// In bytes.
  public static let tagLength = 16

  var cipher: UnsafeMutablePointer<EVP_CIPHER>? {
    switch self {
    case .aes128GCM: unsafe FetchedCipher.aes128GCM.pointer
    case .aes256GCM: unsafe FetchedCipher.aes256GCM.pointer
    case .chaCha20Poly1305: unsafe FetchedCipher.chaCha20Poly1305.pointer
    }
  }
}

/// A cipher under one key, in one direction.
///
/// A class, because it owns an `EVP_CIPHER_CTX`; confined to one thread at a time, hence not Sendable.
@safe public class AEADContext {
  final let context: UnsafeMutablePointer<EVP_CIPHER_CTX>

  init?(_ algorithm: AEADAlgorithm, key: [UInt8], encrypts: Bool) {
    guard key.count == algorithm.keyLength, let cipher = unsafe algorithm.cipher,
      let context = unsafe EVP_CIPHER_CTX_new()
    else { return nil }
    unsafe self.context = context
    OpenSSLFailure.clearQueue()
    guard unsafe EVP_CipherInit_ex2(context, cipher, key, nil, encrypts ? 1 : 0, nil) == 1 else {
      OpenSSLFailure.clearQueue()
      return nil
    }
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }
}

/// A cipher implementation that was looked up once: a lookup by name costs more than opening a record does.
///
/// Unchecked: an `EVP_CIPHER` never changes after the fetch, and its reference count is atomic.
@safe final class FetchedCipher: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<EVP_CIPHER>?

  private init(_ name: String) {
    OpenSSLFailure.clearQueue()
    unsafe pointer = EVP_CIPHER_fetch(OpenSSLLibrary.context, name, nil)
    OpenSSLFailure.clearQueue()
  }

  deinit { unsafe EVP_CIPHER_free(pointer) }

  static let aes128GCM = FetchedCipher("AES-128-GCM")
  static let aes256GCM = FetchedCipher("AES-256-GCM")
  static let chaCha20Poly1305 = FetchedCipher("ChaCha20-Poly1305")
  static let aes128CBC = FetchedCipher("AES-128-CBC")
  static let aes256CBC = FetchedCipher("AES-256-CBC")
  static let tripleDES = FetchedCipher("DES-EDE3-CBC")
}
