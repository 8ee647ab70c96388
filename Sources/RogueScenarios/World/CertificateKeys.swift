internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of one certificate of a world.
enum CertificateKeys {
  static let ca = StimulusField(CertificateStimuli.ca, .flag)
  static let issuer = StimulusField(CertificateStimuli.issuer, .reference(.certificate))
  static let pathLength = StimulusField(CertificateStimuli.pathLength, .integer(0...255))
  static let hosts = StimulusField(CertificateStimuli.hosts, .list(of: .text("a host name"), "host names"))
  static let addresses = StimulusField(CertificateStimuli.addresses, .list(of: .address, "IP addresses"))
  static let emails = StimulusField(CertificateStimuli.emails, .list(of: .email, "e-mail addresses"))
  static let uris = StimulusField(CertificateStimuli.uris, .list(of: .text("a URI"), "URIs"))
  static let commonName = StimulusField(CertificateStimuli.commonName, .text("a host name"))
  static let nameConstraints = StimulusField(CertificateStimuli.nameConstraints, NameConstraintsKeys.shape)
  static let policies = StimulusField(CertificateStimuli.policies, .list(of: .policyIdentifier, "policies"))
  static let requiresPolicy = StimulusField(CertificateStimuli.requiresPolicy, .flag)
  static let subjectOf = StimulusField(CertificateStimuli.subjectOf, .reference(.certificate))
  static let keyOf = StimulusField(CertificateStimuli.keyOf, .reference(.certificateOrKey))
  static let keyType = StimulusField(CertificateStimuli.keyType, Shape<KeyType>.word)
  static let keyIdentifier = StimulusField(CertificateStimuli.keyIdentifier, .keyIdentifier)
  static let notBefore = StimulusField(CertificateStimuli.notBefore, .duration)
  static let notAfter = StimulusField(CertificateStimuli.notAfter, .duration)
  static let usage = StimulusField(CertificateStimuli.usage, Shape<CertificateRecipe.Usage>.word)
  static let revoked = StimulusField(CertificateStimuli.revoked, .flag)
  static let ocspURL = StimulusField(CertificateStimuli.ocspURL, .flag)
  static let crlURL = StimulusField(CertificateStimuli.crlURL, CRLPoints.shape)
  static let crl = StimulusField(CertificateStimuli.crl, CRLKeys.shape)
  static let mustStaple = StimulusField(CertificateStimuli.mustStaple, .flag)
  static let scts = StimulusField(CertificateStimuli.scts, SCTListKeys.shape)
  /// How the values of what travels in a bag are written.
  static let settings = CertificateSettings.all.map { SettingReader($0) }
  static let defects = StimulusField(CertificateStimuli.defects, .uses(.defect))

  static let table = Table(
    "certificate", subject: "a certificate", "How one certificate is made. Every default is healthy.",
    stimuli: [
      ca, issuer, pathLength, hosts, addresses, emails, uris, commonName,
      subjectOf, keyOf, keyType, keyIdentifier, nameConstraints, policies, requiresPolicy,
      notBefore, notAfter, usage, revoked, ocspURL, crlURL, mustStaple,
      crl, scts,
    ] + settings.map { $0 as any FaultField<CertificateRecipe> } + [defects])

  /// Reads a recipe; its name is that of the entry it stands in.
  static let shape = Shape<CertificateRecipe>.table(table) { entries in
    let isCA = entries[ca] ?? false
    let healthy = CertificateRecipe(name: "", isCA: isCA)
    if entries.has(keyOf), entries.has(keyType) {
      entries.reader.report(
        at: entries.keyPosition(keyType), "'key-type' has no meaning beside 'key-of': the key is the other's")
    }
    let notBefore = entries[notBefore] ?? healthy.notBefore
    let notAfter = entries[notAfter] ?? healthy.notAfter
    let points = entries[crlURL] ?? CRLPoints()
    if entries.has(crl), !isCA {
      entries.reader.report(at: entries.keyPosition(crl), "'crl' has no meaning here: only a CA issues a list")
    }
    var recipe = CertificateRecipe(
      name: "", issuer: entries[issuer], isCA: isCA, pathLength: entries[pathLength], hosts: entries[hosts] ?? [],
      addresses: entries[addresses] ?? [], subjectOf: entries[subjectOf], keyOf: entries[keyOf],
      keyType: entries[keyType], keyIdentifier: entries[keyIdentifier] ?? healthy.keyIdentifier, notBefore: notBefore,
      notAfter: notAfter, usage: entries[usage] ?? healthy.usage, revoked: entries[revoked] ?? false,
      ocspURL: entries[ocspURL] ?? false, crlURL: points.isNamed, mustStaple: entries[mustStaple] ?? false,
      scts: entries[scts] ?? nil, emails: entries[emails] ?? [], uris: entries[uris] ?? [],
      commonName: entries[commonName], nameConstraints: entries[nameConstraints], policies: entries[policies] ?? [],
      requiresPolicy: entries[requiresPolicy] ?? false, defects: entries[defects] ?? [],
      location: SourceLocation(entries.mapping.position))
    recipe.crlPoints = points.issuers
    recipe.crl = entries[crl] ?? CRLRecipe()
    for setting in settings { setting.read(entries, &recipe) }
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
}

extension Shape where Value == CertificateRecipe.KeyIdentifier {
  static var keyIdentifier: Shape {
    let form = Form.either([.words(["own", "absent"]), .table(KeyIdentifierKeys.table)])
    let copied = Shape.table(KeyIdentifierKeys.table) { entries in
      entries[KeyIdentifierKeys.copiedFrom].map { .copied(from: $0) }
    }
    return Shape(form) { node, reader in
      if case .mapping = node { return copied.read(node, reader) }
      switch node.scalarText {
      case "own": return .ownKey
      case "absent": return .absent
      default: return reader.mismatch(node, form, help: "own, absent, or {copied-from: NAME}")
      }
    }
  }
}

extension Shape where Value == String {
  /// An IPv4 or IPv6 address.
  static var address: Shape {
    Shape<YAMLNode.Scalar>.scalar("an IP address").then { scalar, node, reader in
      guard InternetAddress.isValid(scalar.text) else {
        return reader.mismatch(node, .text(what: "an IPv4 or IPv6 address", pattern: nil))
      }
      return scalar.text
    }
  }
}
