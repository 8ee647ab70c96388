internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of one certificate of a world.
enum CertificateKeys {
  static let settings = SettingReaders(CertificateSettings.all.map { SettingReader($0) })

  static let table = Table(
    "certificate", subject: "a certificate", "How one certificate is made. Every default is healthy.",
    stimuli: settings.all)

  /// Reads a recipe; its name is that of the entry that contains it.
  static let shape = ValueParser<CertificateRecipe>.table(table) { entries in
    var recipe = CertificateRecipe(name: "")
    recipe.location = SourceLocation(entries.mapping.position)
    settings.read(entries, &recipe)
    return recipe
  }
}

/// The mapping form of `key-identifier`.
enum KeyIdentifierKeys {
  static let copiedFrom = Field(
    "copied-from", .reference(.certificate), required: true, "the certificate whose key identifier is copied")
  static let table = Table(
    "copied-key-identifier", subject: "a key identifier", "The key identifier of another certificate.",
    [copiedFrom.key])

  static let shape: ValueParser<SubjectKeyIdentifier.Value> = {
    let form = ValueSyntax.either([.words(["own", "absent"]), .table(table)])
    let copied = ValueParser<SubjectKeyIdentifier.Value>.table(table) { entries in
      entries[copiedFrom].map { .copied(from: $0) }
    }
    return ValueParser(form) { node, reader in
      if case .mapping = node { return copied.read(node, reader) }
      switch node.scalarText {
      case "own": return .ownKey
      case "absent": return .absent
      default: return reader.mismatch(node, form, help: "own, absent, or {copied-from: NAME}")
      }
    }
  }()
}

extension ValueParser where Value == String {
  /// An IPv4 or IPv6 address.
  static var address: ValueParser {
    ValueParser<YAMLNode.Scalar>.scalar("an IP address").then { scalar, node, reader in
      guard InternetAddress.isValid(scalar.text) else {
        return reader.mismatch(node, .text(what: "an IPv4 or IPv6 address", pattern: nil))
      }
      return scalar.text
    }
  }
}
