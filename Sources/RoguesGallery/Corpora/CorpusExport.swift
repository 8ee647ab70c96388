internal import RogueCorpora
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios
internal import RogueStimuli

/// The scenarios and cells that are a chain, a name and a time, as cases for other harnesses.
struct CorpusExport {
  /// The certificates are minted for this moment, which is also the one to validate at.
  let clock: Timestamp
  let minter: WorldMinter

  /// - Parameter seed: the same seed, clock and catalogue give the same bytes.
  init(seed: String, clock: Timestamp) {
    self.clock = clock
    minter = WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser))
  }

  /// A case for each policy, or why there is none.
  func cases(of scenario: Scenario) throws(HarnessFailure) -> [Result<CorpusCase, Omission>] {
    if let omission = Omission.of(scenario) { return [.failure(omission)] }
    let step = scenario.steps[0]
    let suited = scenario.policies.filter { Omission.of(step.world, step.policy ?? $0, step.expectations[$0]) == nil }
    guard !suited.isEmpty else {
      return scenario.policies.prefix(1).compactMap { policy in
        Omission.of(step.world, step.policy ?? policy, step.expectations[policy]).map { .failure($0) }
      }
    }
    let request = MintRequest(salt: scenario.id, keyType: scenario.axes.keys[0], clock: clock, responderBase: nil)
    let hierarchy = try minter.mint(step.world, request)
    var cases: [CorpusCase] = []
    for policy in suited {
      guard let item = try self.case(of: scenario, policy, hierarchy, isOnly: suited.count == 1) else {
        return [.failure(.revocation)]
      }
      // Two policies may differ only in the place where a store keeps its anchors.
      if !cases.contains(where: { $0.isSame(as: item) }) { cases.append(item) }
    }
    return cases.map { .success($0) }
  }

  /// The healthy chain of the scenario's world, once for each world: without it, a choice of rogues has nothing to accept.
  func controls(of scenario: Scenario) throws(HarnessFailure) -> [CorpusCase] {
    guard !scenario.isHealthy else { return [] }
    return try cases(of: scenario.control).compactMap { try? $0.get() }.filter(\.isAccepted).map { item in
      let policy = item.id.split(separator: "::").last.map(String.init).flatMap { $0.hasPrefix("policy-") ? $0 : nil }
      let id = ["rogues", "control", "world-\(scenario.world.id)"] + [policy].compactMap(\.self)
      return item.renamed(id.joined(separator: "::"))
    }
  }

  private func `case`(
    of scenario: Scenario, _ name: String, _ hierarchy: Hierarchy, isOnly: Bool
  ) throws(HarnessFailure) -> CorpusCase? {
    let step = scenario.steps[0]
    let composer = AttemptComposer(
      world: step.world, hierarchy: hierarchy, axes: AxisValues(tls: .tls13, policy: name), clock: clock, time: clock,
      ownPolicy: step.policy, ownHost: step.host)
    let policy = try composer.policy()
    let served = try composer.served(path: "/", attempt: "a", nonce: "", token: nil)
      .part(ofConnection: 1, naming: composer.host).presentation
    // What comes beside the chain may be what decides.
    guard served.staples.isEmpty, served.sctList == nil else { return nil }
    let host = policy.hostname.map(HostName.withoutFinalDot)
    return CorpusCase(
      id: Self.id(of: scenario, isOnly ? nil : name),
      description: "\(scenario.title). \(scenario.why)\n\nFrom \(scenario.id), policy \(name).",
      leaf: served.certificates.first ?? [], key: served.key.privateKey.isEmpty ? nil : served.key.privateKey,
      intermediates: Array(served.certificates.dropFirst()), trusted: policy.roots,
      crls: policy.revocation.crls.map(\.der),
      requiresStatus: policy.revocation.mode == .off ? nil : policy.revocation.mode == .require,
      peer: host.map { HostName.isAddress($0) ? .address($0) : .dns($0) }, time: clock,
      isAccepted: !(step.expectations[name] ?? .accept).mustCancel,
      features: policy.revocation.crls.isEmpty ? [] : ["has-crl"], importance: scenario.severity.rawValue)
  }

  /// The id in the form of x509-limbo's schema: parts of at least two characters that begin with a letter.
  static func id(of scenario: Scenario, _ policy: String?) -> String {
    let (stem, cell) =
      scenario.id.firstIndex(of: "[").map { (scenario.id[..<$0], scenario.id[$0...]) } ?? (scenario.id[...], "")
    var parts = ["rogues"] + stem.split(separator: "/").map(String.init)
    if !cell.isEmpty { parts.append("cell-\(String(CorpusCase.digest(cell), radix: 16))") }
    if let policy { parts.append("policy-\(policy)") }
    return parts.joined(separator: "::")
  }

  /// Why a scenario is not a chain, a name and a time.
  enum Omission: String, Error, CaseIterable {
    case steps = "several connections, or a wait between them"
    case handshake = "the fault is in the handshake, before it, or in what a server sends beside its chain"
    case fetches = "certificates that name services, which answer during the run only"
    case choice = "the standards leave the answer open"
    case pins = "pins, logs, identities, stores or challenges, for which the other formats have no words"
    case revocation = "revocation by staple, by query or as far as it is known"
    case key = "keys of a special kind"

    static func of(_ scenario: Scenario) -> Omission? {
      if scenario.level == .may { return .choice }
      guard scenario.steps.count == 1, scenario.isDecidedOffline else {
        return scenario.steps.count == 1 && scenario.stepsAreOffline == false ? .handshake : .steps
      }
      guard scenario.axes.keys == [.p256] else { return .key }
      let world = scenario.steps[0].world
      if let path = scenario.steps[0].mutation?.path, path.first == "server", path.dropFirst().first != "present" {
        return .handshake
      }
      guard world.server.behaviours.isEmpty, world.places.allSatisfy({ $0.key == .usual }),
        world.server.renegotiation == nil
      else { return .handshake }
      let fetches = world.certificates.contains { certificate in
        certificate[OCSPURL.self] || certificate[CRLDistributionPoints.self] != nil
          || certificate[CAIssuers.self] != .none
      }
      if fetches { return .fetches }
      if world.certificates.contains(where: { $0[MustStaple.self] }) { return .revocation }
      return scenario.needs.isEmpty ? nil : .pins
    }

    static func of(_ world: World, _ name: String, _ expectation: Expectation?) -> Omission? {
      guard let policy = world.policy(name) else { return .pins }
      guard policy.pinSets.isEmpty, policy.transparency == nil, policy.identity == nil, policy.challenges.isEmpty,
        policy.pinStorage == .written, world.platform.denied.isEmpty, world.platform.fails == nil,
        policy.minimumTLS == nil, policy.maximumTLS == nil
      else { return .pins }
      if let revocation = policy.revocation, revocation.mode != .off {
        guard revocation.mode == .require, revocation.methods == [.crl] else { return .revocation }
      }
      let answers = (expectation ?? .accept).answers
      guard Set(answers.map(\.disposition)).count == 1,
        answers.allSatisfy({ $0.clientChain == nil && !$0.identityWithheld })
      else { return .choice }
      return nil
    }
  }
}

extension CorpusCase {
  fileprivate func renamed(_ id: String) -> CorpusCase {
    CorpusCase(
      id: id, description: "The right chain of a world.\n\n\(description)", leaf: leaf, key: key,
      intermediates: intermediates,
      trusted: trusted, crls: crls, requiresStatus: requiresStatus, peer: peer, time: time, isAccepted: isAccepted,
      features: features, importance: importance)
  }

  /// Whether it is the same question with the same answer.
  fileprivate func isSame(as other: CorpusCase) -> Bool {
    var (one, two) = (renamed(id), other.renamed(id))
    (one.description, two.description) = ("", "")
    return one == two
  }
}
