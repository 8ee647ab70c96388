internal import RogueModel

/// How long an RSA key is, and what its public exponent is.
struct RSAKeyKind: Hashable, Sendable {
  var bits: Int
  var exponent: UInt = 65_537
  /// How many primes the modulus is made of (RFC 8017, section 3.1).
  var primes = 2

  /// Distinguishes kinds in a store.
  var name: String { exponent == 65_537 ? "rsa\(bits)" : "rsa\(bits)-e\(exponent)" }
}

extension KeyType {
  /// Nil for keys that are none of RSA's.
  var rsa: RSAKeyKind? {
    switch self {
    case .rsa2048, .rsaPSS2048: RSAKeyKind(bits: 2048)
    case .rsaExponent3: RSAKeyKind(bits: 2048, exponent: 3)
    case .rsa512: RSAKeyKind(bits: 512)
    case .rsa768: RSAKeyKind(bits: 768)
    case .rsa1024: RSAKeyKind(bits: 1024)
    case .rsa2050: RSAKeyKind(bits: 2050)
    case .rsa3072: RSAKeyKind(bits: 3072)
    case .rsa4096: RSAKeyKind(bits: 4096)
    case .rsa8192: RSAKeyKind(bits: 8192, primes: 5)
    case .p192, .p224, .p256, .p384, .p521, .ed25519, .ed448: nil
    }
  }
}
