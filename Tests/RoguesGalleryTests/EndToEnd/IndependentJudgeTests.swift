import Foundation
import TestSupport
import Testing

/// What must be refused is refused by libraries that have nothing to do with this project, or the page says why not.
@Suite struct IndependentJudgeTests {
  /// The library of each adapter whose refusals count.
  static let libraries = [
    "openssl": "OpenSSL", "curl": "OpenSSL", "libcurl": "OpenSSL", "python-ssl": "OpenSSL", "openssl-ct": "OpenSSL",
    "openssl-verify": "OpenSSL", "psql": "OpenSSL", "gnutls-cli": "GnuTLS", "wget": "GnuTLS", "certtool": "GnuTLS",
    "go-tls": "Go", "java-jsse": "Java", "nss": "NSS",
  ]
  static let page = "docs/records/independent-judges.md"

  /// A row of the page: scenarios that fewer than two libraries refuse.
  struct Row: Hashable {
    var patterns: [String]
    var judges: Set<String>
    /// Those that refuse in some of their versions.
    var sometimes: Set<String>
    /// What stands between backticks in the last column.
    var instead: [String]

    func agrees(with found: Set<String>) -> Bool {
      judges.isSubset(of: found) && found.isSubset(of: judges.union(sometimes))
    }

    func fits(_ id: String) -> Bool { patterns.contains { Self.fits(id, $0) } }

    /// A star stands for any end.
    static func fits(_ id: String, _ pattern: String) -> Bool {
      pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
    }
  }

  static func rows(_ text: String) throws -> [Row] {
    try text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4, "\(line)")
      let named = Set(cells[1].components(separatedBy: ", ")).subtracting(["nobody"])
      let sometimes = Set(
        named.filter { $0.hasPrefix("(") && $0.hasSuffix(")") }.map { String($0.dropFirst().dropLast()) })
      let judges = named.filter { !$0.hasPrefix("(") }
      try #require(judges.union(sometimes).isSubset(of: Set(libraries.values)), "\(line)")
      return Row(patterns: quoted(cells[0]), judges: judges, sometimes: sometimes, instead: quoted(cells[3]))
    }
  }

  private static func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// Libraries that refuse each rogue for the reason that is expected, by scenario; those that none refuses have none.
  static func judges(_ run: RealClients, _ rogues: [String: Set<String>]) -> [String: Set<String>] {
    let saysReasons = Set(run.clients.filter { $0.capabilities.contains("reason") }.map(\.name))
    var judges = rogues.mapValues { _ in Set<String>() }
    for one in run.cases where one.verdict == "pass" && saysReasons.contains(one.adapter) {
      guard let library = libraries[one.adapter], let policy = one.axes["policy"],
        rogues[one.scenario]?.contains(policy) == true, one.lastSaid?.disposition == "cancel"
      else { continue }
      judges[one.scenario]?.insert(library)
    }
    return judges
  }

  /// Policies under which nothing but a refusal is right, by scenario at `must`.
  static func rogues() async throws -> [String: Set<String>] {
    let scenarios = try await ExplainedCatalogue(axes: "engine=swift").scenarios.filter { $0.level == "must" }
    return Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, $0.refusingPolicies) }).filter { !$0.value.isEmpty }
  }

  @Test(.sweep) func `every rogue that must be refused is refused by two libraries, or the page gives the reason`()
    async throws
  {
    let run = try await RealClients.run()
    let known = Set(run.clients.compactMap { Self.libraries[$0.name] })
    let absent = Set(Self.libraries.values).subtracting(known)
    // `make test-all` installs them all.
    try #require(absent.isEmpty, "missing: \(absent.sorted())")
    let rogues = try await Self.rogues()
    #expect(rogues.count > 400)
    let judges = Self.judges(run, rogues)
    let rows = try Self.rows(String(contentsOf: BuiltCommand.root.appending(path: Self.page), encoding: .utf8))
    #expect(rows.count > 10)
    var used: Set<Row> = []
    for (id, found) in judges.sorted(by: { $0.key < $1.key }) {
      // A more exact row stands before a wider one.
      let row = rows.first { $0.fits(id) && $0.agrees(with: found) } ?? rows.first { $0.fits(id) }
      if found.count >= 2 {
        // With these versions it has its two; with others it needs the row.
        if let row, !row.sometimes.isEmpty, row.agrees(with: found) { used.insert(row) }
        continue
      }
      guard let row, row.agrees(with: found) else {
        let names = found.isEmpty ? "nobody" : found.sorted().joined(separator: ", ")
        Issue.record("\(id) is refused for its reason by \(names), and \(Self.page) does not say so")
        continue
      }
      used.insert(row)
      for name in row.instead { Self.check(name, for: id, row, judges, run) }
    }
    for row in rows where !used.contains(row) { Issue.record("a row fits nothing that lacks judges: \(row.patterns)") }
    for row in rows {
      #expect(!row.instead.isEmpty, "nobody judges instead: \(row.patterns)")
      for pattern in row.patterns
      where row.sometimes.isEmpty && !pattern.hasSuffix("*") && judges[pattern]?.count ?? 2 >= 2 {
        Issue.record("\(pattern) is listed, and has its two libraries or is none of the rogues at must")
      }
    }
  }

  /// What is said to judge instead does.
  private static func check(
    _ name: String, for id: String, _ row: Row, _ judges: [String: Set<String>], _ run: RealClients
  ) {
    if name.contains("/") {
      // A star on both sides stands for the same end.
      let prefix = row.patterns.first { $0.hasSuffix("*") && Row.fits(id, $0) }?.dropLast() ?? ""
      let other = name.hasSuffix("*") ? name.dropLast() + id.dropFirst(prefix.count) : Substring(name)
      #expect(judges[String(other)]?.count ?? 0 >= 2, "\(other), instead of \(id), has not its two libraries")
    } else if name.hasSuffix("Tests") {
      let files = FileManager.default.enumerator(atPath: BuiltCommand.root.appending(path: "Tests").path)
      let isThere = files?.contains { ($0 as? String)?.hasSuffix("/\(name).swift") == true } ?? false
      #expect(isThere, "there is no suite \(name)")
    } else {
      let refuses = run.cases.contains {
        $0.adapter == name && $0.scenario == id && $0.verdict == "pass" && $0.lastSaid?.disposition == "cancel"
      }
      #expect(refuses, "\(name), instead of two libraries, does not refuse \(id)")
    }
  }

  @Test func `rows are read with their patterns, their judges and the substitutes`() throws {
    let text = """
      | scenarios | refused by | why | instead |
      |---|---|---|---|
      | `a/b-*`, `a/c` | nobody | x | `MutantTests`, and `a/d-*` |
      | `a/e` | Go, (Java) | x | `wget` |
      """
    let rows = try Self.rows(text)
    #expect(rows.map(\.judges) == [[], ["Go"]])
    #expect(rows.map(\.sometimes) == [[], ["Java"]])
    #expect(rows[1].agrees(with: ["Go"]) && rows[1].agrees(with: ["Go", "Java"]) && !rows[1].agrees(with: ["Java"]))
    #expect(rows.map(\.instead) == [["MutantTests", "a/d-*"], ["wget"]])
    #expect(rows[0].fits("a/b-x") && rows[0].fits("a/c") && !rows[0].fits("a/cc") && !rows[1].fits("a/b-x"))
  }
}
