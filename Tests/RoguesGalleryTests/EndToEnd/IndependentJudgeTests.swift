import Foundation
import RogueModel
import TestSupport
import Testing

/// Rogues that must be refused are refused by libraries that have nothing to do with this project; a page records those
/// that fewer than two of them refuse.
@Suite struct IndependentJudgeTests {
  /// The library of each adapter whose refusals count.
  static let libraries = [
    "openssl": "OpenSSL", "curl": "OpenSSL", "libcurl": "OpenSSL", "python-ssl": "OpenSSL", "openssl-ct": "OpenSSL",
    "openssl-verify": "OpenSSL", "psql": "OpenSSL", "gnutls-cli": "GnuTLS", "wget": "GnuTLS", "certtool": "GnuTLS",
    "go-tls": "Go", "java-jsse": "Java", "nss": "NSS",
  ]
  static let names = ["OpenSSL", "GnuTLS", "Go", "Java", "NSS"]
  static let page = "records/independent-judges.md"

  /// What a rogue meets, from the weakest proof to the strongest: of several clients of a library the best counts.
  enum Answer: String, CaseIterable {
    case notRun = "–"
    case noProof = "no proof"
    case accepts = "**accepts**"
    case noReason = "no reason"
    case otherReason = "other reason"
    case refuses = "refuses"

    init(_ one: RealClients.Case, givesReasons: Bool) {
      let hasRefused = one.verdict == "pass" && one.lastSaid?.disposition == "cancel"
      switch one.verdict {
      case _ where hasRefused: self = givesReasons ? .refuses : .noReason
      case "deviation": self = .otherReason
      case "false-accept", "leak": self = .accepts
      case "unsupported": self = .notRun
      default: self = .noProof
      }
    }

    func weaker(than other: Answer) -> Bool {
      let all = Answer.allCases
      return all.firstIndex(of: self) ?? 0 < all.firstIndex(of: other) ?? 0
    }
  }

  /// The judges of one rogue.
  struct Judges: Hashable {
    /// By library, as the page has them.
    var answers: [String: String] = [:]
    /// Other clients that refuse.
    var others: Set<String> = []

    var areTwo: Bool { answers.values.count { $0 == Answer.refuses.rawValue } >= 2 }

    var cells: [String] {
      names.map { answers[$0] ?? Answer.notRun.rawValue }
        + [others.sorted().map { "`\($0)`" }.joined(separator: ", ")]
    }
  }

  /// The judges of each rogue.
  ///
  /// - Parameter rogues: policies under which nothing but a refusal is right, by scenario.
  static func judges(
    _ clients: [RealClients.Client], _ cases: [RealClients.Case], _ rogues: [String: Set<String>]
  ) -> [String: Judges] {
    let givesReasons = Set(clients.filter { $0.capabilities.contains("reason") }.map(\.name))
    var judges = rogues.mapValues { _ in Judges() }
    for one in cases {
      guard let policy = one.axes["policy"], rogues[one.scenario]?.contains(policy) == true else { continue }
      let answer = Answer(one, givesReasons: givesReasons.contains(one.adapter))
      guard let library = libraries[one.adapter] else {
        if answer == .refuses || answer == .noReason { judges[one.scenario]?.others.insert(one.adapter) }
        continue
      }
      let known = judges[one.scenario]?.answers[library].flatMap(Answer.init) ?? .notRun
      if known.weaker(than: answer) { judges[one.scenario]?.answers[library] = answer.rawValue }
    }
    return judges
  }

  /// The page, of the rogues that fewer than two libraries refuse.
  static func text(_ clients: [RealClients.Client], _ judges: [String: Judges]) -> String {
    var text = """
      # Independent judges

      Every client must refuse a rogue at `must`. This project does not decide that alone: every real client with an adapter
      tries each such rogue, and at least two of the five TLS libraries below refuse it for the reason that the scenario expects.

      This page lists the rogues that fewer than two of them refuse, most because a client cannot be configured for what the
      scenario needs (`rogues explain ID` shows its needs). The reference refuses all of them. `IndependentJudgeTests` records the
      page (`make record`); `make test-ci` compares it with a run of every client that is installed in the version below, and
      fails for a rogue that is missing here.

      | | |
      |---|---|
      | refuses | for the reason that the scenario expects |
      | other reason | refuses for [another reason](other-reasons.md) |
      | no reason | refuses, and the adapter gives no reasons |
      | **accepts** | a [finding](findings.md) |
      | no proof | no client met the fault, or the result is inconclusive |
      | – | no client of the library can run the scenario |


      """
    text += names.map { "- \(versions(of: $0, clients))\n" }.joined()
    text += "\n| scenarios | \(names.joined(separator: " | ")) | other clients that refuse |\n"
    text += "|\(String(repeating: "---|", count: names.count + 2))\n"
    let rows = Dictionary(grouping: judges.filter { !$1.areTwo }, by: \.value.cells).mapValues {
      $0.map(\.key).sorted()
    }
    for (cells, ids) in rows.sorted(by: { $0.value[0] < $1.value[0] }) {
      text += "| \(ids.map { "`\($0)`" }.joined(separator: ", ")) | \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private static func versions(of library: String, _ clients: [RealClients.Client]) -> String {
    let those = clients.filter { libraries[$0.name] == library }.map { "\($0.name) \($0.version)" }.sorted()
    return "\(library): \(those.joined(separator: ", "))"
  }

  /// The differences of a recorded page from what the clients do now; a library in another version than the recorded one may
  /// differ.
  static func drift(
    of page: String, from clients: [RealClients.Client], _ judges: [String: Judges]
  ) -> [String] {
    let lines = page.split(separator: "\n")
    let same = Set(names.filter { lines.contains(Substring("- \(versions(of: $0, clients))")) })
    var recorded: [String: [String]] = [:]
    for line in lines where line.hasPrefix("| `") {
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      for id in cells[0].split(separator: "`") where id.contains("/") {
        recorded[String(id)] = Array(cells.dropFirst())
      }
    }
    return judges.sorted { $0.key < $1.key }.flatMap { id, now -> [String] in
      guard let then = recorded.removeValue(forKey: id) else {
        return now.areTwo ? [] : ["\(id) has fewer than two judges: \(now.cells.joined(separator: " | "))"]
      }
      // Whether a client meets a fault can depend on the moment.
      let proven = zip(names, zip(then, now.cells)).filter { _, cells in
        cells.0 != Answer.noProof.rawValue && cells.1 != Answer.noProof.rawValue
      }
      return proven.filter { same.contains($0) && $1.0 != $1.1 }.map { library, cells in
        "\(id): \(library) was '\(cells.0)', and is '\(cells.1)'"
      }
    } + recorded.keys.sorted().map { "\($0) is no rogue at must" }
  }

  /// Policies under which nothing but a refusal is right, by scenario at `must`.
  static func rogues() async throws -> [String: Set<String>] {
    let scenarios = try await ExplainedCatalogue(axes: "engine=swift").scenarios.filter { $0.level == "must" }
    return Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, $0.refusingPolicies) }).filter { !$0.value.isEmpty }
  }

  @Test(.sweep) func `every rogue that must be refused is refused by two libraries, or the page has it`() async throws {
    let run = try await RealClients.run()
    let absent = Set(Self.names).subtracting(run.clients.compactMap { Self.libraries[$0.name] })
    // `make test-ci` installs them all.
    try #require(absent.isEmpty, "missing: \(absent.sorted())")
    let rogues = try await Self.rogues()
    #expect(rogues.count > 400)
    let judges = Self.judges(run.clients, run.cases, rogues)
    if Recording.isOn {
      try GeneratedDocumentTests.check(Self.text(run.clients, judges), Self.page)
    }
    let page = try ShippedCatalogue.text("docs/\(Self.page)")
    for difference in Self.drift(of: page, from: run.clients, judges) {
      Issue.record("docs/\(Self.page): \(difference)")
    }
  }

  private static let clients = [
    client("curl", "7.88"), client("wget", "1.21", capabilities: []), client("go-tls", "1.19"), client("nss", "3.87"),
    client("okhttp", "4"),
  ]

  private static func client(
    _ name: String, _ version: String, capabilities: [String] = ["reason"]
  ) -> RealClients.Client {
    RealClients.Client(name: name, library: name, version: version, capabilities: capabilities)
  }

  private static func result(_ adapter: String, _ scenario: String, _ verdict: String) throws -> RealClients.Case {
    let disposition = verdict == "pass" || verdict == "deviation" ? "cancel" : "accept"
    let outcome: [String: Any] = ["kind": "statement", "said": disposition]
    return RealClients.Case(
      adapter: adapter, id: "\(scenario)[policy=system]", scenario: scenario, level: "must", severity: "high",
      axes: ["policy": "system"], verdict: verdict, explanation: "", wasExercised: true, hasResumed: false,
      said: [RunLog.Said(step: ["report": ["outcome": outcome]])], expected: [])
  }

  /// Of `a/two` two libraries are right, of the others one or none.
  private static func judges(_ changes: [(String, String, String)] = []) throws -> [String: Judges] {
    let results = [
      ("curl", "a/two", "pass"), ("go-tls", "a/two", "pass"), ("curl", "a/one", "pass"), ("wget", "a/one", "pass"),
      ("go-tls", "a/one", "false-accept"), ("okhttp", "a/one", "pass"), ("curl", "b/none", "unsupported"),
      ("go-tls", "b/none", "deviation"), ("curl", "b/other-level", "pass"),
    ]
    let rogues: [String: Set<String>] = ["a/two": ["system"], "a/one": ["system"], "b/none": ["system"]]
    return Self.judges(clients, try (results + changes).map(result), rogues)
  }

  @Test func `the page has the rogues that lack judges, with what each library does`() throws {
    let text = Self.text(Self.clients, try Self.judges())
    #expect(text.contains("- OpenSSL: curl 7.88\n- GnuTLS: wget 1.21\n- Go: go-tls 1.19\n"))
    #expect(text.contains("| `a/one` | refuses | no reason | **accepts** | – | – | `okhttp` |\n"))
    #expect(text.contains("| `b/none` | – | – | other reason | – | – |  |\n"))
    #expect(!text.contains("a/two") && !text.contains("b/other-level"))
    #expect(Self.drift(of: text, from: Self.clients, try Self.judges()) == [])
  }

  @Test func `the best client of a library counts`() throws {
    let judges = try Self.judges([("openssl", "a/one", "false-accept"), ("libcurl", "b/none", "inconclusive")])
    #expect(judges["a/one"]?.answers["OpenSSL"] == "refuses")
    #expect(judges["b/none"]?.answers["OpenSSL"] == "no proof")
  }

  @Test func `a difference from the page is an error, except for libraries in another version`() throws {
    let page = Self.text(Self.clients, try Self.judges())
    let changed = try Self.judges([("nss", "a/one", "pass"), ("go-tls", "b/none", "pass")])
    #expect(
      Self.drift(of: page, from: Self.clients, changed) == [
        "a/one: NSS was '–', and is 'refuses'", "b/none: Go was 'other reason', and is 'refuses'",
      ])
    let newer = Self.clients.map { $0.name == "go-tls" ? Self.client("go-tls", "1.20") : $0 }
    #expect(Self.drift(of: page, from: newer, changed) == ["a/one: NSS was '–', and is 'refuses'"])
    var fewer = try Self.judges()
    fewer["c/new"] = Judges(answers: ["Go": "refuses"])
    fewer["b/none"] = nil
    #expect(
      Self.drift(of: page, from: Self.clients, fewer) == [
        "c/new has fewer than two judges: – | – | refuses | – | – | ", "b/none is no rogue at must",
      ])
  }
}
