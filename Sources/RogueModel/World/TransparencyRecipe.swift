/// A certificate transparency log of a world (RFC 6962): a key that confirms that it has logged certificates.
public struct LogRecipe: Hashable, Sendable {
  /// Unique among the world's logs.
  public var name: String
  /// P-256, or RSA with PKCS #1 signatures: the keys that logs may have (RFC 6962, section 2.1.4).
  public var keyType: KeyType
  /// Its operator; policies may require logs of several operators.
  public var operatorName: String
  /// The time from which its SCTs no longer count, in seconds relative to the run's clock; nil: it is in use.
  public var retired: Int64?
  public var location: SourceLocation

  public init(
    name: String, keyType: KeyType = .p256, operatorName: String, retired: Int64? = nil, location: SourceLocation
  ) {
    self.name = name
    self.keyType = keyType
    self.operatorName = operatorName
    self.retired = retired
    self.location = location
  }
}

/// A signed certificate timestamp; every part can be made wrong (RFC 6962, section 3.2).
public struct SCTRecipe: Hashable, Sendable, CustomStringConvertible {
  /// A month ago, as with the certificates themselves.
  public static let usualTimestamp: Int64 = -30 * 86_400

  /// The log that it names.
  public var log: String
  /// Seconds relative to the run's clock.
  public var timestamp: Int64
  /// The other certificate that was logged; nil for the one that it travels with.
  public var about: String?
  /// The certificate whose key hash is in the logged entry as the issuer's; nil for the issuer. Only precertificate
  /// entries have this hash, so it applies only to embedded SCTs.
  public var issuer: String?
  /// The log whose key signs; nil for the one that is named.
  public var key: String?
  /// One bit of the signature is flipped.
  public var isCorrupt: Bool

  public init(
    log: String, timestamp: Int64 = SCTRecipe.usualTimestamp, about: String? = nil, issuer: String? = nil,
    key: String? = nil, isCorrupt: Bool = false
  ) {
    self.log = log
    self.timestamp = timestamp
    self.about = about
    self.issuer = issuer
    self.key = key
    self.isCorrupt = isCorrupt
  }

  /// In YAML's flow form.
  public var description: String {
    var parts: [String] = []
    if timestamp != Self.usualTimestamp {
      let (days, rest) = timestamp.quotientAndRemainder(dividingBy: 86_400)
      parts.append("timestamp: " + (rest == 0 ? "\(days)d" : "\(timestamp)s"))
    }
    if let about { parts.append("about: \(about)") }
    if let issuer { parts.append("issuer: \(issuer)") }
    if let key { parts.append("key: \(key)") }
    if isCorrupt { parts.append("corrupt: true") }
    return parts.isEmpty ? log : "{" + (["log: \(log)"] + parts).joined(separator: ", ") + "}"
  }
}

/// A SignedCertificateTimestampList (RFC 6962, section 3.3).
public struct SCTListRecipe: Hashable, Sendable, CustomStringConvertible {
  public enum Form: String, Hashable, Sendable, CaseIterable {
    case whole
    /// A list without entries, which the syntax does not allow.
    case empty
    /// The declared length of the last entry reaches past the end of the list.
    case malformed
  }

  public var entries: [SCTRecipe]
  public var form: Form

  public init(_ entries: [SCTRecipe], form: Form = .whole) {
    self.entries = entries
    self.form = form
  }

  /// In YAML's flow form.
  public var description: String {
    let list = "[\(entries.map(\.description).joined(separator: ", "))]"
    switch form {
    case .whole: return list
    case .empty: return "{form: empty}"
    case .malformed: return "{form: malformed, entries: \(list)}"
    }
  }

  /// The certificates that the SCTs are about, besides the one that the list comes with.
  public var otherCertificates: [String] { entries.flatMap { [$0.about, $0.issuer].compactMap(\.self) } }
}
