extension HKDF {
  /// HKDF-Extract (RFC 5869, section 2.2); an empty salt is as good as one of zeros.
  public static func extract(_ digest: Digest, salt: [UInt8], secret: [UInt8]) -> [UInt8] {
    HMAC(digest, key: salt).code(for: secret)
  }

  /// HKDF-Expand-Label (RFC 8446, section 7.1), for one label of a traffic secret; see `Expansion.label`.
  public static func expandLabel(
    _ digest: Digest, secret: [UInt8], label: String, context: [UInt8] = [], length: Int
  ) -> [UInt8] { Expansion(digest, secret: secret).label(label, context: context, length: length) }

  /// A traffic secret whose labels are expanded: the secret is hashed once for all of them.
  public struct Expansion: Sendable {
    private let digest: Digest
    private let code: HMAC

    public init(_ digest: Digest, secret: [UInt8]) {
      self.digest = digest
      code = HMAC(digest, key: secret)
    }

    /// HKDF-Expand-Label (RFC 8446, section 7.1).
    ///
    /// `length` is at most one digest, which holds for every key, IV and secret of TLS 1.3: one HMAC is enough. A
    /// context is at most a digest too.
    public func label(_ label: String, context: [UInt8] = [], length: Int) -> [UInt8] {
      precondition(length <= digest.length && label.utf8.count <= 249 && context.count <= 255)
      var info: [UInt8] = []
      info.reserveCapacity(11 + label.utf8.count + context.count)
      info.append(0)
      info.append(UInt8(length))
      info.append(UInt8(6 + label.utf8.count))
      info.append(contentsOf: "tls13 ".utf8)
      info.append(contentsOf: label.utf8)
      info.append(UInt8(context.count))
      info.append(contentsOf: context)
      // The counter of the first and only block (RFC 5869, section 2.3).
      info.append(1)
      return Array(code.code(for: info).prefix(length))
    }
  }
}
