internal import COpenSSL

/// The block ciphers of TLS up to 1.2, in CBC mode, without padding.
public enum BlockCipher: Sendable, Hashable, CaseIterable {
  case aes128, aes256
  /// With one key three times, which makes it single DES, as in export suites.
  case des

  /// In bytes.
  public var keyLength: Int {
    switch self {
    case .aes128: 16
    case .aes256: 32
    case .des: 8
    }
  }

  /// In bytes.
  public var blockLength: Int { self == .des ? 8 : 16 }

  /// Nil when a length is wrong: text must be whole blocks.
  public func encrypt(_ text: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? { run(text, key, iv, encrypts: 1) }

  /// Nil when a length is wrong: text must be whole blocks.
  public func decrypt(_ text: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? { run(text, key, iv, encrypts: 0) }

  private func run(_ text: [UInt8], _ key: [UInt8], _ iv: [UInt8], encrypts: CInt) -> [UInt8]? {
    guard key.count == keyLength, iv.count == blockLength, text.count.isMultiple(of: blockLength),
      text.count <= Int(CInt.max), let context = unsafe EVP_CIPHER_CTX_new()
    else { return nil }
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    var output = [UInt8](repeating: 0, count: text.count + blockLength)
    var written: CInt = 0
    let whole = self == .des ? key + key + key : key
    guard unsafe EVP_CipherInit_ex2(context, cipher, whole, iv, encrypts, nil) == 1,
      unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1,
      unsafe EVP_CipherUpdate(context, &output, &written, text, CInt(text.count)) == 1, Int(written) == text.count
    else { return nil }
    output.removeLast(blockLength)
    return output
  }

  private var cipher: UnsafeMutablePointer<EVP_CIPHER>? {
    switch self {
    case .aes128: unsafe FetchedCipher.aes128CBC.pointer
    case .aes256: unsafe FetchedCipher.aes256CBC.pointer
    case .des: unsafe FetchedCipher.tripleDES.pointer
    }
  }
}
