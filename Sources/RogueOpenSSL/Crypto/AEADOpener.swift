internal import COpenSSL

/// Opens what was sealed under one key.
@safe public final class AEADOpener: AEADContext {
  /// Nil when the key has the wrong length or the cipher is not available.
  public init?(_ algorithm: AEADAlgorithm, key: [UInt8]) { super.init(algorithm, key: key, encrypts: false) }

  /// The plaintext of `sealed` (ciphertext, then tag); nil when it was not sealed under this key, nonce and data.
  public func open(
    _ sealed: ArraySlice<UInt8>, nonce: [UInt8], additionalData: ArraySlice<UInt8>
  ) -> [UInt8]? {
    let count = sealed.count - AEADAlgorithm.tagLength
    guard count >= 0, nonce.count == AEADAlgorithm.nonceLength, sealed.count <= Int(CInt.max),
      additionalData.count <= Int(CInt.max)
    else { return nil }
    var isAuthentic = false
    let plaintext = unsafe sealed.withUnsafeBufferPointer { input in
      unsafe additionalData.withUnsafeBufferPointer { data in
        unsafe [UInt8](unsafeUninitializedCapacity: max(count, 1)) { output, written in
          isAuthentic = unsafe open(input, count: count, nonce: nonce, additionalData: data, into: output.baseAddress)
          written = isAuthentic ? count : 0
        }
      }
    }
    return isAuthentic ? plaintext : nil
  }

  private func open(
    _ sealed: UnsafeBufferPointer<UInt8>, count: Int, nonce: [UInt8], additionalData: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    guard let input = sealed.baseAddress, let output = unsafe output else { return false }
    OpenSSLFailure.clearQueue()
    // A failed tag leaves words in the queue that the next caller must not find.
    defer { OpenSSLFailure.clearQueue() }
    // EVP takes the expected tag as a mutable pointer, but only reads it.
    let tag = unsafe UnsafeMutableRawPointer(mutating: input + count)
    var written: CInt = 0
    guard unsafe EVP_DecryptInit_ex2(context, nil, nil, nonce, nil) == 1,
      unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(AEADAlgorithm.tagLength), tag) == 1
    else { return false }
    if let data = additionalData.baseAddress, additionalData.count > 0 {
      guard unsafe EVP_DecryptUpdate(context, nil, &written, data, CInt(additionalData.count)) == 1 else {
        return false
      }
    }
    if count > 0 {
      guard unsafe EVP_DecryptUpdate(context, output, &written, input, CInt(count)) == 1, Int(written) == count else {
        return false
      }
    }
    return unsafe EVP_DecryptFinal_ex(context, output + count, &written) == 1 && written == 0
  }
}
