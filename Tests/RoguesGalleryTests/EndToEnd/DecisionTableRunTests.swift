import Foundation
import RogueModel
import TestSupport
import Testing

/// The cells of the decision tables over sockets.
@Suite struct DecisionTableRunTests {
  /// The ids of the shipped tables.
  static let tables: [String] = {
    let folder = ArchitectureTests.root.appending(path: "Decisions")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.compactMap { file in
      let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
      return lines.first { $0.hasPrefix("table: ") }.map { String($0.dropFirst("table: ".count)) }
    }
  }()

  /// The tables of which no cell, or not every cell, is a flight on paper, and one whose responders are asked: sockets alone tell
  /// them. `DecisionTests` puts the other cells to the reference without sockets; over sockets `make test-all` does.
  static let ofSockets: Set = [
    "client-auth/choice-table", "client-auth/table", "client-hello/table", "handshake/table", "revocation/ocsp-table",
    "rotation/moment-table", "session/identity-table", "session/table", "session/time-table",
  ]

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

  @Test func `the reference is right in every cell, and who accepts everything is wrong in each that refuses`()
    async throws
  {
    #expect(Self.tables.count >= 22)
    #expect(Self.ofSockets.isSubset(of: Self.tables))
    let tables = Sweep.isOn ? Self.tables : Self.ofSockets.sorted()
    let log = try await Self.run(["reference", "accept-all"], tables, ["--axes", "tls=1.3"])
    let right = log.verdicts("reference")
    #expect(right.count > (Sweep.isOn ? 4000 : 1000))
    #expect(right.filter { $0.value != "pass" } == [:])
    // TLS itself refuses the handshakes that are wrong.
    // What only a responder tells, who accepts everything does not hear, because it asks nobody.
    let all = log.verdicts("accept-all").filter { name, verdict in
      !name.hasPrefix("handshake/") && !(name.contains("source=fetch") && verdict == "inconclusive")
    }
    #expect(all.filter { !["pass", "false-accept"].contains($0.value) } == [:])
    for table in tables where !table.hasPrefix("handshake/") {
      #expect(all.contains { $0.key.hasPrefix(table) && $0.value == "false-accept" }, "\(table)")
      #expect(all.contains { $0.key.hasPrefix(table) && $0.value == "pass" }, "\(table)")
    }
  }

  /// Whatever a real client gets wrong in a cell, the ledger says why, as for scenarios.
  @Test(.sweep, arguments: [true, false])
  func `real clients meet every table, and the ledger explains what they get wrong`(isAboutVersions: Bool) async throws
  {
    let clients = ["curl", "openssl", "gnutls-cli", "java-jsse", "go-tls", "okhttp"]
    let tables = Self.tables.filter { ["handshake/table", "session/table"].contains($0) == isAboutVersions }
    // Versions of TLS have nothing to do with certificates.
    let log = try await Self.run(clients, tables, isAboutVersions ? [] : ["--axes", "tls=1.3"])
    for client in clients {
      let verdicts = log.verdicts(client)
      #expect(verdicts.values.filter { $0 == "pass" }.count > (isAboutVersions ? 10 : 80), "\(client)")
      #expect(verdicts.filter { $0.value == "error" } == [:], "\(client)")
    }
    let failures: Set = ["false-accept", "leak", "certificate-leak", "bad-client-chain", "false-cancel"]
    for line in log.lines where line["type"] as? String == "case" && line["level"] as? String != "may" {
      guard failures.contains(line["verdict"] as? String ?? ""),
        (line["ledger"] as? [String: Any])?["entry"] == nil
      else { continue }
      Issue.record("\(line["adapter"] ?? "") \(line["case"] ?? ""): \(line["explanation"] ?? "")")
    }
    // Entries hold for versions.
    let versions = try #require(log.lines.first?["adapters"] as? [[String: Any]])
      .reduce(into: [String: String]()) { $0[$1["name"] as? String ?? ""] = $1["version"] as? String }
    #expect(Set(clients).isSubset(of: versions.keys))
    for occurrence in try Ledger().entries.flatMap(\.occurrences) {
      for place in occurrence.places {
        guard let cells = place.cells, tables.contains(cells.table) else { continue }
        for client in occurrence.clients where clients.contains(client.adapter) {
          guard let version = versions[client.adapter], client.versions.contains(version) else { continue }
          let asked = log.verdicts(client.adapter).filter { cells.contains($0.key) }.map(\.value)
          // What proves nothing refutes nothing: whether a client has read a ticket before it leaves is a race.
          guard !asked.allSatisfy({ ["not-asked", "inconclusive"].contains($0) }) else { continue }
          let happens = asked.contains(where: occurrence.words.contains)
          #expect(
            happens,
            "the ledger says that \(client.adapter) gets \(occurrence.words) in \(place.pattern), and it does not")
        }
      }
    }
  }
}
