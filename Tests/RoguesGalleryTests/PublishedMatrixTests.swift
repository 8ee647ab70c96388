import Foundation
import RogueModel
import TestSupport
import Testing

/// The published systems, their hardened siblings and the reference, side by side through the built command.
@Suite struct PublishedMatrixTests {
  static let systems = [
    "revocation-enforcer", "pinned-certificate", "client-certificate", "per-domain-pins", "trusted-certificate",
  ]
  static let adapters = systems.flatMap { [$0, $0 + "-hardened"] } + ["reference"]
  /// What tells them apart; one TLS version and one engine, because neither makes a difference to a trust decision.
  static let scenarios = [
    "healthy/two-tier-chain", "healthy/root-in-the-user-store", "healthy/client-certificate-required",
    "healthy/crl-good", "healthy/fetched-good", "healthy/staple-good", "client-auth/*", "names/*", "pin/*",
    "revocation/leaf-revoked-crl", "revocation/leaf-revoked-fetch", "revocation/leaf-revoked-staple",
    "time/pinned-leaf-expired", "trust/*",
  ]

  struct Matrix {
    /// Verdict by case and adapter.
    var cells: [String: [String: String]] = [:]

    var text: String {
      let width = PublishedMatrixTests.adapters.count
      var lines = PublishedMatrixTests.adapters.enumerated().map { "\(String(repeating: "|  ", count: $0))\($1)" }
      lines.append(String(repeating: "|  ", count: width))
      for (name, row) in cells.sorted(by: { $0.key < $1.key }) {
        let marks = PublishedMatrixTests.adapters.map { Self.mark(row[$0] ?? "missing") }
        lines.append(marks.joined(separator: " ") + "  " + name)
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private static func mark(_ verdict: String) -> String {
      switch verdict {
      case "pass": "ok"
      case "false-accept": "FA"
      case "false-cancel": "fc"
      case "bad-identity": "bi"
      case "deviation": "de"
      case "void": " ."
      case "error": "ER"
      default: verdict
      }
    }
  }

  static func run() async throws -> Matrix {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("matrix-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: log) }
    let ending = try await BuiltCommand.run(
      [
        "compare", "--progress", "none", "--quiet", "--tag", "!tofu", "--axes", "tls=1.3,engine=own", "--seed",
        "matrix", "--log",
        log.path,
      ]
        + scenarios.flatMap { ["--scenario", $0] } + adapters)
    #expect(ending.status == 0, "\(ending.error)")
    var matrix = Matrix()
    for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard event["type"] as? String == "case", let name = event["case"] as? String,
        let adapter = event["adapter"] as? String, let verdict = event["verdict"] as? String
      else { continue }
      matrix.cells[name, default: [:]][adapter] = verdict
    }
    return matrix
  }

  @Test func `the matrix shows the published flaws and no others`() async throws {
    let matrix = try await Self.run()
    func cell(_ scenario: String, _ policy: String, _ adapter: String) -> String? {
      matrix.cells["\(scenario)[tls=1.3,policy=\(policy)]"]?[adapter]
    }
    func expect(
      _ scenario: String, _ policy: String, _ adapter: String, _ published: String, hardened: String = "pass",
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      #expect(cell(scenario, policy, adapter) == published, sourceLocation: sourceLocation)
      #expect(cell(scenario, policy, adapter + "-hardened") == hardened, sourceLocation: sourceLocation)
    }
    // The first has no pin, so a CA that the system trusts gets in.
    for policy in ["leaf-spki", "leaf-certificate", "ca-certificate", "anchor"] {
      expect("trust/rogue-ca-in-the-system-store", policy, "revocation-enforcer", "false-accept")
    }
    // The second never asks about revocation.
    for method in ["crl", "fetch"] {
      expect("revocation/leaf-revoked-\(method)", "anchor-require-\(method)", "pinned-certificate", "false-accept")
    }
    // The third sends its leaf twice, which a strict server refuses and a lenient one does not mind.
    for policy in ["leaf-pem", "leaf-pkcs12"] {
      expect("client-auth/strict-server-leaf-once", policy, "client-certificate", "bad-identity")
    }
    // And it never answers when its bundle cannot be opened.
    for policy in ["wrong-password", "broken-file"] {
      expect("client-auth/bundle-that-cannot-be-opened", policy, "client-certificate", "error")
    }
    // The fourth takes no root that the user has installed, and stops at a pin that it cannot read.
    expect("healthy/root-in-the-user-store", "leaf-certificate", "per-domain-pins", "false-cancel")
    expect("pin/undecodable-pin-before-the-right-one", "torn-pin-first", "per-domain-pins", "false-cancel")
    // The fifth hands a server that failed its pin to the system.
    for policy in ["leaf-certificate", "ca-certificate", "anchor"] {
      expect("trust/rogue-ca-in-the-system-store", policy, "trusted-certificate", "false-accept")
    }
    // The reference is right everywhere.
    for (name, row) in matrix.cells { #expect(row["reference"] == "pass", "\(name)") }
    try Golden.check(matrix.text, "published-systems.txt")
  }
}
