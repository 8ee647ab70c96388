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

  public struct Step: Sendable, Hashable {
    /// Nil: the healthy world.
    public var change: Change?
    /// The names of the certificates that the server presents in this step.
    public var presented: [String]
    public var expected: [Expected]
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
        expected: Self.expected(step, scenario.policies))
    }
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
