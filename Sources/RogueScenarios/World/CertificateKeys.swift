internal import RogueModel
internal import RogueYAML

/// The keys of one certificate of a world.
enum CertificateKeys {
  static let ca = Field("ca", .flag, "basicConstraints says that it is a CA; default false")
  static let issuer = Field("issuer", .reference(.certificate), "the certificate that signs it; default: itself")
  static let pathLength = Field(
    "path-length", .integer(0...255), "pathLenConstraint: how many CAs may follow; default: no limit")
  static let hosts = Field(
    "hosts", .list(of: .text("a host name"), "host names"),
    "DNS names of the subjectAltName, relative to the domain; `name.` stands for itself, `*` labels are allowed")
  static let addresses = Field(
    "addresses", .list(of: .address, "IP addresses"), "IP addresses of the subjectAltName")
  static let emails = Field(
    "emails", .list(of: .email, "e-mail addresses"),
    "e-mail addresses of the subjectAltName, `user@host` with the host relative to the domain")
  static let uris = Field("uris", .list(of: .text("a URI"), "URIs"), "URIs of the subjectAltName, as written")
  static let commonName = Field(
    "common-name", .text("a host name"),
    "the host in the subject's common name, relative to the domain; default: the first of `hosts`")
  static let nameConstraints = Field(
    "name-constraints", NameConstraintsKeys.shape, "what the CA may issue for (RFC 5280, section 4.2.1.10)")
  static let policies = Field(
    "policies", .list(of: .policyIdentifier, "policies"),
    "certificate policies as object identifiers, `any` for anyPolicy (RFC 5280, section 4.2.1.4)")
  static let requiresPolicy = Field(
    "requires-policy", .flag,
    "every certificate below this CA has to name a policy (RFC 5280, section 4.2.1.11); default false")
  static let subjectOf = Field(
    "subject-of", .reference(.certificate), "has the subject of this other certificate")
  static let keyOf = Field(
    "key-of", .reference(.certificateOrKey), "has the key of this other certificate or key")
  static let keyType = Field("key-type", Shape<KeyType>.word, "overrides the key type of the case")
  static let keyIdentifier = Field(
    "key-identifier", .keyIdentifier, "the subjectKeyIdentifier: its own key's (default), none, or a copied one")
  static let notBefore = Field(
    "not-before", .duration, "start of validity, relative to the run's clock; default -30d, for CAs -60d")
  static let notAfter = Field(
    "not-after", .duration, "end of validity, relative to the run's clock; default 60d, for CAs 3650d")
  static let usage = Field(
    "usage", Shape<CertificateRecipe.Usage>.word,
    "what key usage and extended key usage allow; default server, for CAs ca")
  static let revoked = Field("revoked", .flag, "its issuer says that it is revoked; default false")
  static let ocspURL = Field("ocsp-url", .flag, "carries the URL of its issuer's OCSP responder; default false")
  static let crlURL = Field(
    "crl-url", CRLPoints.shape,
    "carries the URL of its issuer's CRL, or of those of the CAs listed, each a distribution point of its own;"
      + " default false")
  static let crl = Field(
    "crl", ListKeys.shape, "the CRL that it issues, handed over and fetched alike; default honest")
  static let mustStaple = Field(
    "must-staple", .flag, "carries the TLS feature extension that demands a staple (RFC 7633); default false")
  static let scts = Field(
    "scts", SCTListKeys.shape,
    "signed certificate timestamps that it holds: names of logs, or mappings; default none (RFC 6962, section 3.3)")
  static let defects = Field("defects", .uses(.defect), "named defects, applied in order")

  static let table = Table(
    "certificate", subject: "a certificate", "How one certificate is made. Every default is healthy.",
    [
      ca.key, issuer.key, pathLength.key, hosts.key, addresses.key, emails.key, uris.key, commonName.key,
      subjectOf.key, keyOf.key, keyType.key, keyIdentifier.key, nameConstraints.key, policies.key, requiresPolicy.key,
      notBefore.key, notAfter.key, usage.key, revoked.key, ocspURL.key, crlURL.key, mustStaple.key,
      crl.key, scts.key, defects.key,
    ])

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
