extension HKDF {
  /// HKDF-Expand-Label with an empty context (RFC 8446, section 7.1), for one label of a traffic secret.
  ///
  /// `length` is at most one digest, which holds for every key, IV and secret of TLS 1.3: one HMAC is enough.
  public static func expandLabel(_ digest: Digest, secret: [UInt8], label: String, length: Int) -> [UInt8] {
    precondition(length <= digest.length && label.utf8.count <= 249)
    var info: [UInt8] = []
    info.reserveCapacity(11 + label.utf8.count)
    info.append(0)
    info.append(UInt8(length))
    info.append(UInt8(6 + label.utf8.count))
    info.append(contentsOf: "tls13 ".utf8)
    info.append(contentsOf: label.utf8)
    info.append(0)
    // The counter of the first and only block (RFC 5869, section 2.3).
    info.append(1)
    return Array(HMAC(digest, key: secret).code(for: info).prefix(length))
  }
}
