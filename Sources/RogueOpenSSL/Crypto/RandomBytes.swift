internal import COpenSSL

/// Unpredictable random bytes, for nonces and keys that must not repeat.
public enum RandomBytes {
  public static func generate(_ count: Int) throws(OpenSSLFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try OpenSSLFailure.checkCode("make random bytes") { unsafe RAND_bytes_ex(OpenSSLLibrary.context, &bytes, count, 0) }
    return bytes
  }
}
