import RogueModel
import Testing

@testable import RogueReports

/// A failure that is known points at its entry, in every report; one that is not says so.
@Suite struct KnowledgeTests {
  static func entry(_ verdict: Verdict = .falseAccept, versions: String = "8", reason: Reason? = nil) throws
    -> KnownFailure
  {
    let place = KnownFailure.Occurrence.Place(
      pattern: "trust/*", scenarios: ["trust/rogue-ca-in-system-store"],
      constraints: [AxesSelection.Constraint(axis: .policy, value: "leaf-spki")])
    return KnownFailure(
      name: "curl-forgets", title: "curl forgets", kind: .bug,
      occurrences: [
        KnownFailure.Occurrence(
          clients: [.init(adapter: "curl", versions: try #require(VersionRange(versions)))], verdicts: [verdict],
          reason: reason, places: [place],
          location: SourceLocation(file: "Findings/curl-forgets.yaml", line: 5, column: 5))
      ],
      text: "It does.", commands: "true", withoutCommands: nil, afterwards: nil,
      location: SourceLocation(file: "Findings/curl-forgets.yaml", line: 1, column: 10))
  }

  static let covered = ["curl": KnownFailures.Make(library: "libcurl", stacks: ["openssl"])]

  static func client(_ version: String, stacks: [String: String] = [:]) -> AdapterDescription {
    var client = AdapterDescription(
      name: "curl", door: .exec, library: "libcurl", version: version, capabilities: [])
    client.stacks = stacks
    return client
  }

  @Test func `an entry about a stack holds for every client of it, in its versions, except those that it names`() throws
  {
    var entry = try Self.entry()
    entry.occurrences[0].clients = []
    entry.occurrences[0].stacks = ["openssl": try #require(VersionRange("3.0-3.2"))]
    entry.occurrences[0].exceptions = ["careful"]
    let known = KnownFailures([entry], adapters: Self.covered)
    func told(_ adapter: String, _ stacks: [String: String]) -> Knowledge? {
      var result = SampleRun.falseAccept
      result.adapter = adapter
      return known.knowledge(of: result, by: Self.client("1", stacks: stacks))
    }
    for adapter in ["curl", "copy-of-curl", "mine", "mine@2.0"] {
      #expect(told(adapter, ["openssl": "3.0.17"]) == .entry(Self.reference), "\(adapter)")
      #expect(told(adapter, ["openssl": "3.5.0"]) == .otherVersions(Self.reference), "\(adapter)")
      #expect(told(adapter, ["openssl": ""]) == .otherVersions(Self.reference), "\(adapter): nobody knows its version")
    }
    #expect(told("mine", ["gnutls": "3.0.17"]) == nil)
    #expect(told("careful", ["openssl": "3.0.17"]) == nil)
    #expect(told("curl", [:]) == .nothing)
    // What is written about the client itself comes first.
    entry.occurrences[0].clients = [.init(adapter: "mine", versions: try #require(VersionRange("2")))]
    let both = KnownFailures([entry])
    var result = SampleRun.falseAccept
    result.adapter = "mine"
    #expect(
      both.knowledge(of: result, by: Self.client("1", stacks: ["openssl": "3.0"])) == .otherVersions(Self.reference))
  }

  /// A copy of an adapter keeps library and stacks.
  @Test func `what every adapter of a library does is known of its copies, and of no other library`() throws {
    var entry = try Self.entry()
    let make = KnownFailures.Make(library: "libcurl", stacks: ["openssl"])
    func told(_ adapters: [String: KnownFailures.Make], _ name: String, library: String, stacks: [String: String])
      -> Knowledge?
    {
      var result = SampleRun.falseAccept
      result.adapter = name
      var client = Self.client("8.14.1", stacks: stacks)
      (client.name, client.library) = (name, library)
      return KnownFailures([entry], adapters: adapters).knowledge(of: result, by: client)
    }
    let openssl = ["openssl": "3.0.17"]
    #expect(told(["curl": make], "shop-curl", library: "libcurl", stacks: openssl) == .entry(Self.reference))
    #expect(told(["curl": make], "shop-curl@9", library: "libcurl", stacks: openssl) == .entry(Self.reference))
    #expect(told(["curl": make], "shop-curl", library: "libcurl", stacks: ["gnutls": "3.7"]) == nil, "other stack")
    #expect(told(["curl": make], "shop-curl", library: "libcurl", stacks: [:]) == nil, "unknown stack")
    #expect(told(["curl": make], "shop-curl", library: "LibCurl 2", stacks: openssl) == nil, "other library")
    #expect(told([:], "shop-curl", library: "libcurl", stacks: openssl) == nil, "nobody knows the library")
    // Of two adapters of the library, the entry names one: it may be about that program alone.
    let both = ["curl": make, "libcurl": make]
    #expect(told(both, "shop-curl", library: "libcurl", stacks: openssl) == nil)
    #expect(told(both, "libcurl", library: "libcurl", stacks: openssl) == .nothing, "a covered adapter is no copy")
    // It is a copy of the one that is configured alike.
    let api = KnownFailures.Make(
      library: "libcurl", stacks: ["openssl"],
      configuration: AdapterConfiguration(applied: [.pins: "CURLOPT_PINNEDPUBLICKEY"], fixed: [:]))
    #expect(
      told(["curl": make, "libcurl": api], "shop-curl", library: "libcurl", stacks: openssl) == .entry(Self.reference))
    #expect(told(["curl": api, "libcurl": make], "shop-curl", library: "libcurl", stacks: openssl) == nil)
    entry.occurrences[0].clients.append(.init(adapter: "libcurl", versions: try #require(VersionRange("7"))))
    #expect(told(both, "shop-curl", library: "libcurl", stacks: openssl) == .otherVersions(Self.reference))
    // What is right in the original, although its stack is not, is no known failure of a copy.
    entry.occurrences[0].clients = []
    entry.occurrences[0].stacks = ["openssl": try #require(VersionRange("3.0"))]
    #expect(told(["curl": make], "shop-curl", library: "libcurl", stacks: openssl) == .entry(Self.reference))
    entry.occurrences[0].exceptions = ["curl"]
    #expect(told(["curl": make], "shop-curl", library: "libcurl", stacks: openssl) == nil)
  }

  static let reference = Knowledge.Reference(
    place: "docs/records/findings.md#curl-forgets", title: "curl forgets", kind: .bug)

  @Test func `an entry is found by client, version, verdict, scenario and axes`() throws {
    let known = KnownFailures([try Self.entry()], adapters: Self.covered)
    let result = SampleRun.falseAccept
    #expect(known.knowledge(of: result, by: Self.client("8.14.1")) == .entry(Self.reference))
    #expect(known.knowledge(of: result, by: Self.client("9.1")) == .otherVersions(Self.reference))
    var other = result
    other.axes.policy = "ca-spki"
    #expect(known.knowledge(of: other, by: Self.client("8.14.1")) == .nothing)
    other = result
    other.judgement.verdict = .leak
    #expect(known.knowledge(of: other, by: Self.client("8.14.1")) == .nothing)
    other = result
    other.adapter = "mine"
    #expect(known.knowledge(of: other, by: Self.client("8.14.1")) == nil, "the ledger does not speak of it at all")
  }

  @Test(arguments: [Verdict.pass, .inconclusive, .unsupported, .unexercised, .harnessError, .notRun])
  func `only failures are looked up`(verdict: Verdict) throws {
    var result = SampleRun.falseAccept
    result.judgement.verdict = verdict
    let known = KnownFailures([try Self.entry(verdict)], adapters: Self.covered)
    #expect(known.knowledge(of: result, by: Self.client("8.14.1")) == nil)
    result = SampleRun.falseAccept
    result.level = .may
    #expect(
      KnownFailures([try Self.entry()], adapters: Self.covered).knowledge(of: result, by: Self.client("8")) == nil)
  }

  private func told(_ knowledge: Knowledge?) -> [RunEvent] {
    SampleRun.events().map { event in
      guard case .caseFinished(var result) = event, result.judgement.verdict == .falseAccept, result.level == .must
      else { return event }
      result.knowledge = knowledge
      return .caseFinished(result)
    }
  }

  @Test func `the console points at the entry, in the block and in the summary`() throws {
    let table = RunTable()
    var (fold, text) = (ConsoleFold(options: ConsoleOptions(), table: table), "")
    for event in told(.entry(Self.reference)) {
      table.record(event)
      for case .result(let part) in try fold.outputs(for: event) { text += part }
    }
    #expect(
      text.contains("  known      docs/records/findings.md#curl-forgets, a bug: curl forgets\n"))
    #expect(!text.contains("known: docs"), "it is told once")
    let quiet = try ConsoleTests.show(
      told(.entry(Self.reference)), ConsoleOptions(verbosity: .quiet)
    ).results
    #expect(quiet.contains("known: docs/records/findings.md#curl-forgets, a bug\n"))
  }

  @Test func `a failure without an entry is marked as not known`() throws {
    let table = RunTable()
    var (fold, text) = (ConsoleFold(options: ConsoleOptions(), table: table), "")
    for event in told(.nothing) {
      table.record(event)
      for case .result(let part) in try fold.outputs(for: event) { text += part }
    }
    #expect(text.contains("  known      no: the ledger of findings has no entry for it\n"))
    let quiet = try ConsoleTests.show(told(.nothing), ConsoleOptions(verbosity: .quiet)).results
    #expect(quiet.contains("  not known\n"))
  }

  @Test func `a comparison links failures to entries, and marks those without one`() {
    func text(_ knowledge: Knowledge) -> String {
      MatrixReport(events: told(knowledge)).text(style: ReportStyle(color: false, unicode: true, width: 120))
    }
    let known = text(.entry(Self.reference))
    #expect(known.contains("  \(Self.reference.title) (FALSE-ACCEPT, must, critical)\n"))
    #expect(known.contains("; known: docs/records/findings.md#curl-forgets, a bug\n"))
    let unknown = text(.nothing)
    #expect(unknown.contains("trust/rogue-ca-in-system-store; not known\n"))
    #expect(
      text(.otherVersions(Self.reference)).contains(
        "; known of other versions: docs/records/findings.md#curl-forgets\n"))
  }

  @Test func `JUnit's failure holds the pointer`() throws {
    let xml = try record(told(.entry(Self.reference))) { wholeReport(JUnitReport.write, to: $0) }
    #expect(xml.contains("known      docs/records/findings.md#curl-forgets, a bug: curl forgets"))
  }

  @Test(arguments: [.entry(reference), .otherVersions(reference), .nothing, nil] as [Knowledge?])
  func `the event log keeps it`(knowledge: Knowledge?) throws {
    let read = try EventLogTests.read(EventLogTests.log(told(knowledge)))
    let results = read.compactMap { event -> CaseResult? in
      if case .caseFinished(let result) = event { return result }
      return nil
    }
    #expect(results.first { $0.judgement.verdict == .falseAccept }?.knowledge == knowledge)
    #expect(results.filter { $0.judgement.verdict == .pass }.allSatisfy { $0.knowledge == nil })
  }
}
