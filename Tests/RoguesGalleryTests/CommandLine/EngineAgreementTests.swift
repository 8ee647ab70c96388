import Foundation
import Testing

/// The same scenario gives the same verdict and the same evidence, whichever engine tells its lie.
@Suite struct EngineAgreementTests {
  /// What a run said about its cases, without what differs from run to run.
  private func verdicts(
    _ adapter: String, _ engine: String, _ patterns: [String] = []
  ) async throws -> [String: String] {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-agreement-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    _ = try await BuiltCommand.run(
      ["run", "-a", adapter, "--axes", "engine=\(engine)", "--seed", "agreement", "--log", log.path, "-q"]
        + ["--progress", "none"] + patterns)
    var verdicts: [String: String] = [:]
    for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
      guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        event["type"] as? String == "case", let name = event["case"] as? String
      else { continue }
      let verdict = event["verdict"] as? String ?? "none"
      verdicts[name.replacingOccurrences(of: ",engine=own", with: "")] = verdict + evidence(event)
    }
    return verdicts
  }

  /// Of each connection: how it ended, whether data came, how many certificates were shown in both directions.
  private func evidence(_ event: [String: Any]) -> String {
    let attempts = (event["attempts"] ?? event["steps"]) as? [[String: Any]] ?? []
    return attempts.flatMap { attempt -> [String] in
      let observation = attempt["observation"] as? [String: Any]
      let connections = observation?["connections"] as? [[String: Any]] ?? []
      return connections.map { connection in
        let shown = connection["serverCertificates"] as? [Any]
        let client = connection["clientCertificates"] as? [Any]
        let end = connection["end"] as? [String: Any]
        return " | \(end?["by"] ?? "?") \(end?["how"] ?? "?") resumed \(connection["resumed"] ?? "?")"
          + " shown \(shown?.count ?? -1) client \(client?.count ?? -1) nonce \(connection["nonceSentAt"] is Int)"
      }
    }.joined()
  }

  @Test(arguments: ["accept-all", "cancel-all"])
  func `engines agree over the whole catalogue`(adapter: String) async throws {
    let libssl = try await verdicts(adapter, "libssl")
    let own = try await verdicts(adapter, "own")
    #expect(libssl.count > 300)
    for (name, seen) in libssl where !seen.hasPrefix("unsupported") {
      #expect(own[name] == seen, "\(name)")
    }
    #expect(Set(own.keys) == Set(libssl.keys))
    #expect(!own.values.contains { $0.hasPrefix("harness-error") || $0.hasPrefix("unsupported") })
  }

  @Test(arguments: ["curl", "openssl", "gnutls-cli", "wget"])
  func `engines agree about programs`(adapter: String) async throws {
    let patterns = ["session/*", "client-auth/*", "handshake/*", "healthy/*"]
    let libssl = try await verdicts(adapter, "libssl", patterns).mapValues { $0.prefix { $0 != "|" } }
    let own = try await verdicts(adapter, "own", patterns).mapValues { $0.prefix { $0 != "|" } }
    #expect(libssl.count > 50, "\(adapter)")
    for (name, verdict) in libssl { #expect(own[name] == verdict, "\(adapter): \(name)") }
  }

  @Test func `what an engine cannot serve is said in the plan`() async throws {
    let catalogue = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-plan-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: catalogue) }
    let folder = catalogue.appendingPathComponent("Scenarios/defects")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for part in ["Certs", "Adapters"] {
      try FileManager.default.copyItem(
        at: BuiltCommand.root.appendingPathComponent(part), to: catalogue.appendingPathComponent(part))
    }
    let scenario = """
      scenario: defects/trailing-bytes
      title: Bytes after the end of the leaf
      why: What stands after a certificate's end is signed by nobody, and a parser that stops there has not looked at it.
      level: may
      severity: low
      references: ["RFC 5280, section 4.1"]
      tags: [chain]
      world: pinned-site
      mutate: {certificates.leaf.defects: [trailing-bytes]}
      expect: {by-policy: {system: {disposition: cancel, reason: [untrusted]}}}
      """
    try Data(scenario.utf8).write(to: folder.appendingPathComponent("trailing-bytes.yaml"))
    for (engine, refuses) in [("libssl", true), ("own", false)] {
      let plan = try await BuiltCommand.run(
        ["run", "-a", "accept-all", "--axes", "engine=\(engine)", "--dry-run", "--catalogue", catalogue.path])
      #expect(plan.output.contains("defects/trailing-bytes"), "\(plan.error)")
      #expect(plan.output.contains("unsupported: libssl cannot present a certificate with trailing-bytes") == refuses)
    }
  }
}
