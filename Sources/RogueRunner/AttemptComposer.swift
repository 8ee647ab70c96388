package import RogueModel
import RogueStimuli

/// Puts together what the two sides of one attempt are given: a pure function of a world and its bytes.
package struct AttemptComposer {
  var world: World
  var hierarchy: Hierarchy
  var axes: AxisValues
  var clock: Timestamp
  /// Nil: the validator takes its own clock.
  var time: Timestamp?
  var firstUse: AttemptPolicy.FirstUse?
  /// The policy and the host of a step that has its own; nil: the case's, and the world's.
  var ownPolicy: String?
  var ownHost: String?

  package init(
    world: World, hierarchy: Hierarchy, axes: AxisValues, clock: Timestamp, time: Timestamp? = nil,
    firstUse: AttemptPolicy.FirstUse? = nil, ownPolicy: String? = nil, ownHost: String? = nil
  ) {
    self.world = world
    self.hierarchy = hierarchy
    self.axes = axes
    self.clock = clock
    self.time = time
    self.firstUse = firstUse
    self.ownPolicy = ownPolicy
    self.ownHost = ownHost
  }

  private var minted: MintedWorld { MintedWorld(world, hierarchy) }

  /// The name of the policy in force.
  var policyName: String { ownPolicy ?? axes.policy }

  package func policy() throws(HarnessFailure) -> AttemptPolicy {
    guard let recipe = world.policy(policyName) else {
      throw HarnessFailure(.internal, "world '\(world.id)' has no policy '\(policyName)'")
    }
    var pinSets: [AttemptPolicy.PinSet] = []
    for set in recipe.pinSets {
      var pins: [AttemptPolicy.Pin] = []
      for pin in set.any { pins.append(try self.pin(pin)) }
      pinSets.append(
        AttemptPolicy.PinSet(
          host: world.fullName(of: set.host), includeSubdomains: set.includeSubdomains,
          expires: set.expires.map { clock + $0 }, any: pins))
    }
    return AttemptPolicy(
      systemAnchors: try minted.certificates(world.stores.system),
      userAnchors: world.stores.user.isEmpty ? nil : try minted.certificates(world.stores.user),
      anchors: try recipe.anchors.map { names throws(HarnessFailure) in try minted.certificates(names) },
      hostname: recipe.checksHostname ? world.fullName(of: ownHost ?? world.host) : nil, pinSets: pinSets,
      revocation: try revocation(recipe),
      transparency: try transparency(recipe), identity: try identity(recipe), time: time, firstUse: firstUse,
      challenges: recipe.challenges,
      proxyAnchors: try recipe.proxyAnchors.map { names throws(HarnessFailure) in try minted.certificates(names) },
      platform: AttemptPolicy.Platform(
        denied: try minted.certificates(world.platform.denied), fails: world.platform.fails,
        storedPins: world.platform.storedPins),
      pinStorage: recipe.pinStorage)
  }

  /// The name of a proxy that is spoken to over TLS.
  var proxyHost: String? {
    world.server[Proxy.self].flatMap { $0.isSecure ? world.fullName(of: $0.host) : nil }
  }

  /// The host that the client connects to, as the policy's application writes it.
  package var host: String {
    ownHost.map(world.fullName(of:)) ?? world.policy(policyName)?.hostAsWritten ?? world.fullName(of: world.host)
  }

  /// The lowest and the highest version of TLS that the policy lets the validator offer.
  var minimumTLS: TLSVersion { world.policy(policyName)?.minimumTLS ?? .tls12 }
  var maximumTLS: TLSVersion { world.policy(policyName)?.maximumTLS ?? .tls13 }

  /// The attempt as the client gets it.
  func attempt(
    id: String, conversation: String, step: Int = 1, needs: [Capability] = [], reuse: Reuse = .none,
    learn: Bool = false, deadlineMilliseconds: Int = 0, address: String = "127.0.0.1", port: UInt16 = 0,
    proxy: String? = nil, path: String? = nil
  ) throws(HarnessFailure) -> Attempt {
    Attempt(
      id: id, conversation: conversation, step: step, needs: needs, reuse: reuse, learn: learn,
      deadlineMilliseconds: deadlineMilliseconds,
      connect: Attempt.Endpoint(
        host: host, address: address, port: port, path: path ?? "/\(id)", proxy: proxy,
        proxyHost: proxy == nil ? nil : proxyHost,
        startTLS: world.server[StartTLS.self]?.speaks),
      minimumTLS: minimumTLS, maximumTLS: maximumTLS, alpn: world.server[ApplicationProtocols.self],
      policy: try policy())
  }

  package func served(
    path: String, attempt: String, nonce: String, token: String?
  ) throws(HarnessFailure) -> ServedAttempt {
    let version = world.server[FixedVersion.self] ?? axes.tls
    var served = try served(by: world.server, version, path: path, attempt: attempt, nonce: nonce, token: token)
    for (place, own) in world.places where place != .usual {
      let server = world.server.with(own)
      served.places[place] = try self.served(
        by: server, server[FixedVersion.self] ?? version, path: path, attempt: attempt, nonce: nonce, token: nil)
    }
    return served
  }

  private func served(
    by server: ServerRecipe, _ version: TLSVersion, path: String, attempt: String, nonce: String, token: String?
  ) throws(HarnessFailure) -> ServedAttempt {
    let renegotiation = try server.renegotiation.map { (own) throws(HarnessFailure) in
      try presentation(of: server.with(own))
    }
    var responders: ResponderPlan?
    if let token {
      responders = ResponderPlan(
        token: token, signer: hierarchy.revocation, responders: world.responders,
        issuers: hierarchy.certificates.compactMapValues(\.issuer),
        documents: CAIssuers.documents(of: world, in: hierarchy))
    }
    var there = world
    there.server = server
    return ServedAttempt(
      presentation: try presentation(of: server), renegotiation: renegotiation,
      settings: try ServerSettings.served(of: MintedWorld(there, hierarchy)), version: version,
      behaviours: server.behaviours, path: path, attempt: attempt, nonce: nonce, responders: responders)
  }

  private func presentation(of server: ServerRecipe) throws(HarnessFailure) -> ServedAttempt.Presentation {
    let names = server.present
    let material = try minted.key(server.key ?? names.first)
    var staples: [Int: [UInt8]] = [:]
    for (index, name) in names.enumerated() {
      staples[index] = try staple(server.staple(forEntry: index), about: name)
    }
    var sctList: [UInt8]?
    if let list = server[ServedSCTs.self], let leaf = names.first {
      sctList = try hierarchy.transparency.sctList(list, about: leaf)
    }
    return ServedAttempt.Presentation(
      certificates: try minted.certificates(names), staples: staples, sctList: sctList, key: material)
  }

  private func staple(_ recipe: StapleRecipe, about name: String) throws(HarnessFailure) -> [UInt8]? {
    switch recipe {
    case .none: nil
    case .honest: try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: nil)
    case .response(let recipe): try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: recipe)
    }
  }

  private func pin(_ pin: PolicyRecipe.Pin) throws(HarnessFailure) -> AttemptPolicy.Pin {
    switch pin.kind {
    case .certificate:
      let der = try minted.certificate(pin.of).der
      return AttemptPolicy.Pin(
        kind: .certificate, position: pin.position, der: pin.file?.content(of: der) ?? der, file: pin.file)
    case .spki where pin.likeness == .certificate:
      return AttemptPolicy.Pin(
        kind: .spki, position: pin.position, der: try minted.certificate(pin.of).der, likeness: pin.likeness)
    case .spki:
      guard let key = hierarchy.key(pin.of) else {
        throw HarnessFailure(.internal, "world '\(world.id)' has no key '\(pin.of)'")
      }
      return AttemptPolicy.Pin(kind: .spki, position: pin.position, der: key.spki, likeness: pin.likeness)
    }
  }

  private func revocation(_ recipe: PolicyRecipe) throws(HarnessFailure) -> AttemptPolicy.Revocation {
    guard let revocation = recipe.revocation else {
      return AttemptPolicy.Revocation(mode: .off, methods: [], crls: [])
    }
    var crls: [AttemptPolicy.NamedCRL] = []
    if revocation.mode != .off, revocation.methods.contains(.crl) {
      for certificate in world.certificates where certificate[IsCA.self] {
        crls += try hierarchy.revocation.suppliedCRLs(of: certificate.name).map {
          AttemptPolicy.NamedCRL(issuer: certificate.name, der: $0)
        }
      }
    }
    return AttemptPolicy.Revocation(
      mode: revocation.mode, methods: revocation.methods, crls: crls, allowsNetwork: revocation.allowsNetwork)
  }

  private func transparency(_ recipe: PolicyRecipe) throws(HarnessFailure) -> AttemptPolicy.Transparency? {
    guard let transparency = recipe.transparency else { return nil }
    var logs: [AttemptPolicy.Log] = []
    for name in transparency.logs {
      guard let log = world.log(name) else {
        throw HarnessFailure(.internal, "world '\(world.id)' has no log '\(name)'")
      }
      logs.append(
        AttemptPolicy.Log(
          name: name, spki: try hierarchy.transparency.key(ofLog: name), operatorName: log.operatorName,
          retired: log.retired.map { clock + $0 }))
    }
    return AttemptPolicy.Transparency(logs: logs, minimum: transparency.minimum, operators: transparency.operators)
  }

  private func identity(_ recipe: PolicyRecipe) throws(HarnessFailure) -> AttemptPolicy.Identity? {
    try recipe.identity.map { identity throws(HarnessFailure) in try composed(identity) }
  }

  private func composed(_ identity: PolicyRecipe.Identity) throws(HarnessFailure) -> AttemptPolicy.Identity {
    var others: [AttemptPolicy.Identity] = []
    for other in identity.others { others.append(try composed(other)) }
    let leaf = try minted.certificate(identity.leaf)
    return AttemptPolicy.Identity(
      form: identity.form, leaf: leaf.der, chain: try minted.certificates(identity.chain),
      privateKey: try minted.key(identity.key ?? identity.leaf).privateKey,
      password: "rogues", damage: identity.damage, others: others)
  }
}

extension World {
  /// Whether a certificate contains a responder URL: then hierarchies must differ, because clients cache responses by
  /// URL and serial number.
  var embedsURLs: Bool {
    certificates.contains {
      $0[OCSPURL.self] || $0[CRLDistributionPoints.self] != nil || $0[CAIssuers.self] != .none
    }
  }
}
