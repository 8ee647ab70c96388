import Foundation
import RogueModel
import Testing

/// What the real clients of this machine do in every scenario at `must` and `should`: one run for all tests of a process.
///
/// Every client takes part that `make test-ci` installs, so that a machine with more of them runs the same tests; with
/// `ROGUES_CLIENTS=installed` in the environment every one of which the ledger of findings speaks and whose program is
/// here, or those whose names it lists with commas. The run takes minutes, so every test of real clients asks here:
/// `try await RealClients.run()`. Of each scenario there are as few cases as put it to every client that it can be put
/// to, and those that the ledger of findings names; with `ROGUES_CLIENTS=all` there are all that `rogues compare` takes by
/// itself, of every client that is here, which takes four times as long.
struct RealClients: Sendable {
  /// An adapter whose program is here.
  struct Client: Decodable, Sendable {
    var name: String
    var library: String
    /// As the program says it, such as `3.0.19` or `3.11.2/3.0.19`.
    var version: String
    var capabilities: [String]
    /// Versions of what it is made of, by the stack's name.
    var stacks: [String: String]?
  }

  /// One case of one client, judged.
  struct Case: Sendable {
    var adapter: String
    /// `family/name[tls=1.3,policy=system]`.
    var id: String
    var scenario: String
    /// `must` or `should`.
    var level: String
    var severity: String
    /// By name: `tls`, `policy`, `key`, `engine`.
    var axes: [String: String]
    var verdict: String
    var explanation: String
    /// Whether the fault was presented, in any step.
    var wasExercised: Bool
    /// Whether the client went on with a session in the last step.
    var hasResumed: Bool
    /// What the client said in each step; nil where nothing came through its door.
    var said: [RunLog.Said?]
    /// What was right in each step, for people: `cancel (untrusted)`.
    var expected: [String]

    /// The last word of the client: in a conversation of several steps the one that ended it.
    var lastSaid: RunLog.Said? { said.last ?? nil }
    /// It fails a run that gates.
    var isFailure: Bool {
      ["false-accept", "leak", "false-cancel", "bad-client-chain", "bad-client-hello", "certificate-leak", "error"]
        .contains(verdict)
    }
  }

  var clients: [Client]
  /// Adapters whose program is not here, with the reason.
  var missing: [String: String]
  /// All that was judged, and what is `unsupported`, in the order in which it ended.
  var cases: [Case]
  /// Verdicts of controls, by control and adapter; each is held before and after the cases.
  var controls: [String: [String: Set<String>]]

  func client(_ name: String) -> Client? { clients.first { $0.name == name } }

  /// The one run of this process, begun by the first test that asks.
  static func run() async throws -> RealClients { try await only.value }

  private static let only = Task { try await RealClients() }

  private init() async throws {
    // Programs are looked for where the caller has them: what a user would be shown is what is asked.
    let environment = ListedClients.callerEnvironment
    let rows = try await ListedClients.ofCaller.rows
    let ledger = try Ledger()
    let spoken = Set(ledger.entries.flatMap(\.occurrences).flatMap(ledger.subjects).map(\.adapter))
    let here = Set(rows.filter { $0.door != "in-process" && $0.control == false }.map(\.name)).intersection(spoken)
      .filter(Self.isAsked)
    missing = Dictionary(rows.compactMap { row in row.missing.map { (row.name, $0) } }) { first, _ in first }
    let place = try TemporaryWorkplace()
    var arguments = [
      "compare", "-q", "--progress", "none", "-j", "8", "--seed", "clients", "--log", place.path("log.jsonl"),
    ]
    arguments += here.sorted().flatMap { ["-a", $0] }
    arguments += try await Self.chosen(of: here, environment).flatMap { ["-s", $0] }
    let ending = try await blocking { [arguments] in
      // Of all clients some are browsers.
      try RunningCommand(arguments, in: place, environment: environment)
        .ending(within: RunningCommand.longest * (Self.choice == nil ? 1 : 3))
    }
    try #require([0, 2].contains(ending.status), "\(ending.error)")
    let log = try place.log()
    try #require(log.complete == true)
    clients = try JSONSerialization.data(withJSONObject: log.lines.first?["adapters"] ?? []).decoded()
    controls = log.verdictsOfControls
    // A case that was judged again stands there twice, and the later line counts.
    var found: [String: Case] = [:]
    var order: [String] = []
    for line in log.lines where line["type"] as? String == "case" {
      let one = try Case(line)
      let key = "\(one.adapter) \(one.id)"
      if found.updateValue(one, forKey: key) == nil { order.append(key) }
    }
    cases = order.compactMap { found[$0] }
  }

  private static let choice = ProcessInfo.processInfo.environment["ROGUES_CLIENTS"]
  private static let isWhole = choice == "all"

  /// Those whose programs `make test-ci` installs.
  private static let usual: Set = [
    "certtool", "curl", "gnutls-cli", "go-tls", "java-jsse", "libcurl", "nss", "okhttp", "openssl", "openssl-ct",
    "openssl-verify", "psql", "python-cryptography", "python-ssl", "wget",
  ]

  /// Whether tests ask this client.
  static func isAsked(_ adapter: String) -> Bool {
    switch choice {
    case nil: usual.contains(adapter)
    case "installed", "all": true
    case let names?: names.split(separator: ",").contains { $0 == adapter }
    }
  }

  /// Patterns of the cases that are asked.
  private static func chosen(of clients: Set<String>, _ environment: [String: String]) async throws -> [String] {
    let scenarios = try await gating()
    guard !isWhole else { return scenarios }
    let named = clients.sorted().flatMap { ["-a", $0] } + scenarios.flatMap { ["-s", $0] }
    let plan = try await BuiltCommand.run(["compare", "--dry-run"] + named, environment: environment)
    try #require(plan.status == 0, "\(plan.error)")
    let refusing = try await ExplainedCatalogue(axes: "engine=swift").scenarios.map { ($0.id, $0.refusingPolicies) }
    return cover(
      of: plan.output, refusing: Dictionary(uniqueKeysWithValues: refusing), and: try Ledger().narrow)
  }

  /// Of each scenario the fewest cases, greedily, in which every client is asked that can be asked in any of them: under
  /// a policy by which the server is to be refused, and under one by which it is not, where there are both; and what the
  /// ledger says of a client under some values of the axes.
  static func cover(
    of plan: String, refusing: [String: Set<String>] = [:],
    and narrow: [(client: String, place: KnownFailure.Occurrence.Place)] = []
  ) -> [String] {
    // What a case is good for: a client, or an entry of one.
    var clients: [String: Set<String>] = [:]
    var cases: [String: [String]] = [:]
    var client = ""
    for line in plan.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        client = String(line.prefix { $0 != " " })
        continue
      }
      let id = String(line.dropFirst(2).prefix { $0 != " " })
      if clients[id] == nil { cases[String(id.prefix { $0 != "[" }), default: []].append(id) }
      guard !line.contains("  unsupported: ") else {
        clients[id, default: []].formUnion([])
        continue
      }
      let scenario = String(id.prefix { $0 != "[" })
      let policy = id.split(separator: "policy=").last?.prefix { $0 != "," && $0 != "]" } ?? ""
      let refuses = refusing[scenario]?.contains(String(policy)) == true
      let values = id.drop { $0 != "[" }.dropFirst().dropLast().split(separator: ",")
      let entries = narrow.filter { entry in
        entry.client == client && entry.place.scenarios.contains(scenario)
          && entry.place.constraints.allSatisfy { values.contains("\($0.axis.rawValue)=\($0.value)") }
      }
      clients[id, default: []].formUnion(["\(client) \(refuses)"] + entries.map { "\(client) \($0.place.pattern)" })
    }
    return cases.sorted { $0.key < $1.key }.flatMap { _, ids -> [String] in
      var missing = ids.reduce(into: Set<String>()) { $0.formUnion(clients[$1] ?? []) }
      var chosen: [String] = []
      func gain(_ id: String) -> Int { clients[id]?.intersection(missing).count ?? 0 }
      // The first of those that add as much: plans have the plainest first.
      while let best = ids.reduce(nil as String?, { $0.map(gain) ?? 0 < gain($1) ? $1 : $0 }) {
        chosen.append(best)
        missing.subtract(clients[best] ?? [])
      }
      return chosen
    }
  }

  /// Scenarios that gate.
  private static func gating() async throws -> [String] {
    struct Scenario: Decodable {
      var id: String
      var level: String
    }
    let listed = try await BuiltCommand.run(["list", "--json"])
    let scenarios: [Scenario] = try Data(listed.output.utf8).decoded()
    return scenarios.filter { $0.level != "may" }.map(\.id)
  }
}

extension RealClients.Case {
  fileprivate init(_ line: [String: Any]) throws {
    func text(_ name: String) throws -> String { try #require(line[name] as? String, "\(name)") }
    let steps = try #require(line["steps"] as? [[String: Any]])
    self.init(
      adapter: try text("adapter"), id: try text("case"), scenario: try text("scenario"), level: try text("level"),
      severity: try text("severity"), axes: try #require(line["axes"] as? [String: String]),
      verdict: try text("verdict"), explanation: try text("explanation"),
      wasExercised: steps.contains { $0["exercised"] as? Bool == true },
      hasResumed: Self.connections(of: steps.last).contains { $0["resumed"] as? Bool == true },
      said: steps.map(RunLog.Said.init(step:)),
      expected: steps.map { $0["expected"] as? String ?? "" })
  }

  private static func connections(of step: [String: Any]?) -> [[String: Any]] {
    (step?["observation"] as? [String: Any])?["connections"] as? [[String: Any]] ?? []
  }
}

extension Data {
  func decoded<Value: Decodable>() throws -> Value { try JSONDecoder().decode(Value.self, from: self) }
}
