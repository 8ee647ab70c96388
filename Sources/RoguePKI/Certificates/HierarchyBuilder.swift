internal import RogueModel
internal import RogueStimuli

/// The minting of one world: resolves names, orders by issuer, and keeps what was made.
struct HierarchyBuilder {
  /// The parts of a certificate for its children and its revocation.
  struct Issued: Sendable {
    var minted: MintedCertificate
    /// DER Name.
    var subject: [UInt8]
    /// DER Name.
    var issuer: [UInt8]
    /// Nil when the certificate carries none.
    var keyIdentifier: [UInt8]?
    var key: SigningKey
    var isRevoked: Bool
    /// The CRL that it issues.
    var crl: CRLRecipe
  }

  /// A certificate that is not signed yet: all that its children and the logs need to know of it.
  struct Prepared: Sendable {
    var recipe: CertificateRecipe
    var draft: NumberedDraft
    var keyIdentifier: [UInt8]?
    var key: SigningKey
    var signer: SigningKey
    /// It came out of a file, and is not signed again.
    var made: EncodedFile.Certificate?
  }

  private let world: World
  private let request: MintRequest
  private let derivation: Derivation
  private let recipes: [String: CertificateRecipe]
  /// By the name that the key belongs to.
  private var keys: [String: SigningKey] = [:]
  private let logKeys: [String: SigningKey]
  private var prepared: [String: Prepared] = [:]

  init(
    world: World, request: MintRequest, derivation: Derivation, keys ring: KeyRing
  ) throws(HarnessFailure) {
    self.world = world
    self.request = request
    self.derivation = derivation
    recipes = Dictionary(world.certificates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = world.certificates.map(\.name) + world.keys
    for (place, name) in names.enumerated() where recipes[name]?[KeyOf.self] == nil {
      if let made = recipes[name]?.made {
        keys[name] = try SigningKey.given(made.key)
        continue
      }
      keys[name] = try ring.key(
        name, recipes[name]?[CertificateKeyType.self] ?? request.keyType, salt: request.salt, place: place,
        derivation)
    }
    var logKeys: [String: SigningKey] = [:]
    for (place, log) in world.logs.enumerated() {
      // No certificate has a space in its name.
      logKeys[log.name] = try ring.key(
        "log \(log.name)", log.keyType, salt: request.salt, place: names.count + place, derivation)
    }
    self.logKeys = logKeys
  }

  mutating func build() throws(HarnessFailure) -> Hierarchy {
    for recipe in world.certificates { try prepare(recipe) }
    let logs = WorldLogs(keys: logKeys, clock: request.clock, prepared: prepared)
    var issued: [String: Issued] = [:]
    for (name, certificate) in prepared { issued[name] = try sign(certificate, logs) }
    let transparency = WorldTransparency(logs: logs, certificates: issued.mapValues(\.minted))
    var bare: [String: KeyMaterial] = [:]
    for name in world.keys { bare[name] = try key(of: name).material }
    return Hierarchy(
      certificates: issued.mapValues(\.minted), keys: bare,
      revocation: WorldRevocation(
        clock: request.clock, issued: issued, transparency: transparency, base: request.responderBase),
      transparency: transparency)
  }

  /// Prepares a certificate, after those above it.
  private mutating func prepare(_ recipe: CertificateRecipe) throws(HarnessFailure) {
    guard prepared[recipe.name] == nil else { return }
    var path = [recipe]
    while let above = path.last?[Issuer.self], prepared[above] == nil {
      guard let next = recipes[above] else { throw failure("\(path.last?.name ?? "") has no issuer named \(above)") }
      guard !path.contains(where: { $0.name == above }) else { throw failure("\(above) is its own ancestor") }
      path.append(next)
    }
    for recipe in path.reversed() where prepared[recipe.name] == nil { prepared[recipe.name] = try draft(recipe) }
  }

  /// How the issuer signs.
  private func method(
    of recipe: CertificateRecipe, _ signer: SigningKey
  ) throws(HarnessFailure) -> SignatureMethod {
    guard let digest = recipe[SignatureDigest.self] else { return signer.method }
    guard let method = signer.method.signing(digest) else {
      throw failure("\(recipe.name) cannot be signed over \(digest.rawValue): its issuer's key has a digest of its own")
    }
    return method
  }

  private func draft(_ recipe: CertificateRecipe) throws(HarnessFailure) -> Prepared {
    let context = DefectContext(
      certificate: recipe.name, isCA: recipe[IsCA.self],
      host: world.fullName(of: recipe[DNSNames.self].first ?? "nobody"))
    var own = try key(of: recipe.name)
    for use in recipe[CertificateDefects.self] { own = try Defects.key(use, own, context) }
    if let made = recipe.made { return prepare(recipe, as: made, own) }
    let above = recipe[Issuer.self].flatMap { prepared[$0] }
    let signer = above?.key ?? own
    let subject = try subject(of: recipe)
    let keyIdentifier = try keyIdentifier(of: recipe)
    var draft = CertificateDraft(
      method: try method(of: recipe, signer), issuer: above?.draft.draft.subject ?? subject, subject: subject,
      notBefore: request.clock + recipe[NotBefore.self], notAfter: request.clock + recipe[NotAfter.self],
      spki: own.material.spki,
      extensions: try extensions(of: recipe, key: own, keyIdentifier: keyIdentifier, above: above))
    if let serial = recipe[SerialNumber.self] { draft.serialEdits.append { $0 = serial } }
    for item in recipe[RawExtensions.self] {
      let identifier = ObjectIdentifier(dotted: item.identifier)
      draft.replace(identifier, with: CertificateExtension(identifier, critical: item.isCritical, value: item.value))
    }
    for use in recipe[CertificateDefects.self] { try Defects.apply(use, to: &draft, context) }
    return Prepared(
      recipe: recipe,
      draft: NumberedDraft(draft, name: recipe.name, variant: recipe[EmbeddedSCTs.self]?.description ?? "", derivation),
      keyIdentifier: keyIdentifier, key: own, signer: signer)
  }

  /// The parts of a certificate made elsewhere for its children and the logs.
  private func prepare(_ recipe: CertificateRecipe, as made: EncodedFile.Certificate, _ key: SigningKey) -> Prepared {
    let draft = CertificateDraft(
      method: key.method, issuer: made.issuer, subject: made.subject, notBefore: request.clock,
      notAfter: request.clock, spki: made.key.spki, extensions: [])
    return Prepared(
      recipe: recipe, draft: NumberedDraft(draft, name: recipe.name, variant: "", derivation),
      keyIdentifier: made.keyIdentifier, key: key, signer: key, made: made)
  }

  private func sign(_ certificate: Prepared, _ logs: WorldLogs) throws(HarnessFailure) -> Issued {
    let recipe = certificate.recipe
    var draft = certificate.draft
    if let made = certificate.made {
      return Issued(
        minted: MintedCertificate(
          name: recipe.name, der: made.der, serial: made.serial, issuer: recipe[Issuer.self],
          key: certificate.key.material),
        subject: made.subject, issuer: made.issuer, keyIdentifier: made.keyIdentifier, key: certificate.key,
        isRevoked: recipe[Revoked.self], crl: recipe[IssuedCRL.self])
    }
    if let scts = recipe[EmbeddedSCTs.self] { draft.append(.scts(try logs.embedded(scts, in: recipe.name))) }
    return Issued(
      minted: try minted(certificate, draft), subject: draft.draft.subject, issuer: draft.draft.issuer,
      keyIdentifier: certificate.keyIdentifier,
      key: certificate.key, isRevoked: recipe[Revoked.self], crl: recipe[IssuedCRL.self])
  }

  /// A certificate that can certainly be signed is not signed before it is needed.
  private func minted(_ certificate: Prepared, _ draft: NumberedDraft) throws(HarnessFailure) -> MintedCertificate {
    let (recipe, signer) = (certificate.recipe, certificate.signer)
    guard draft.draft.forgery == nil, signer.signs(with: draft.draft.method) else {
      return MintedCertificate(
        name: recipe.name, der: try draft.sign(with: signer), serial: draft.serial, issuer: recipe[Issuer.self],
        key: certificate.key.material)
    }
    return MintedCertificate(
      name: recipe.name, serial: draft.serial, issuer: recipe[Issuer.self], key: certificate.key.material
    ) {
      do throws(HarnessFailure) { return try draft.sign(with: signer) } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  private func extensions(
    of recipe: CertificateRecipe, key: SigningKey, keyIdentifier: [UInt8]?, above: Prepared?
  ) throws(HarnessFailure) -> [CertificateExtension] {
    var list: [CertificateExtension] = []
    list.reserveCapacity(9)
    if let keyIdentifier { list.append(.subjectKeyIdentifier(keyIdentifier)) }
    if let identifier = above?.keyIdentifier { list.append(.authorityKeyIdentifier(identifier)) }
    list.append(
      .basicConstraints(isCA: recipe[IsCA.self], pathLength: recipe[IsCA.self] ? recipe[PathLength.self] : nil))
    list.append(.keyUsage(recipe.keyUsage(of: key.material.type)))
    if let purpose = recipe[CertificateUsage.self].purpose { list.append(.extendedKeyUsage([purpose])) }
    let names = try recipe.alternativeNames(in: world)
    if !names.isEmpty { list.append(.subjectAlternativeName(names)) }
    if let constraints = recipe[NameConstraints.self] { list.append(try constraints.extension(in: world)) }
    if !recipe[CertificatePolicies.self].isEmpty {
      list.append(.certificatePolicies(recipe[CertificatePolicies.self].map(ObjectIdentifier.init(dotted:))))
    }
    if recipe[RequiresPolicy.self] { list.append(.requiresPolicy) }
    var services: [(method: ObjectIdentifier, url: String)] = []
    if recipe[OCSPURL.self] { services.append((.ocsp, try responder(.ocsp, recipe.name, for: recipe))) }
    if recipe[CAIssuers.self] != .none {
      services.append((.caIssuers, try responder(.issuers, recipe.name, for: recipe)))
    }
    if !services.isEmpty { list.append(.services(services)) }
    if recipe[CRLDistributionPoints.self] != nil {
      var urls: [String] = []
      for issuer in recipe.crlIssuers { urls.append(try responder(.crl, issuer, for: recipe)) }
      list.append(.crlURLs(urls))
    }
    if recipe[MustStaple.self] { list.append(.mustStaple) }
    if recipe[CertificateUsage.self] == .ocspSigner { list.append(.ocspNoCheck) }
    return list
  }

  private func responder(
    _ kind: RevocationURL, _ name: String, for recipe: CertificateRecipe
  ) throws(HarnessFailure) -> String {
    guard let base = request.responderBase else {
      throw failure("\(recipe.name) wants a responder's URL, but no responder's address is known")
    }
    return kind.url(base, name)
  }

  private func subject(of recipe: CertificateRecipe) throws(HarnessFailure) -> [UInt8] {
    let named = try resolve(recipe.name) { recipes[$0]?[SubjectOf.self] }
    guard let named = recipes[named] else { throw failure("there is no certificate named \(named)") }
    if let made = named.made { return made.subject }
    if let attributes = named[SubjectName.self] { return DistinguishedName.encode(attributes) }
    if !named[IsCA.self], let host = named[CommonName.self] ?? named[DNSNames.self].first {
      return DistinguishedName.endEntity(world.fullName(of: host))
    }
    guard named[IsCA.self] else { return DistinguishedName.endEntity("Rogues' Gallery test \(named.name)") }
    let tag = derivation.bytes("subject \(request.keyType.rawValue)", named.name).prefix(4)
    return DistinguishedName.authority(named.name, tag: tag)
  }

  private func keyIdentifier(of recipe: CertificateRecipe) throws(HarnessFailure) -> [UInt8]? {
    let source = try resolve(recipe.name) {
      guard case .copied(let other)? = recipes[$0]?[SubjectKeyIdentifier.self] else { return nil }
      return other
    }
    if let made = recipes[source]?.made { return made.keyIdentifier }
    return recipes[source]?[SubjectKeyIdentifier.self] == .absent ? nil : try key(of: source).keyIdentifier
  }

  private func key(of name: String) throws(HarnessFailure) -> SigningKey {
    let owner = try resolve(name) { recipes[$0]?[KeyOf.self] }
    guard let key = keys[owner] else { throw failure("there is no key named \(owner)") }
    return key
  }

  /// Follows references from name to name to the last one.
  private func resolve(_ name: String, _ next: (String) -> String?) throws(HarnessFailure) -> String {
    guard var current = next(name) else { return name }
    var seen: Set<String> = [name, current]
    while let target = next(current) {
      guard seen.insert(target).inserted else { throw failure("\(name) refers to itself") }
      current = target
    }
    return current
  }

  private func failure(_ message: String) -> HarnessFailure {
    HarnessFailure(.minting, "cannot mint the world \(world.id): \(message)")
  }
}
