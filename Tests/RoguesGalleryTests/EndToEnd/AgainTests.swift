import Foundation
import RoguePlatform
import Testing

/// Every `again` line does what it says: run by a shell in the folder in which the run was started, it is about the same
/// case and comes to the same verdict.
struct AgainTests {
  /// A program that says "cancel" to whatever it is asked, and so fails what is healthy.
  private static let refuser = """
    #!/bin/sh
    if [ -n "$ROGUES_HELLO" ]; then
      echo '{"type": "ready", "protocol": 1, "adapter": "refuser", "capabilities": ["tls1.2", "tls1.3", "pin.spki.leaf"],
        "library": {"name": "none", "version": "1"}}' | tr -d '\\n'
      exit
    fi
    echo 'CANCEL untrusted'
    """

  private static let scenario = """
    scenario: own/rogue-ca
    title: A CA that the system trusts issues for the pinned host
    why: One bad CA among hundreds is enough.
    level: must
    severity: critical
    references: [RFC 7469]
    world: pinned-site
    mutate: {server.present: [rogue-leaf]}
    expect: {by-policy: {leaf-spki: {disposition: cancel, reason: [pin-mismatch]}}}
    """

  private struct Line: Hashable {
    var adapter: String
    var id: String
    var verdict: String
    var certificates: [String]
  }

  private func lines(of log: String) throws -> [(line: Line, again: String)] {
    try RunLog(path: log).lines.filter { $0["type"] as? String == "case" }
      .map { json in
        let line = Line(
          adapter: try #require(json["adapter"] as? String), id: try #require(json["case"] as? String),
          verdict: try #require(json["verdict"] as? String),
          certificates: try #require(json["certificates"] as? [String]))
        return (line, try #require(json["reproduce"] as? String))
      }
  }

  /// Runs the command, then every line that it printed, in the same folder.
  private func check(_ arguments: [String], in place: TemporaryWorkplace, repeatsBytes: Bool) async throws {
    let folder = URL(fileURLWithPath: place.folder)
    let first = try await BuiltCommand.run(
      arguments + ["--log", "first.jsonl"], environment: ["TMPDIR": place.temporary, "HOME": place.path("home")],
      directory: folder)
    try #require(FileManager.default.fileExists(atPath: place.path("first.jsonl")), "\(first.error)")
    let cases = try lines(of: place.path("first.jsonl"))
    try #require(!cases.isEmpty, "\(first.error)")
    if arguments.first == "run" {
      // A block stands for a scenario, and has the line of the case that it shows.
      let label = "  again      "
      let printed = first.output.split(separator: "\n").filter { $0.hasPrefix(label) }.map { $0.dropFirst(label.count) }
      #expect(!printed.isEmpty && Set(printed.map(String.init)).isSubset(of: cases.map(\.again)), "\(first.output)")
    }
    for (line, again) in cases {
      let ending = try await blocking {
        ChildCommand(
          program: "/bin/sh", arguments: ["-c", again + " --log again.jsonl"],
          environment: ["PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary],
          workingDirectory: place.folder, deadlineMilliseconds: 300_000
        ).runBlocking()
      }
      guard case .exited(let status) = ending.ending else {
        Issue.record("\(again): \(ending.ending)")
        continue
      }
      let text = String(decoding: ending.standardError, as: UTF8.self)
      #expect(status == (["pass": 0, "inconclusive": 2][line.verdict] ?? 1), "\(again): \(text)")
      let repeated = try lines(of: place.path("again.jsonl"))
      #expect(repeated.map(\.line.id) == [line.id], "\(again)")
      #expect(repeated.map(\.line.adapter) == [line.adapter])
      #expect(repeated.map(\.line.verdict) == [line.verdict], "\(again): \(text)")
      if repeatsBytes {
        let isSame = repeated.map(\.line.certificates) == [line.certificates]
        #expect(isSame, "other certificates: \(again)")
      }
      #expect(repeated.map(\.again) == [again], "the line changes when it is run")
      try FileManager.default.removeItem(atPath: place.path("again.jsonl"))
    }
  }

  @Test func `cases of the catalogue, with a clock, a deadline and a port from flags`() async throws {
    let place = try TemporaryWorkplace()
    try await check(
      [
        "compare", "accept-all", "cancel-all", "-s", "trust/unknown-ca[policy=anchor]", "-s",
        "healthy/large-keys[tls=1.3,policy=system,key=rsa3072]", "-s", "revocation/ocsp-leaf-revoked[tls=1.3]", "--at",
        "2026-11-20T12:00:00Z", "--timeout", "20s", "--responder-port", "\(FreePort.any())",
      ], in: place, repeatsBytes: true)
  }

  @Test func `an adapter, a scenario and a catalogue that were named by paths`() async throws {
    let place = try TemporaryWorkplace()
    try place.write(Self.refuser, to: "my clients/refuser", executable: true)
    try place.write(Self.scenario, to: "it's/own/rogue-ca.yaml")
    try await check(
      [
        "compare", "my clients/refuser", "accept-all", "-s", "it's/own/rogue-ca.yaml", "--seed=-x y",
        "--catalogue", BuiltCommand.root.path,
      ], in: place, repeatsBytes: false)
    try await check(
      ["run", "-a", "./my clients/refuser", "healthy/chain-two-tiers[policy=system]", "--strict", "-v"], in: place,
      repeatsBytes: false)
  }
}
