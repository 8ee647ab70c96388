public import RogueModel

/// The certificate or key whose key it has (for a renewed certificate); nil: a separate key.
public enum KeyOf: CertificateSetting {
  public static let written: SettingParser<String?> = .name(.certificateOrKey)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "key-of", "has the key of this other certificate or key",
    evidence: .certificate, text: { $0[KeyOf.self] ?? "none" })

  public static var rivals: [String: String] { [CertificateKeyType.stimulus.name: "the key is the other's"] }
}

/// The type of its key; nil: that of the case.
public enum CertificateKeyType: CertificateSetting {
  public static let written: SettingParser<KeyType?> = .optionalWord()

  public static let stimulus = Stimulus<CertificateRecipe>(
    "key-type", "overrides the key type of the case",
    evidence: .certificate, text: { $0[CertificateKeyType.self]?.rawValue })
}

/// The subjectKeyIdentifier, which the certificates below repeat as their authorityKeyIdentifier.
public enum SubjectKeyIdentifier: CertificateSetting {
  public enum Value: Hashable, Sendable {
    /// SHA-1 of the public key (RFC 5280, section 4.2.1.2, method 1).
    case ownKey
    /// The key identifier of another certificate, although the key is different.
    case copied(from: String)
    case absent
  }

  public static let written: SettingParser<Value> = .typed(.keyIdentifier, standard: .ownKey)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "key-identifier", "the subjectKeyIdentifier: its own key's (default), none, or a copied one",
    evidence: .certificate,
    text: { recipe in
      switch recipe[SubjectKeyIdentifier.self] {
      case .ownKey: "own"
      case .absent: "absent"
      case .copied(let other): "{copied-from: \(other)}"
      }
    }
  )
  .found(by: "SKI", "subjectKeyIdentifier", "AKI", "authorityKeyIdentifier")
}
