internal import COpenSSL

/// The digest that nobody may sign with any more: two certificates with one MD5 were made in 2008.
///
/// No `Digest`, so that nothing healthy can be made with it.
public enum MD5 {
  /// In bytes.
  static let length = 16

  public static func hash(_ bytes: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 16)
    var count: UInt32 = 0
    OpenSSLFailure.clearQueue()
    guard unsafe EVP_Digest(bytes, bytes.count, &output, &count, EVP_md5(), nil) == 1, count == 16 else {
      throw OpenSSLFailure.drainQueue("hash with MD5")
    }
    return output
  }
}
