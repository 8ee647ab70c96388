import RogueModel
import RogueStimuli

/// Puts together what the two sides of one attempt are given: a pure function of a world and its bytes.
struct AttemptComposer {
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

  /// The name of the policy in force.
  var policyName: String { ownPolicy ?? axes.policy }

  func policy() throws(HarnessFailure) -> AttemptPolicy {
    guard let recipe = world.policy(policyName) else {
      throw HarnessFailure(.internal, "world '\(world.id)' has no policy '\(policyName)'")
    }
    var pinSets: [AttemptPolicy.PinSet] = []
    for set in recipe.pinSets {
      var pins: [AttemptPolicy.Pin] = []
      for pin in set.any { pins.append(try minted(pin)) }
      pinSets.append(
        AttemptPolicy.PinSet(
          host: world.fullName(of: set.host), includeSubdomains: set.includeSubdomains,
          expires: set.expires.map { clock + $0 }, any: pins))
    }
    return AttemptPolicy(
      systemAnchors: try certificates(world.stores.system),
      userAnchors: world.stores.user.isEmpty ? nil : try certificates(world.stores.user),
      anchors: try recipe.anchors.map { names throws(HarnessFailure) in try certificates(names) },
      hostname: recipe.checksHostname ? world.fullName(of: ownHost ?? world.host) : nil, pinSets: pinSets,
      revocation: try revocation(recipe),
      transparency: try transparency(recipe), identity: try identity(recipe), time: time, firstUse: firstUse,
      challenges: recipe.challenges,
      proxyAnchors: try recipe.proxyAnchors.map { names throws(HarnessFailure) in try certificates(names) },
      platform: AttemptPolicy.Platform(
        denied: try certificates(world.platform.denied), fails: world.platform.fails))
  }

  /// The name of a proxy that is spoken to over TLS.
  var proxyHost: String? {
    world.server.proxy.flatMap { $0.isSecure ? world.fullName(of: $0.host) : nil }
  }

  /// The host that is asked for, as the policy's application writes it.
  var host: String {
    ownHost.map(world.fullName(of:)) ?? world.policy(policyName)?.hostAsWritten ?? world.fullName(of: world.host)
  }

  func served(
    path: String, attempt: String, nonce: String, token: String?
  ) throws(HarnessFailure) -> ServedAttempt {
    var served = try served(by: world.server, axes.tls, path: path, attempt: attempt, nonce: nonce, token: token)
    for (place, own) in world.places where place != .usual {
      let server = world.server.with(own)
      served.places[place] = try self.served(
        by: server, server.tls ?? axes.tls, path: path, attempt: attempt, nonce: nonce, token: nil)
    }
    return served
  }

  private func served(
    by server: ServerRecipe, _ version: TLSVersion, path: String, attempt: String, nonce: String, token: String?
  ) throws(HarnessFailure) -> ServedAttempt {
    let renegotiation = try server.renegotiation.map { (own) throws(HarnessFailure) in
      try presentation(of: server.with(own))
    }
    let proxy = try server.proxy.map { (proxy) throws(HarnessFailure) in
      ServedAttempt.Proxy(
        presentation: proxy.isSecure
          ? ServedAttempt.Presentation(
            certificates: try certificates(proxy.present), key: try key(proxy.key ?? proxy.present.first)) : nil)
    }
    var responders: ResponderPlan?
    if let token {
      responders = ResponderPlan(
        token: token, signer: hierarchy.revocation, responders: world.responders,
        issuers: hierarchy.certificates.compactMapValues(\.issuer),
        documents: CertificateSettings.documents(of: world, in: hierarchy))
    }
    return ServedAttempt(
      presentation: try presentation(of: server), renegotiation: renegotiation,
      settings: ServerSettings.served(of: world), version: version,
      alpn: server.alpn,
      clientAuthentication: ServedAttempt.ClientAuthentication(
        mode: server.clientAuthentication.mode, list: server.clientAuthentication.list,
        moment: server.clientAuthentication.moment, anchors: try certificates(server.clientAuthentication.anchors),
        hints: server.clientAuthentication.hints),
      resumption: server.resumption, takesEarlyData: server.takesEarlyData, keepsAlive: server.keepsAlive,
      behaviours: server.behaviours, path: path, attempt: attempt, nonce: nonce, responders: responders,
      startTLS: server.startTLS, proxy: proxy)
  }

  private func key(_ name: String?) throws(HarnessFailure) -> KeyMaterial {
    guard let name, let material = hierarchy.key(name) else {
      throw HarnessFailure(.internal, "world '\(world.id)' presents nothing that has a key")
    }
    return material
  }

  private func presentation(of server: ServerRecipe) throws(HarnessFailure) -> ServedAttempt.Presentation {
    let names = server.present
    let material = try self.key(server.key ?? names.first)
    var staples: [Int: [UInt8]] = [:]
    for (index, name) in names.enumerated() {
      let recipe = index == 0 ? server.staple : server.staples[name] ?? .none
      staples[index] = try staple(recipe, about: name)
    }
    var sctList: [UInt8]?
    if let list = server.scts, let leaf = names.first {
      sctList = try hierarchy.transparency.timestamps(list, about: leaf)
    }
    return ServedAttempt.Presentation(
      certificates: try certificates(names), staples: staples, sctList: sctList, key: material)
  }

  private func staple(_ recipe: StapleRecipe, about name: String) throws(HarnessFailure) -> [UInt8]? {
    switch recipe {
    case .none: nil
    case .honest: try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: nil)
    case .response(let recipe): try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: recipe)
    }
  }

  private func certificates(_ names: [String]) throws(HarnessFailure) -> [[UInt8]] {
    var ders: [[UInt8]] = []
    for name in names { ders.append(try certificate(name).der) }
    return ders
  }

  private func certificate(_ name: String) throws(HarnessFailure) -> MintedCertificate {
    guard let certificate = hierarchy.certificates[name] else {
      throw HarnessFailure(.internal, "world '\(world.id)' has no certificate '\(name)'")
    }
    return certificate
  }

  private func minted(_ pin: PolicyRecipe.Pin) throws(HarnessFailure) -> AttemptPolicy.Pin {
    switch pin.kind {
    case .certificate:
      return AttemptPolicy.Pin(kind: .certificate, position: pin.position, der: try certificate(pin.of).der)
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
      for certificate in world.certificates where certificate.isCA {
        guard let der = try hierarchy.revocation.crl(of: certificate.name) else { continue }
        crls.append(AttemptPolicy.NamedCRL(issuer: certificate.name, der: der))
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
    guard let identity = recipe.identity else { return nil }
    let leaf = try certificate(identity.leaf)
    return AttemptPolicy.Identity(
      form: identity.form, leaf: leaf.der, chain: try certificates(identity.chain),
      privateKey: try key(identity.key ?? identity.leaf).privateKey,
      password: "rogues", damage: identity.damage)
  }
}

extension World {
  /// Whether some certificate carries a responder URL: then hierarchies must be distinct, because clients cache
  /// answers by URL and serial.
  var embedsURLs: Bool {
    certificates.contains { $0.ocspURL || $0.crlURL || CertificateSettings.overrides(of: $0).namesIssuer }
  }
}
