internal import RogueOpenSSL

/// Everything random-looking in a hierarchy, as a pure function of the seed and the salt.
struct Derivation: Sendable {
  private let code: HMAC

  init(seed: String, salt: String) {
    code = HMAC(.sha512, key: Digest.sha512.hash(Self.framed(["rogues", seed, salt])))
  }

  /// 64 bytes for a purpose and a name.
  func bytes(_ purpose: String, _ name: String) -> [UInt8] { code.code(for: Self.framed([purpose, name])) }

  /// Each part with its length in front, so that no two lists of parts give the same bytes.
  private static func framed(_ parts: [String]) -> [UInt8] {
    parts.reduce(into: []) { bytes, part in
      let content = Array(part.utf8)
      for place in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: content.count >> place)) }
      bytes += content
    }
  }
}
