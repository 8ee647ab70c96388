import RogueAdapters
import RogueDecisions
@testable import RogueLab
import RogueModel
import RogueRunner
import RogueScenarios
import TestSupport
import Testing

/// What clients forget in special cases, shown by cells of decision tables over sockets.
@Suite struct DecisionClientTests {
  /// Where the cells are that show it.
  static let tables: [(table: String, forgotten: Set<String>)] = [
    (
      "session/table",
      [
        "name-of-a-session", "pins-of-a-session", "anchors-of-a-session", "revocation-of-a-session",
        "name-on-an-open-connection", "pins-on-an-open-connection", "revocation-on-an-open-connection",
        "current-host-of-a-session", "session-without-lifetime", "rules-before-early-data",
        "session-without-early-data", "session-of-a-resumption", "name-on-a-connection-without",
        "certificates-of-a-session", "certificate-after-a-declined-session", "transparency-of-a-session",
        "rules-of-a-tls12-session",
      ]
    ),
    (
      "session/identity-table",
      [
        "anchors-on-an-open-connection", "session-identity-changed", "identity-removed", "identity-certificate",
        "identity-chain", "identity-added", "identity-after-none",
      ]
    ),
    ("connection-reuse/version-table", ["version-of-an-open-connection"]),
    ("session/time-table", ["issuers-of-a-session", "staple-of-a-session", "dates-of-a-renewed-session"]),
    (
      "client-auth/choice-table",
      [
        "issuers-of-identity-chain", "every-named-authority", "whole-identity-chain", "identity-chain-order",
        "every-identity", "signature-algorithms-of-the-request", "dates-of-identities", "issuers-beside-identity",
        "identity-without-purposes", "key-usage-of-identities", "identities-after-the-first", "rsa-identity-in-tls-13",
        "identity-of-each-request",
      ]
    ),
    ("client-auth/table", ["identity-behind-proxy", "identity-after-upgrade"]),
    ("proxy/table", ["certificate-of-a-known-proxy", "default-of-proxy-anchors"]),
    (
      "rotation/moment-table",
      [
        "revocation-behind-proxy", "revocation-after-upgrade", "pins-after-upgrade", "pins-behind-proxy",
        "name-after-a-relative-redirect",
      ]
    ),
    ("client-hello/table", ["status-request-with-a-session"]),
  ]

  /// Special cases that a scenario shows, and no table.
  static let scenarios: [String: String] = [
    "session-of-no-lifetime": "session/ticket-lifetime-zero",
    "minimum-version": "client-hello/minimum-version",
    "session-of-a-refusal": "session/resumed-after-staple-missing",
    "pins-before-the-request": "pin/no-pin-matches",
    "name-after-an-smtp-upgrade": "starttls/smtp-wrong-host",
    "imap-upgrade": "starttls/imap-not-offered",
    "name-of-a-redirect-target": "healthy/redirect-to-another-host",
    "redirect-scheme-after-a-path": "redirect/pinned-target-without-tls-after-path",
    "dates-of-a-session": "session/resumed-after-not-after",
    "post-handshake-auth-offer": "client-hello/post-handshake-auth",
    "server-name-through-proxy": "client-hello/server-name-behind-proxy",
    "certificate-of-a-proxy-without-anchors": "proxy/proxy-unknown-ca",
    "pins-of-another-host-over-http2": "connection-reuse/coalesced-other-pins",
    "pins-of-another-host-on-an-open-connection": "connection-reuse/keep-alive-other-hosts-pins",
    "identity-of-a-known-host": "session/resumed-other-identity",
    "damaged-identity": "client-auth/pkcs12-unreadable-certificate-optional",
    "name-inside-a-tls-proxy": "proxy/server-shows-proxy-name-behind-https-proxy",
    "dates-on-an-open-connection": "connection-reuse/keep-alive-after-not-after",
    "pins-of-the-server-alone": "healthy/https-proxy",
    "postgresql-injection": "real-bugs/cve-2021-23222-postgresql-injection",
  ]

  /// Special cases that a circumstance of a check shows.
  static let circumstances: [String: String] = [
    "status-request-with-tls13-alone":
      "circumstances/policy[check=healthy-with-staple,anchors=system,pins=none,versions=tls-1-3-alone,version=1.3]",
    "transparency-over-http2":
      "circumstances/connection[check=timestamps,transport=tls-proxy,protocol=h2,moment=first,version=1.2]",
  ]

  @Test func `every special case has a table, or a scenario`() {
    let inTables = Self.tables.reduce(into: Set()) { $0.formUnion($1.forgotten) }
    #expect(inTables.isDisjoint(with: Self.scenarios.keys))
    let known = inTables.union(Self.scenarios.keys).union(Self.circumstances.keys)
    #expect(known == Set(ClientMutant.ofTables.map(\.name)))
  }

  @Test(.sweep, arguments: scenarios.merging(circumstances) { first, _ in first })
  func `a client that forgets a special case without a table is caught by a scenario`(
    forgotten: String, id: String
  ) async throws {
    let scenarios =
      id.hasPrefix("circumstances/")
      ? try [Self.moved(id)] : OfflineCatalogue.catalogue().scenarios.filter { $0.id == id }
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: ClientMutant.ofTables.filter { $0.name == forgotten })
    var isCaught = false
    // On a busy machine a certificate of seconds can end too early, which is inconclusive: then the case runs again.
    for _ in 0..<3 where !isCaught {
      let results = try await HandshakeMutantTests.run(scenarios, mutants)
      isCaught = results.contains { result in
        switch result.judgement.verdict {
        // Where the policy alone is wrong, the server is its own control.
        case .falseAccept, .leak: result.control.map { $0.verdict == .pass } ?? true
        case .badClientHello, .badClientChain, .certificateLeak: true
        // A healthy scenario is its own control.
        case .falseCancel: result.control == nil
        default: false
        }
      }
      guard results.contains(where: { $0.judgement.verdict == .inconclusive }) else { break }
    }
    #expect(isCaught)
  }

  private static func moved(_ id: String) throws -> Scenario {
    let loaded = try #require(CircumstanceCellTests.tables.first { id.hasPrefix($0.table.id + "[") })
    let values = String(id.dropFirst(loaded.table.id.count + 1).dropLast())
    let cell = try #require(loaded.table.cell(named: values))
    return try #require(loaded.scenario(of: cell).scenario)
  }

  /// A client that refuses more than it should is caught by a cell that is right.
  @Test(.sweep) func `a client that judges what it has not offered is caught by a cell`() async throws {
    let cells = DecisionTests.cells { $0 == "handshake/table" }
    let mutants = SwiftClientAdapter.mutants(
      HandshakeMutantTests.reference,
      of: ClientMutant.ofHandshakes.filter { $0.shows == .refusal })
    let results = try await HandshakeMutantTests.run(cells, mutants)
    for mutant in mutants {
      let wrong = results.filter {
        $0.adapter == mutant.description.name && $0.judgement.verdict == .falseCancel
      }
      #expect(!wrong.isEmpty, "no cell catches \(mutant.description.name)")
    }
  }

  @Test(.sweep) func `a special case of a handshake is shown by a cell or a scenario`() async throws {
    let shown = DecisionTests.cells { $0 == "handshake/table" }.filter { $0.id.contains("fault=downgrade-to-1-1") }
    let long = OfflineCatalogue.catalogue().scenarios.filter { $0.id == "healthy/san-1000-names" }
    let mutants = SwiftClientAdapter.mutants(HandshakeMutantTests.reference, of: ClientMutant.ofHandshakeTables)
    let results = try await HandshakeMutantTests.run(shown + long, mutants)
    for mutant in mutants {
      let isCaught = results.contains { result in
        result.adapter == mutant.description.name && result.control?.verdict == .pass
          && [.falseAccept, .falseCancel].contains(result.judgement.verdict)
      }
      #expect(isCaught, "nothing catches \(mutant.description.name)")
    }
  }

  @Test(.sweep, arguments: tables)
  func `a client that forgets a special case is caught by a cell`(
    table: String, forgotten: Set<String>
  ) async throws {
    let cells = DecisionTests.cells { $0 == table }
    var free = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: ClientMutant.ofTables.filter { forgotten.contains($0.name) })
    #expect(free.count == forgotten.count)
    // A mutant that is caught runs in no further cell.
    for start in stride(from: 0, to: cells.count, by: 40) where !free.isEmpty {
      let results = try await HandshakeMutantTests.run(Array(cells[start..<min(start + 40, cells.count)]), free)
      let wrong = results.filter { result in
        ![.pass, .unsupported, .inconclusive, .unexercised].contains(result.judgement.verdict)
          && result.control.map { $0.verdict == .pass } ?? true
      }
      for result in wrong where result.judgement.verdict == .error {
        Issue.record("\(result.adapter): \(result.caseID): \(result.judgement.explanation)")
      }
      free.removeAll { mutant in wrong.contains { $0.adapter == mutant.description.name } }
    }
    #expect(free.map(\.description.name) == [])
  }
}
