import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueRunner
import RogueScenarios
import RogueTLS
import TestSupport
import Testing

/// What clients forget in special cases, shown by cells of decision tables over sockets.
@Suite struct DecisionClientTests {
  /// Where the cells are that show it.
  static let tables: [(table: String, forgotten: Set<ConnectionCheck>)] = [
    (
      "session/table",
      [
        .sessionName, .sessionPins, .sessionAnchors, .sessionStatus, .connectionName, .connectionPins,
        .connectionStatus, .currentHost, .unlimitedSession, .earlyRules, .declinedSession, .renewedSession, .addedName,
        .sessionCertificates, .declinedCertificate, .sessionTransparency,
      ]
    ),
    (
      "session/identity-table",
      [
        .connectionAnchors, .changedIdentity, .removedIdentity, .identityCertificate, .identityChain, .addedIdentity,
        .identityAfterReconnect,
      ]
    ),
    ("session/time-table", [.sessionIssuers, .sessionStaple]),
    (
      "client-auth/choice-table",
      [
        .chainIssuers, .everyAuthority, .wholeChain, .chainOrder, .everyIdentity, .identityAlgorithms, .currentIdentity,
        .identityIssuers, .anyPurpose, .signingIdentity, .secondIdentity,
      ]
    ),
    ("rotation/moment-table", [.proxyStatus, .upgradePins, .proxyPins]),
  ]

  /// Special cases that a scenario shows, and no table.
  static let scenarios: [ConnectionCheck: String] = [
    .endedAtOnce: "session/ticket-lifetime-zero", .minimumVersion: "client-hello/minimum-version",
    .refusedSession: "session/resumed-after-staple-missing", .requestPins: "pin/no-pin-matches",
    .smtpName: "starttls/smtp-wrong-host", .imapUpgrade: "starttls/imap-not-offered",
    .redirectedName: "healthy/redirect-to-another-host",
    .schemeAfterPath: "redirect/pinned-target-without-tls-after-path",
    .sessionDates: "session/resumed-after-not-after", .postHandshakeOffer: "client-hello/post-handshake-auth",
    .serverNameBehindProxy: "client-hello/server-name-behind-proxy",
  ]

  @Test func `every special case has a table, or a scenario`() {
    let inTables = Self.tables.reduce(into: Set()) { $0.formUnion($1.forgotten) }
    #expect(inTables.isDisjoint(with: Self.scenarios.keys))
    #expect(inTables.union(Self.scenarios.keys) == ConnectionCheck.ofTables)
  }

  @Test(.sweep, arguments: scenarios)
  func `a client that forgets a special case without a table is caught by a scenario`(
    forgotten: ConnectionCheck, id: String
  ) async throws {
    let scenarios = OfflineCatalogue.catalogue().scenarios.filter { $0.id == id }
    let mutants = InProcessAdapter.mutants(HandshakeMutantTests.reference, of: [forgotten])
    var isCaught = false
    // On a busy machine a certificate of seconds can end too early, which is inconclusive: then the case runs again.
    for _ in 0..<3 where !isCaught {
      let results = try await HandshakeMutantTests.run(scenarios, mutants)
      isCaught = results.contains { result in
        switch result.judgement.verdict {
        case .falseAccept, .leak: result.control?.verdict == .pass
        case .badClientHello: true
        // A healthy scenario is its own control.
        case .falseCancel: result.control == nil
        default: false
        }
      }
      guard results.contains(where: { $0.judgement.verdict == .inconclusive }) else { break }
    }
    #expect(isCaught)
  }

  /// A client that refuses more than it should is caught by a cell that is right.
  @Test(.sweep) func `a client that judges what it has not offered is caught by a cell`() async throws {
    let cells = DecisionTests.cells { $0 == "handshake/table" }
    let mutants = SwiftClientAdapter.mutants(HandshakeMutantTests.reference, of: ClientCheck.ofRefusals)
    let results = try await HandshakeMutantTests.run(cells, mutants)
    for mutant in mutants {
      let wrong = results.filter {
        $0.adapter == mutant.description.name && $0.judgement.verdict == .falseCancel
      }
      #expect(!wrong.isEmpty, "no cell catches \(mutant.description.name)")
    }
  }

  @Test(.sweep, arguments: tables)
  func `a client that forgets a special case is caught by a cell`(
    table: String, forgotten: Set<ConnectionCheck>
  ) async throws {
    let cells = DecisionTests.cells { $0 == table }
    let mutants = InProcessAdapter.mutants(HandshakeMutantTests.reference, of: forgotten)
    let results = try await HandshakeMutantTests.run(cells, mutants)
    for mutant in mutants {
      let name = mutant.description.name
      let wrong = results.filter { result in
        result.adapter == name
          && ![.pass, .unsupported, .inconclusive, .unexercised].contains(result.judgement.verdict)
          && result.control.map { $0.verdict == .pass } ?? true
      }
      #expect(!wrong.isEmpty, "no cell catches \(name)")
      for result in wrong where result.judgement.verdict == .error {
        Issue.record("\(name): \(result.caseID): \(result.judgement.explanation)")
      }
    }
  }
}
