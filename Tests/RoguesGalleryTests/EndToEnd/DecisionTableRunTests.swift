import Foundation
import RogueModel
import TestSupport
import Testing

/// The cells of the decision tables over sockets.
@Suite(.sweep) struct DecisionTableRunTests {
  /// The ids of the shipped tables.
  static let tables = (try? ShippedCatalogue.tables()) ?? []
  /// Those of circumstances.
  static let circumstances = tables.filter { $0.hasPrefix("circumstances/") }

  /// The tables of which no cell, or not every cell, is a flight on paper, and one whose responders are asked: sockets alone tell
  /// them. `DecisionTests` puts the other cells to the reference without sockets; over sockets `make test-ci` does.
  static let ofSockets: Set = [
    "client-auth/choice-table", "client-auth/table", "client-hello/table", "connection-reuse/version-table",
    "handshake/table", "proxy/table", "revocation/ocsp-table", "revocation/sequence-table", "rotation/beside-table",
    "rotation/moment-table", "session/identity-table", "session/table", "session/time-table",
    "starttls/table",
  ]

  /// Of circumstances, those of connections alone need sockets: `CircumstanceCellTests` judges the others on paper.
  static let ofSweep = tables.filter { !circumstances.contains($0) || $0.hasSuffix("/connection") }

  static func run(
    _ adapters: [String], _ tables: [String] = tables, _ more: [String] = []
  ) async throws -> RunLog {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--timeout", "10m", "--log", place.path("log.jsonl")]
        + adapters.flatMap { ["-a", $0] } + tables.flatMap { ["--scenario", $0] } + more)
    #expect([0, 1].contains(ending.status), "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    return log
  }

  @Test func `the reference is right in every cell, and accept-all is wrong in each that refuses`()
    async throws
  {
    #expect(Self.tables.count >= 22)
    #expect(Self.ofSockets.isSubset(of: Self.tables))
    let tables = Sweep.isOn ? Self.ofSweep : Self.ofSockets.sorted()
    let clients = ["reference", "accept-all"]
    let log = try await Self.run(clients, tables)
    let right = log.verdicts("reference")
    #expect(right.count > (Sweep.isOn ? 4000 : 1000))
    #expect(right.filter { $0.value != "pass" } == [:])
    // TLS itself refuses the handshakes that are wrong.
    // `accept-all` queries no responder, so it learns nothing that only a responder says, and sends no nonce.
    let all = log.verdicts("accept-all").filter { name, verdict in
      !name.hasPrefix("handshake/") && !(name.contains("source=fetch") && verdict == "inconclusive")
        && !(name.contains("check=ocsp-nonce") && verdict == "unexercised")
    }
    #expect(all.filter { !["pass", "false-accept"].contains($0.value) } == [:])
    for table in tables where !table.hasPrefix("handshake/") {
      #expect(all.contains { $0.key.hasPrefix(table) && $0.value == "false-accept" }, "\(table)")
      #expect(all.contains { $0.key.hasPrefix(table) && $0.value == "pass" }, "\(table)")
    }
  }

  /// What the ledger says of a client in cells, and the cells of the tables, each of which one of the clients is asked (of
  /// circumstances every fourth one); with `ROGUES_CLIENTS=all` every client is asked every cell.
  @Test(
    .sweep,
    arguments: ["curl", "openssl", "gnutls-cli", "java-jsse", "go-tls", "okhttp"].enumerated().map { ($1, $0 + 1) })
  func `a real client meets every table, and the ledger explains what it gets wrong`(client: String, part: Int)
    async throws
  {
    let ledger = try Ledger()
    let places = ledger.entries.flatMap(\.occurrences).flatMap { occurrence in
      ledger.subjects(of: occurrence).filter { $0.adapter == client }.flatMap { subject in
        occurrence.places.compactMap { place in place.cells.map { (occurrence, subject.isNamed, place.pattern, $0) } }
      }
    }
    let runsAll = ProcessInfo.processInfo.environment["ROGUES_CLIENTS"] == "all"
    let shard = { (count: Int) in runsAll ? [] : ["--shard", "\(part)/\(count)"] }
    let tables = Self.tables.filter { !Self.circumstances.contains($0) }
    var logs = [try await Self.run([client], tables, shard(6))]
    let patterns = Set(places.filter(\.1).map(\.2))
    if !runsAll && !patterns.isEmpty { logs.append(try await Self.run([client], patterns.sorted())) }
    logs.append(try await Self.run([client], Self.circumstances, shard(24)))
    let verdicts = logs.map { $0.verdicts(client) }.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    #expect(verdicts.values.filter { $0 == "pass" }.count > 90)
    #expect(verdicts.filter { $0.value == "error" } == [:])
    let failures: Set = ["false-accept", "leak", "certificate-leak", "bad-client-chain", "false-cancel"]
    for line in logs.flatMap(\.lines) where line["type"] as? String == "case" && line["level"] as? String != "may" {
      guard failures.contains(line["verdict"] as? String ?? ""),
        (line["ledger"] as? [String: Any])?["entry"] == nil
      else { continue }
      Issue.record("\(client) \(line["case"] ?? ""): \(line["explanation"] ?? "")")
    }
    // Entries hold for versions.
    let clients: [RealClients.Client] =
      try JSONSerialization.data(withJSONObject: logs.first?.lines.first?["adapters"] ?? []).decoded()
    let here = try #require(clients.first { $0.name == client })
    for (occurrence, isNamed, pattern, cells) in places where occurrence.concern(of: here) == .version {
      let asked = verdicts.filter { cells.contains($0.key) }.map(\.value)
      // What proves nothing refutes nothing: whether a client has read a ticket before it leaves is a race. Nor does the
      // entry of a stack say that each of its clients can be put to the test.
      // Of circumstances a few cells were asked, in which another fault may be reported.
      let isSample = cells.table.hasPrefix("circumstances/") && !runsAll
      let refutesNothing: Set =
        isSample ? ["unexercised", "inconclusive", "deviation"] : ["unexercised", "inconclusive"]
      guard !asked.allSatisfy({ refutesNothing.contains($0) || !isNamed && $0 == "unsupported" }) else { continue }
      // A client that refuses a healthy server now and then may refuse controls alone.
      let refusesControls = occurrence.words.contains("false-cancel") && asked.contains("inconclusive")
      #expect(
        refusesControls || asked.contains(where: occurrence.words.contains),
        "the ledger says that \(client) gets \(occurrence.words) in \(pattern), and it does not")
    }
  }
}
