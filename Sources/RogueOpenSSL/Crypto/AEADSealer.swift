internal import COpenSSL

/// Seals under one key, for `AEADOpener`.
@safe public final class AEADSealer: AEADContext {
  /// Nil when the key has the wrong length or the cipher is not available.
  public init?(_ algorithm: AEADAlgorithm, key: [UInt8]) { super.init(algorithm, key: key, encrypts: true) }

  /// Ciphertext, then tag; nil when the lengths are wrong. A nonce must not be used twice.
  public func seal(_ plaintext: [UInt8], nonce: [UInt8], additionalData: [UInt8]) -> [UInt8]? {
    guard nonce.count == AEADAlgorithm.nonceLength, plaintext.count <= Int(CInt.max) - AEADAlgorithm.tagLength,
      additionalData.count <= Int(CInt.max)
    else { return nil }
    var isSealed = false
    let length = plaintext.count + AEADAlgorithm.tagLength
    let sealed = unsafe [UInt8](unsafeUninitializedCapacity: length) { output, count in
      isSealed = unsafe seal(plaintext, nonce, additionalData, into: output.baseAddress)
      count = isSealed ? length : 0
    }
    return isSealed ? sealed : nil
  }

  private func seal(
    _ plaintext: [UInt8], _ nonce: [UInt8], _ data: [UInt8], into output: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    guard let output = unsafe output else { return false }
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    var written: CInt = 0
    guard unsafe EVP_EncryptInit_ex2(context, nil, nil, nonce, nil) == 1 else { return false }
    if !data.isEmpty {
      guard unsafe EVP_EncryptUpdate(context, nil, &written, data, CInt(data.count)) == 1 else { return false }
    }
    if !plaintext.isEmpty {
      guard unsafe EVP_EncryptUpdate(context, output, &written, plaintext, CInt(plaintext.count)) == 1,
        Int(written) == plaintext.count
      else { return false }
    }
    let end = unsafe output + plaintext.count
    guard unsafe EVP_EncryptFinal_ex(context, end, &written) == 1, written == 0 else { return false }
    return unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CInt(AEADAlgorithm.tagLength), end) == 1
  }
}
