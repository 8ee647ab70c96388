import Foundation
import RoguePlatform
import Testing

/// A case of a log runs again with the bytes that it had.
@Suite struct ReplayTests {
  /// Two cases whose certificates name no responder, one whose certificates do.
  private static let cases = ["trust/unknown-ca", "revocation/ocsp-leaf-revoked"]

  private static func run(_ place: TemporaryWorkplace, _ more: [String] = []) async throws {
    _ = try await place.run(
      ["run", "-q", "-a", "accept-all", "--axes", "tls=1.3", "--log", place.path("log.jsonl")]
        // Certificates name the port of the responders: it must be free when the case runs again.
        + ["--responder-port", "\(FreePort.any())"] + cases + more)
  }

  @Test func `every case of a log presents the same bytes again, on another machine too`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    let log = try place.log()
    let verdicts = log.verdicts("accept-all")
    try #require(verdicts.count > 3)
    #expect(verdicts.keys.contains { $0.hasPrefix("revocation/") })
    // Nothing but the log goes there: neither keys nor other files of the first run.
    let elsewhere = try TemporaryWorkplace()
    for (id, verdict) in verdicts {
      let ending = try await elsewhere.run([
        "replay", place.path("log.jsonl"), id, "--log", elsewhere.path("log.jsonl"),
      ])
      #expect(ending.error.contains("replay: the server presented the same certificates as in the log"), "\(ending)")
      #expect(ending.error.contains("replay: the verdict is that of the log, \(verdict)"), "\(ending)")
      let again = try elsewhere.log()
      #expect(again.certificates[id] == log.certificates[id])
      #expect(again.verdicts("accept-all") == [id: verdict])
    }
  }

  @Test func `another seed is noticed`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place, ["--seed", "one"])
    let text = place.text("log.jsonl").replacingOccurrences(of: "--seed one", with: "--seed two")
    try place.write(text, to: "changed.jsonl")
    let ending = try await place.run(["replay", place.path("changed.jsonl"), "trust/unknown-ca[tls=1.3,policy=system]"])
    #expect(ending.error.contains("in step 1 the server presented other certificates than in the log"), "\(ending)")
  }

  /// What somebody may have written into a log that they send.
  @Test func `a log starts no program and writes no file`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    let id = "trust/unknown-ca[tls=1.3,policy=system]"
    let program = try place.adapter("client", "echo >> \(place.path("started")); echo ACCEPT $($client)")
    try place.write(
      """
      adapter: own
      summary: an adapter of somebody else
      library: own
      programs: [\(program)]
      version: {arguments: [], after: "type"}
      capabilities: [tls1.3, system-anchors]
      door: exec
      """, to: "catalogue/Adapters/own/adapter.yaml")
    // What the working folder holds is no adapter either, whatever it is called.
    let bare = "rogues-replay-\(UUID().uuidString)"
    let adapters = ["--adapter accept-all": ["--adapter \(program)", "--adapter curl@\(program)", "--adapter \(bare)"]]
    let changes =
      adapters.flatMap { from, all in all.map { (from, $0) } }
      + [
        "--report junit=\(place.path("junit.xml"))", "--artifacts \(place.path("evidence"))",
        "--log \(place.path("other.jsonl"))", "--profile core",
      ].map { ("--seed ", "\($0) --seed ") }
      + [("--adapter accept-all", "--adapter own --catalogue \(place.path("catalogue"))")]
    for (from, to) in changes {
      let text = place.text("log.jsonl").replacingOccurrences(of: from, with: to)
      try #require(text != place.text("log.jsonl"))
      try place.write(text, to: "changed.jsonl")
      let ending = try await place.run(["replay", place.path("changed.jsonl"), id])
      #expect(ending.status == 64, "\(to): \(ending)")
      #expect(ending.error.contains("log"), "\(to): \(ending)")
    }
    for name in ["started", "junit.xml", "evidence", "other.jsonl"] {
      #expect(!Files.exists(place.path(name)), "\(name)")
    }
    // The command line may say it.
    let text = place.text("log.jsonl").replacingOccurrences(of: "--adapter accept-all", with: "--adapter \(program)")
    try place.write(text, to: "changed.jsonl")
    let named = try await place.run(["replay", place.path("changed.jsonl"), id, "--adapter", program])
    #expect(named.error.contains("replay: the server presented the same certificates"), "\(named)")
    #expect(place.text("started") != "")
  }

  @Test func `a log's text is escaped before it reaches a terminal`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    for (from, to) in [
      (#""door":"in-process""#, #""door":"\u001b]0;title\u0007""#),
      (#""mode":"run""#, #""mode":"\u001b[2J""#), ("--seed ", #"--\u001b[2J --seed "#),
    ] {
      let text = place.text("log.jsonl").replacingOccurrences(of: from, with: to)
      try #require(text != place.text("log.jsonl"))
      try place.write(text, to: "changed.jsonl")
      let log = place.path("changed.jsonl")
      for words in [
        ["report", log, "--to", "junit=\(place.path("out.xml"))"], ["diff", log, log],
        ["replay", log, "trust/unknown-ca[tls=1.3,policy=system]"],
        ["baseline", "update", place.path("known.yaml"), log, "--add", "--why", "x"],
      ] {
        let ending = try await place.run(words)
        let controls = (ending.output + ending.error).unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" }
        #expect(controls.isEmpty, "\(words): \(ending)")
      }
    }
  }

  @Test func `a case that is not in the log is an error that names one that is`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    let unknown = try await place.run(["replay", place.path("log.jsonl"), "trust/unknown-ca[tls=1.3,policy=sytem]"])
    #expect(unknown.status == 4)
    #expect(unknown.error.contains("did you mean 'trust/unknown-ca[tls=1.3,policy=system]'"), "\(unknown)")
    let several = try await place.run(["replay", place.path("log.jsonl"), "trust/unknown-ca"])
    #expect(several.status == 4)
    #expect(several.error.contains("choose one: "), "\(several)")
    let other = try await place.run([
      "replay", place.path("log.jsonl"), "trust/unknown-ca[tls=1.3,policy=system]", "-a", "curl",
    ])
    #expect(other.status == 4)
    #expect(other.error.contains("it was run by accept-all"), "\(other)")
    let missing = try await place.run(["replay", place.path("nothing.jsonl"), "x"])
    #expect(missing.status == 65, "\(missing)")
  }
}
