public import RogueModel
internal import RogueStimuli

/// The details of a scenario that an event log lacks.
public struct ScenarioCard: Sendable, Hashable {
  /// The fault, as the scenario states it.
  public struct Change: Sendable, Hashable {
    /// "server.present"
    public var path: String
    public var before: String?
    public var after: String
  }

  /// The right behaviour of clients, and the policies.
  public struct Expected: Sendable, Hashable {
    public var policies: [String]
    public var client: String
    public var server: String
    public var remarks: [String]
  }

  /// A certificate in the picture of a step.
  public struct Link: Sendable, Hashable {
    public var name: String
    /// Its places in the list that the server sends, from 1; empty: it is not sent.
    public var places: [Int]
    /// It is not as in the healthy world, or has no part there.
    public var isRogue: Bool
    /// It certifies the one before it; false: it only was sent as well.
    public var isOnPath: Bool
    /// Who trusts it: "system store", "anchor in a, b".
    public var trust: [String]
  }

  public struct Step: Sendable, Hashable {
    /// Nil: the healthy world.
    public var change: Change?
    /// The names of the certificates that the server presents in this step.
    public var presented: [String]
    /// The way from the presented leaf to a root, and then what else was presented.
    public var links: [Link]
    public var expected: [Expected]

    /// What changes elsewhere, such as in a renegotiation or on a second connection, is not in its list of certificates.
    func concernsCertificates(_ card: ScenarioCard) -> Bool {
      !presented.isEmpty
        && !(change?.path.hasPrefix("server.") == true && presented == card.presented)
    }
  }

  public var id: String
  public var title: String
  public var why: String
  public var level: Level
  public var severity: Severity
  public var isHealthy: Bool
  public var references: [String]
  public var keywords: [String]
  public var tags: [String]
  /// The world's title, and the host that clients connect to.
  public var world: String
  public var host: String
  /// The names of the certificates that the healthy server presents.
  public var presented: [String]
  /// The world, drawn: its trees of certificates, one line a certificate.
  public var drawing: [String]
  public var steps: [Step]

  /// - Parameter keywords: All of its keywords.
  public init(_ scenario: Scenario, keywords: [String]) {
    let world = scenario.world
    id = scenario.id
    title = scenario.title
    why = scenario.why
    level = scenario.level
    severity = scenario.severity
    isHealthy = scenario.isHealthy
    references = scenario.references
    self.keywords = keywords
    tags = scenario.tags
    self.world = world.title
    host = world.fullName(of: world.host)
    let place = ServerPlace.host(HostName.plain(host))
    presented = world.server(at: place).present
    let rogues = scenario.steps.filter { $0.mutation != nil }.map(\.world)
    drawing =
      WorldTree(
        world: world, rogues: rogues, policies: scenario.policies,
        style: ReportStyle(color: false, unicode: true, width: 120, cutsNames: false)
      ).lines
    steps = scenario.steps.map { step in
      Step(
        change: step.mutation.map { mutation in
          Change(
            path: mutation.path.joined(separator: "."), before: Stimuli.text(at: mutation.path, in: world),
            after: mutation.value)
        }, presented: step.world.server(at: place).present,
        links: Self.links(step, place, scenario),
        expected: Self.expected(step, scenario.policies))
    }
  }

  private static func links(_ step: Scenario.Step, _ place: ServerPlace, _ scenario: Scenario)
    -> [Link]
  {
    let sent = step.world.server(at: place).present
    let path = path(from: sent, in: step.world)
    let healthy = scenario.world.server(at: place).present
    let known = Set(healthy + Self.path(from: healthy, in: scenario.world))
    let changed = step.mutation?.path ?? []
    let others = sent.enumerated().filter {
      !path.contains($0.element) && sent.firstIndex(of: $0.element) == $0.offset
    }
    return (path + others.map(\.element)).map { name in
      Link(
        name: name, places: sent.indices.filter { sent[$0] == name }.map { $0 + 1 },
        isRogue: !known.contains(name)
          || changed.first == "certificates" && changed.dropFirst().first == name,
        isOnPath: path.contains(name), trust: trust(in: name, step.world, scenario.policies))
    }
  }

  /// From the first of a list up to the one that no other issued.
  private static func path(from list: [String], in world: World) -> [String] {
    var path = Array(list.prefix(1))
    while let last = path.last, let issuer = world.certificate(last)?[Issuer.self],
      !path.contains(issuer),
      world.certificate(issuer) != nil
    { path.append(issuer) }
    return path
  }

  private static func trust(in name: String, _ world: World, _ policies: [String]) -> [String] {
    let anchored = world.policies.filter {
      policies.contains($0.name) && $0.anchors?.contains(name) == true
    }.map(\.name)
    return [
      world.stores.system.contains(name) ? "system store" : nil,
      world.stores.user.contains(name) ? "user store" : nil,
      anchored.isEmpty ? nil : "anchor in \(anchored.joined(separator: ", "))",
    ].compactMap(\.self)
  }

  /// Policies that expect the same, together.
  private static func expected(_ step: Scenario.Step, _ policies: [String]) -> [Expected] {
    var groups: [Expected] = []
    for policy in policies {
      guard let expectation = step.expectations[policy] else { continue }
      let expected = Expected(
        policies: [], client: expectation.clientSentence, server: expectation.serverSentence,
        remarks: expectation.remarks)
      let index =
        groups.firstIndex {
          ($0.client, $0.server) == (expected.client, expected.server) && $0.remarks == expected.remarks
        } ?? groups.count
      if index == groups.count { groups.append(expected) }
      groups[index].policies.append(policy)
    }
    return groups
  }
}
