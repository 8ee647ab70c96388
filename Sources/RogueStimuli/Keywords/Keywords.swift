public import RogueModel

/// The keywords of a scenario: the standard terms that `rogues list --grep` finds it by, such as `EKU`, `basicConstraints`,
/// `CRL DP`, `SNI`.
///
/// Each keyword is declared with the thing itself: a stimulus, a defect or behaviour, a family, a revocation method. A
/// scenario gets those of the key that it mutates, of the certificates that a mutation presents, up to their root, of the
/// server, and of the revocation methods of its policies. A healthy scenario gets those of its whole chain.
public struct Keywords: Sendable {
  private let defects: [String: NamedDescriptor]
  private let behaviours: [String: NamedDescriptor]

  public init(defects: [NamedDescriptor], behaviours: [NamedDescriptor]) {
    self.defects = Dictionary(defects.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.behaviours = Dictionary(behaviours.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The generated keywords, then those in its file, each once.
  public func all(of scenario: Scenario) -> [String] {
    let generated = generated(for: scenario)
    return generated + scenario.keywords.filter { !generated.contains($0) }
  }

  /// The keywords that family, mutations, world and policies imply, each once.
  public func generated(for scenario: Scenario) -> [String] {
    var keywords = Self.family[scenario.family] ?? []
    for step in scenario.steps {
      if let mutation = step.mutation {
        keywords += self.keywords(of: mutation, in: step.world, scenario.axes.tls)
      } else if scenario.isHealthy {
        keywords += self.keywords(of: step.world.server.present, in: step.world, scenario.axes.tls)
        keywords += step.world.responders.keys.sorted().flatMap {
          Stimuli.keywords(at: [Stimuli.Root.responders.rawValue, $0], in: step.world)
        }
      }
      for server in step.world.servers {
        keywords += Stimuli.keywords(of: server)
        keywords += server.behaviours.flatMap { use in
          behaviours[use.name]?.keywords(of: use, in: server[FixedVersion.self].map { [$0] } ?? scenario.axes.tls) ?? []
        }
      }
    }
    let policies = scenario.policies + scenario.steps.compactMap(\.policy)
    keywords += policies.compactMap { scenario.world.policy($0)?.revocation }.flatMap(\.keywords)
    var seen: Set<String> = []
    return keywords.filter { seen.insert($0).inserted }
  }

  /// The keywords of the key that a mutation changes, and of the certificates that it presents.
  private func keywords(of mutation: Mutation, in world: World, _ tls: [TLSVersion]) -> [String] {
    var keywords = Stimuli.keywords(at: mutation.path, in: world)
    switch mutation.path.first.flatMap(Stimuli.Root.init(rawValue:)) {
    case .certificates where mutation.path.count == 2 || mutation.path.last == CertificateDefects.stimulus.name:
      let uses = mutation.path.dropFirst().first.flatMap(world.certificate)?[CertificateDefects.self] ?? []
      keywords += self.keywords(of: uses, tls)
    case .server: keywords += self.keywords(of: presented(by: mutation.path, in: world), in: world, tls)
    case .certificates, .responders, .platform, nil: break
    }
    return keywords
  }

  /// The names of the certificates that a mutation of the server presents.
  private func presented(by path: [String], in world: World) -> [String] {
    let usual = Stimuli.withoutPlace(path)
    guard let stimulus = ServerStimuli.all.first(where: { $0.name == usual.dropFirst().first }) else { return [] }
    guard stimulus.holdsParts || usual != path else { return stimulus.presents(world.server) }
    let parts = stimulus.holdsParts ? ConnectionParts.all.map(\.stimulus) : [stimulus]
    // The changed key's own words hold at the places that the path names.
    let policy = PolicyRecipe(name: "", location: world.location)
    let mutation = Mutation(path: path, value: "", location: world.location)
    let places = Stimuli.evidence(of: mutation, in: world, policy).places ?? []
    return places.sorted().flatMap { place in
      let own = ServerRecipe(present: []).with(world.places[place] ?? ServerRecipe.Connection())
      return parts.flatMap { $0.presents(own) }
    }
  }

  /// The keywords of certificates and of their issuers, up to the root.
  private func keywords(of names: [String], in world: World, _ tls: [TLSVersion]) -> [String] {
    var seen: Set<String> = []
    var keywords: [String] = []
    for name in names {
      var next = world.certificate(name)
      while let recipe = next, seen.insert(recipe.name).inserted {
        keywords += Stimuli.keywords(of: recipe) + self.keywords(of: recipe[CertificateDefects.self], tls)
        next = recipe[Issuer.self].flatMap(world.certificate)
      }
    }
    return keywords
  }

  private func keywords(of defects: [NamedUse], _ tls: [TLSVersion]) -> [String] {
    defects.flatMap { use in self.defects[use.name]?.keywords(of: use, in: tls) ?? [] }
  }

  /// The keywords of families with one subject.
  private static let family: [String: [String]] = [
    "certificate-policies": ["certificatePolicies"],
    "name-constraints": ["nameConstraints"],
    "names": ["SAN", "subjectAltName", "dNSName"],
    "pin": ["pinning", "HPKP", "SPKI"],
    "starttls": ["STARTTLS"],
    "transparency": ["CT", "Certificate Transparency", "SCT"],
  ]
}

extension PolicyRecipe.Revocation {
  /// If the network is forbidden, the URLs in certificates are the bait, and count too.
  fileprivate var keywords: [String] {
    guard mode != .off else { return [] }
    return methods.flatMap(\.keywords) + (allowsNetwork ? [] : Method.crlFetch.keywords + Method.ocspFetch.keywords)
  }
}

extension PolicyRecipe.Revocation.Method {
  fileprivate var keywords: [String] {
    switch self {
    case .crl: ["CRL"]
    case .crlFetch: ["CRL", "CRL DP", "cRLDistributionPoints"]
    case .ocspStaple: ["OCSP", "OCSP stapling", "status_request"]
    case .ocspFetch: ["OCSP", "AIA"]
    }
  }
}
