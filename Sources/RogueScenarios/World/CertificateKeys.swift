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
    let writtenCA = entries[ca]
    let isCA = writtenCA ?? false
    checkUnused(entries, isCA: entries.has(ca) ? writtenCA : false)
    var recipe = CertificateRecipe(name: "", isCA: isCA)
    let points = entries[crlURL] ?? CRLPoints()
    recipe.issuer = entries[issuer]
    recipe.pathLength = entries[pathLength]
    recipe.hosts = entries[hosts] ?? []
    recipe.addresses = entries[addresses] ?? []
    recipe.emails = entries[emails] ?? []
    recipe.uris = entries[uris] ?? []
    recipe.commonName = entries[commonName]
    recipe.nameConstraints = entries[nameConstraints]
    recipe.policies = entries[policies] ?? []
    recipe.requiresPolicy = entries[requiresPolicy] ?? false
    recipe.subjectOf = entries[subjectOf]
    recipe.keyOf = entries[keyOf]
    recipe.keyType = entries[keyType]
    recipe.keyIdentifier = entries[keyIdentifier] ?? recipe.keyIdentifier
    recipe.notBefore = entries[notBefore] ?? recipe.notBefore
    recipe.notAfter = entries[notAfter] ?? recipe.notAfter
    recipe.usage = entries[usage] ?? recipe.usage
    recipe.revoked = entries[revoked] ?? false
    recipe.ocspURL = entries[ocspURL] ?? false
    recipe.crlURL = points.isNamed
    recipe.mustStaple = entries[mustStaple] ?? false
    recipe.scts = entries[scts] ?? nil
    recipe.defects = entries[defects] ?? []
    recipe.location = SourceLocation(entries.mapping.position)
    recipe.crlPoints = points.issuers
    recipe.crl = entries[crl] ?? CRLRecipe()
    settings.read(entries, &recipe)
    return recipe
  }

  /// Reports keys whose value would have no effect. `Setting.rivals` has those that exclude a key in a bag.
  ///
  /// - Parameter isCA: nil if `ca` is malformed, so that nothing follows from it.
  private static func checkUnused(_ entries: Entries, isCA: Bool?) {
    func report(_ field: some ReadableField, _ reason: String, help: String) {
      guard entries.has(field) else { return }
      entries.reader.report(
        at: entries.keyPosition(field), "'\(field.key.name)' has no meaning \(reason)", help: help)
    }
    if entries.has(keyOf) {
      report(keyType, "beside 'key-of': the key is the other's", help: "leave one of them out")
    }
    if entries.has(subjectOf) {
      report(commonName, "beside 'subject-of': the subject is the other's", help: "leave one of them out")
    }
    if isCA == true {
      report(commonName, "in a CA, whose subject does not name a host", help: "'subject' gives it another subject")
    } else if isCA == false {
      report(crl, "here: only a CA issues a list", help: "'ca: true', or leave it out")
      report(
        pathLength, "here: only a CA has one",
        help: "'ca: true'; the defect wrong-basic-constraints gives one to a leaf")
    }
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
