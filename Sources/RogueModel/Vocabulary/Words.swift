/// A validator's decision. The four dispositions of in-process challenge handlers lead to one of these two.
public enum Disposition: String, Hashable, Sendable, CaseIterable {
  case accept, cancel
}

/// When a validator cancelled.
public enum Phase: String, Hashable, Sendable, CaseIterable {
  case configuration
  case handshake
  case afterHandshake = "after-handshake"
}

/// How binding a scenario is.
public enum Level: String, Hashable, Sendable, CaseIterable, Comparable {
  /// A standard or the pin itself decides.
  case must
  /// Good practice; gates as well.
  case should
  /// Good validators differ: for information, never gates.
  case may

  /// The strongest is 0.
  public var rank: Int {
    switch self {
    case .must: 0
    case .should: 1
    case .may: 2
    }
  }

  /// The more binding is greater.
  public static func < (left: Level, right: Level) -> Bool { left.rank > right.rank }
}

/// How much harm a wrong result does.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  case low, medium, high, critical

  /// The worst is 0.
  public var rank: Int {
    switch self {
    case .critical: 0
    case .high: 1
    case .medium: 2
    case .low: 3
    }
  }

  public static let worstFirst = allCases.sorted(by: >)

  /// The more harmful is greater.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank > right.rank }
}

/// TLS versions that scenarios can require.
public enum TLSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  case tls12 = "1.2"
  case tls13 = "1.3"

  /// The version's number on the wire (RFC 8446, section 4.2.1).
  public var wireValue: UInt16 { self == .tls12 ? 0x0303 : 0x0304 }

  public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.wireValue < right.wireValue }
}

/// Key types, each with the signature algorithm that its owner signs certificates with.
public enum KeyType: String, Hashable, Sendable, CaseIterable {
  case p256, p384, ed25519
  /// RSA with 2048 bits, PKCS #1 v1.5 signatures with SHA-256.
  case rsa2048
  /// RSA with 2048 bits, certificates signed with PSS, SHA-256 and a salt as long as the digest.
  case rsaPSS2048 = "rsa2048-pss"
  /// Stronger than most, but not supported by every client.
  case p521, ed448
  case rsa3072, rsa4096
  /// Of five primes, because two primes of that length take minutes to find; only the owner of the key can see that.
  case rsa8192
  /// The length of the modulus is not a whole number of bytes.
  case rsa2050
  /// RSA with 2048 bits and the public exponent 3: sound, but dangerous with a lax check of the signature.
  case rsaExponent3 = "rsa2048-e3"
  /// Too short to trust: RSA keys of this length have been factored (512, 768) or are in reach.
  case rsa512, rsa768, rsa1024
  /// Curves below 128 bits of security; P-192 is below 112 bits, too.
  case p192, p224
}

/// Which earlier state a step should reuse.
public enum Reuse: String, Hashable, Sendable, CaseIterable {
  case none, session, connection
}
