import RogueExplorer
import RogueModel
import RogueScenarios
import Testing

/// The search, with panels whose answers are known.
@Suite struct ExplorationTests {
  static let world = """
    world: small-site
    title: A small world
    domain: rogues.test
    certificates:
      root:    {ca: true}
      issuing: {ca: true, issuer: root, path-length: 0}
      leaf:    {issuer: issuing, hosts: [pinned]}
      other:   {issuer: issuing, hosts: [other], uris: ["https://other.rogues.test/"]}
      alone:   {hosts: [pinned]}
    stores: {system: [root], user: []}
    host: pinned
    server: {present: [leaf, issuing]}
    policies: {system: {}, leaf-spki: {pin-sets: [{host: pinned, any: [spki leaf]}]}}
    """

  static let grammar = WorldGrammar(
    worlds: [SourceFile(path: "Certs/worlds/small-site.yaml", bytes: Array(world.utf8))], others: [],
    vocabulary: Vocabulary())

  static let healthy = Candidate(world: "small-site", policy: "system", present: ["leaf", "issuing"])

  /// The keys of what a candidate presents.
  static func keys(_ candidate: Candidate) -> Set<String> {
    let place = grammar.place("small-site")
    return Set(
      candidate.present.flatMap { name in
        (candidate.added.first { $0.name == name } ?? place?.certificate(name))?.keys.map(\.key) ?? []
      })
  }

  /// Two members: one accepts everything, and one refuses what this says.
  static func panel(_ refuses: @escaping @Sendable (Candidate) -> Bool) -> Exploration.Panel {
    { candidates in
      candidates.map { PanelVector([.accepts, refuses($0) ? .refuses(.other, detail: nil) : .accepts]) }
    }
  }

  static func search(
    steps: Int, seed: UInt64 = 1, from earlier: Exploration? = nil, _ panel: Exploration.Panel
  ) async throws -> Exploration {
    var exploration = Exploration(grammar, seed: seed)
    try await exploration.begin(with: [healthy], panel)
    if let earlier { exploration.resume(earlier.finds, bred: earlier.bred, cases: earlier.cases) }
    for _ in 0..<steps { _ = try await exploration.step(panel) }
    return exploration
  }

  @Test func `a find is shrunk to the change that shows it`() async throws {
    let exploration = try await Self.search(steps: 20, Self.panel { Self.keys($0).contains("uris") })
    #expect(!exploration.finds.isEmpty)
    // The leaf or its CA has the key; nothing else is left of the other changes.
    #expect(Set(exploration.finds.map(\.changes)).isSubset(of: [["leaf uris"], ["CA uris"], ["presents other"]]))
    for find in exploration.finds { #expect(find.vector.letters == "AR" && find.candidate.added.count <= 2) }
  }

  @Test func `what the starting points show is no find`() async throws {
    let panel = Self.panel { $0.present.first != "leaf" && !($0.present.first ?? "").hasPrefix("odd-leaf") }
    var exploration = Exploration(Self.grammar, seed: 1)
    var start = Self.healthy
    start.present = ["other", "issuing"]
    try await exploration.begin(with: [Self.healthy, start], panel)
    #expect(exploration.patternsBefore == ["AA", "AR"])
    for _ in 0..<10 { _ = try await exploration.step(panel) }
    #expect(!exploration.finds.contains { $0.changes == ["lacks leaf", "presents other"] })
  }

  @Test func `agreement is never a find, and neither is a healthy chain that is refused`() async throws {
    let agreed = try await Self.search(steps: 10, Self.panel { _ in false })
    #expect(agreed.finds.isEmpty && agreed.cases > 600)
    let strict = try await Self.search(steps: 10, Self.panel { _ in true })
    #expect(strict.finds.isEmpty)
  }

  @Test func `a member that breaks is a find`() async throws {
    let exploration = try await Self.search(steps: 20) { candidates in
      candidates.map { candidate in
        PanelVector([.accepts, Self.keys(candidate).contains("uris") ? .breaks("ended by signal 11") : .accepts])
      }
    }
    #expect(exploration.finds.contains { $0.vector.letters == "AX" })
  }

  @Test func `a seed repeats a search, and another one differs`() async throws {
    let panel = Self.panel { Self.keys($0).count > 5 }
    let one = try await Self.search(steps: 5, panel)
    let same = try await Self.search(steps: 5, panel)
    let other = try await Self.search(steps: 5, seed: 2, panel)
    #expect(one.finds.map(\.candidate) == same.finds.map(\.candidate) && one.cases == same.cases)
    #expect(one.finds.map(\.candidate) != other.finds.map(\.candidate))
  }

  @Test func `a search that was interrupted goes on`() async throws {
    let panel = Self.panel { Self.keys($0).count > 5 }
    let whole = try await Self.search(steps: 6, panel)
    let half = try await Self.search(steps: 3, panel)
    let rest = try await Self.search(steps: 3, from: half, panel)
    #expect(whole.finds.map(\.candidate) == rest.finds.map(\.candidate) && whole.bred == rest.bred)
  }

  @Test func `the state of a search survives a file`() async throws {
    let exploration = try await Self.search(steps: 5, Self.panel { Self.keys($0).contains("uris") })
    let state = ExplorationState(
      seed: .max, panel: ["one", "other"], bred: exploration.bred, cases: exploration.cases, finds: exploration.finds)
    let read = try #require(ExplorationState(JSON(parsing: state.json.pretty)))
    #expect(read.finds.map(\.candidate) == exploration.finds.map(\.candidate) && !read.finds.isEmpty)
    #expect(read.finds.map(\.vector) == exploration.finds.map(\.vector))
    #expect(read.seed == .max && read.bred == exploration.bred && read.cases == exploration.cases)
  }

  @Test(arguments: [
    "{}", "[]", #"{"seed": "1", "panel": ["a"], "bred": -1, "cases": 0, "finds": []}"#,
    #"{"seed": "x", "panel": ["a"], "bred": 1, "cases": 0, "finds": []}"#,
    #"{"seed": "1", "panel": ["a"], "bred": 1, "cases": 0, "finds": [{}]}"#,
    #"{"seed": "1", "panel": ["a"], "bred": 1, "cases": 0, "finds": [{"number": 1, "changes": [], "world": "w", "policy": "p", "present": [], "added": [], "answers": []}]}"#,
  ])
  func `what is no state is refused`(text: String) throws {
    #expect(ExplorationState(try JSON(parsing: text)) == nil)
  }

  @Test func `a find is a scenario that loads, with everybody's answer`() async throws {
    let exploration = try await Self.search(steps: 20, Self.panel { Self.keys($0).contains("uris") })
    let find = try #require(exploration.finds.first { $0.changes == ["leaf uris"] })
    let found = FoundScenario(
      find, panel: ["one", "reference"], meanings: WorldGrammar.meaning,
      taken: ["found/leaf-uris-ar"])
    #expect(found.text.contains("# accepts  one") && found.text.contains("# refuses  reference: other"))
    #expect(found.id.hasSuffix("-ar-2") && found.text.split(separator: "\n").count <= 25)
    let catalogue = CatalogueLoader(vocabulary: Vocabulary()).load(
      worlds: [SourceFile(path: "Certs/worlds/small-site.yaml", bytes: Array(Self.world.utf8))],
      scenarios: [SourceFile(path: "Scenarios/\(found.id).yaml", bytes: Array(found.text.utf8))])
    #expect(!catalogue.hasErrors, "\(catalogue.findings.map(\.rendered).joined())")
    let scenario = try #require(catalogue.scenarios.first)
    #expect(scenario.world.server.present == ["leaf", "issuing"])
    #expect(scenario.steps[0].world.server.present == find.candidate.present)
  }

  @Test func `a copy of a pinned certificate keeps its key`() async throws {
    let panel = Self.panel { Self.keys($0).contains("uris") }
    var exploration = Exploration(Self.grammar, seed: 1)
    var start = Self.healthy
    start.policy = "leaf-spki"
    try await exploration.begin(with: [start], panel)
    for _ in 0..<20 { _ = try await exploration.step(panel) }
    let copies = exploration.finds.filter { $0.candidate.policy == "leaf-spki" }
      .flatMap(\.candidate.added).filter { $0.name.hasPrefix("odd-leaf") }
    #expect(!copies.isEmpty && copies.allSatisfy { $0["key-of"] == "leaf" })
  }
}
