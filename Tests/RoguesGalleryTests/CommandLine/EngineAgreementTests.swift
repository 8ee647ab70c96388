import Foundation
import TestSupport
import Testing

/// The same scenario gives the same verdict and the same evidence, whichever engine presents its fault.
///
/// A validator that accepts meets every case through every engine, and so goes all the way with every server. One that
/// decides, one that shows itself to the server, and programs meet what depends on engines most. With
/// `ROGUES_ENGINES=all` in the environment, as of `make engines`, everybody meets everything, which takes half an hour and
/// more.
@Suite struct EngineAgreementTests {
  private static let others = ["swift", "gnutls"]
  private static let isWhole = ProcessInfo.processInfo.environment["ROGUES_ENGINES"] == "all"
  /// Which validators meet which scenarios, together.
  private static let validators: [(names: [String], patterns: [String])] =
    isWhole
    ? [
      (
        [
          "accept-all", "reference", "duplicated-certificates", "cancel-all", "enforcing-revocation",
          "rn-pinned-delegate",
          "isp-pinned-connection-delegate", "trusted-ssl-delegate",
        ], ["**"]
      )
    ]
    : [
      (["accept-all"], ["**"]),
      (["reference", "duplicated-certificates"], patterns + ["proxy/*", "starttls/*", "trust/*"]),
    ]
  private static let programs = isWhole ? described : ["curl", "openssl", "gnutls-cli"]
  /// Every program that the repository describes; those that this machine does not have are reported and left out.
  private static let described: [String] = {
    let folder = BuiltCommand.root.appendingPathComponent("Adapters").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()
  private static let patterns =
    isWhole
    ? ["**"]
    : [
      "session/*", "client-auth/*", "revocation/must-staple-staple-missing", "revocation/staple-leaf-revoked",
      "revocation/staple-intermediate-revoked",
    ]

  /// What a run said about its cases, by adapter and case, without what differs from run to run.
  private func verdicts(
    _ adapters: [String], _ engine: String, _ patterns: [String] = []
  ) async throws -> [String: (verdict: String, evidence: String)] {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-agreement-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    var arguments = [
      "compare", "--axes", "engine=\(engine)", "--seed", "agreement", "--timeout", "10m", "--log", log.path,
    ]
    arguments += ["-q", "--progress", "none"]
    for adapter in adapters { arguments += ["-a", adapter] }
    for pattern in patterns { arguments += ["--scenario", pattern] }
    // Whatever else the machine does.
    let ending = try await BuiltCommand.run(arguments, deadlineMilliseconds: 36_000_000)
    #expect([0, 2].contains(ending.status), "\(ending.error)")
    var verdicts: [String: (verdict: String, evidence: String)] = [:]
    for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
      guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        event["type"] as? String == "case", let name = event["case"] as? String,
        let adapter = event["adapter"] as? String
      else { continue }
      let key = "\(adapter): " + name.replacingOccurrences(of: ",engine=\(engine)", with: "")
      verdicts[key] = (event["verdict"] as? String ?? "none", evidence(event))
    }
    return verdicts
  }

  /// Of each connection: how it ended, whether data came, how many certificates were shown in both directions.
  private func evidence(_ event: [String: Any]) -> String {
    let steps = event["steps"] as? [[String: Any]] ?? []
    return steps.flatMap { step -> [String] in
      let observation = step["observation"] as? [String: Any]
      let connections = observation?["connections"] as? [[String: Any]] ?? []
      return connections.map { connection in
        let shown = connection["serverCertificates"] as? [Any]
        let client = connection["clientCertificates"] as? [Any]
        let end = connection["end"] as? [String: Any]
        return "\(end?["by"] ?? "?") \(end?["how"] ?? "?") resumed \(connection["resumed"] ?? "?")"
          + " shown \(shown?.count ?? -1) client \(client?.count ?? -1) nonce \(connection["nonceSentAtMicroseconds"] is Int)"
      }
    }.joined(separator: " | ")
  }

  private func ofValidators(_ engine: String) async throws -> [String: (verdict: String, evidence: String)] {
    var seen: [String: (verdict: String, evidence: String)] = [:]
    for (names, patterns) in Self.validators {
      seen.merge(try await verdicts(names, engine, patterns)) { first, _ in first }
    }
    return seen
  }

  @Test(.nightly) func `engines agree about the library's own validators over the whole catalogue`() async throws {
    let libssl = try await ofValidators("libssl")
    #expect(libssl.count > 2000)
    #expect(libssl.values.contains { $0.evidence.contains("resumed 1") || $0.evidence.contains("resumed true") })
    for engine in Self.others {
      let other = try await ofValidators(engine)
      // The own engine serves everything: what is unsupported there, a validator has declined.
      for (name, seen) in other where engine == "swift" && seen.verdict == "unsupported" {
        #expect(libssl[name]?.verdict == "unsupported", "\(name)")
      }
      #expect(Set(other.keys) == Set(libssl.keys))
      #expect(!other.values.contains { $0.verdict == "harness-error" })
      for (name, seen) in libssl where seen.verdict != "unsupported" {
        guard let also = other[name], also.verdict != "unsupported" else { continue }
        #expect(also.verdict == seen.verdict, "\(engine), \(name)")
        #expect(also.evidence == seen.evidence, "\(engine), \(name)")
      }
    }
  }

  @Test(.sweep, arguments: programs)
  func `engines agree about programs`(adapter: String) async throws {
    if Self.isWhole {
      let listed = try await BuiltCommand.run(["doctor", adapter], deadlineMilliseconds: 3_600_000)
      if listed.status == 69 { return print("not put to the engines: \(listed.error)") }
    }
    let libssl = try await verdicts([adapter], "libssl", Self.patterns)
    #expect(libssl.count > 40, "\(adapter)")
    for engine in Self.others {
      let other = try await verdicts([adapter], engine, Self.patterns)
      for (name, seen) in libssl where seen.verdict != "unsupported" {
        guard let also = other[name] else {
          Issue.record("\(engine) has no \(name)")
          continue
        }
        #expect(
          also.verdict == seen.verdict || also.verdict == "unsupported" && engine != "swift", "\(engine), \(name)")
      }
    }
  }

  @Test func `the plan names cases that an engine cannot serve, and uses another unless one was requested`()
    async throws
  {
    let catalogue = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-plan-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: catalogue) }
    let folder = catalogue.appendingPathComponent("Scenarios/defects")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
    for (axes, refuses) in [("engine=libssl", true), ("engine=swift", false), ("pairwise", false)] {
      let plan = try await BuiltCommand.run(
        ["run", "-a", "accept-all", "--axes", axes, "--dry-run", "--catalogue", catalogue.path, "defects/*"])
      #expect(plan.output.contains("defects/trailing-bytes"), "\(plan.error)")
      #expect(plan.output.contains("unsupported: libssl cannot present a certificate with trailing-bytes") == refuses)
      #expect(plan.output.contains("engine=libssl") == refuses)
    }
  }
}
