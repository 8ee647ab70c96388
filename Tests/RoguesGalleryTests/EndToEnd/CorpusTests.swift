import Foundation
import RogueModel
import TestSupport
import Testing

/// Test cases of other suites, put to validators; those of the catalogue, written for other suites.
@Suite(.timeLimit(.minutes(30))) struct CorpusTests {
  /// A moment at which every certificate of the exports is made.
  static let clock = "2026-11-20T12:00:00Z"

  /// The catalogue's chains of some families, as a corpus.
  static func export(_ patterns: [String], in place: TemporaryWorkplace) async throws -> String {
    let file = place.path("own.json")
    let ending = try await place.run(["export", "--at", clock, "--file", file] + patterns)
    #expect(ending.status == 0, "\(ending.error)")
    return file
  }

  /// The answers of a run by validator and case: `agrees`, `accepts`, `refuses`, `not put` or `no proof`.
  static func standings(_ log: String) throws -> [String: [String: String]] {
    var standings: [String: [String: String]] = [:]
    for line in log.split(separator: "\n") {
      let json = try JSON(parsing: String(line))
      standings[try #require(json["validator"]?.string), default: [:]][try #require(json["case"]?.string)] =
        try #require(json["standing"]?.string)
    }
    return standings
  }

  @Test func `the reference agrees with every exported case, and the controls with none that they cannot know`()
    async throws
  {
    let place = try TemporaryWorkplace()
    let file = try await Self.export(["names/*", "trust/*", "time/*", "!names/table"], in: place)
    let ending = try await place.run([
      "corpus", "run", file, "-a", "reference", "-a", "accept-all", "-a", "cancel-all", "--log", place.path("log"),
      "--results", place.path("results"), "--table", place.path("table.csv"), "-q",
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let standings = try Self.standings(place.text("log"))
    let reference = try #require(standings["reference"])
    #expect(reference.count > 80 && Set(reference.values) == ["agrees"])
    #expect(Set(standings["accept-all", default: [:]].values) == ["agrees", "accepts"])
    // It refuses what it must, and what it must not: nothing of that is proof.
    #expect(Set(standings["cancel-all", default: [:]].values) == ["no proof"])
    #expect(ending.output.contains("it accepts no case that is to be accepted"))
    let results = try JSON(parsing: place.text("results/accept-all.json"))
    #expect(results["harness"]?.string == "accept-all" && results["results"]?.array?.count == reference.count)
    #expect(place.text("table.csv").split(separator: "\n").count == reference.count + 1)
  }

  @Test(.sweep) func `the reference agrees with every chain of the whole catalogue`() async throws {
    let place = try TemporaryWorkplace()
    let file = try await Self.export([], in: place)
    let ending = try await place.run(["corpus", "run", file, "-a", "reference", "--log", place.path("log"), "-q"])
    #expect(ending.status == 0, "\(ending.output.prefix(2000))")
    #expect(try Self.standings(place.text("log"))["reference", default: [:]].count > 5000)
  }

  @Test func `two exports with one seed and clock are the same, as JSON and as files`() async throws {
    let place = try TemporaryWorkplace()
    let file = try await Self.export(["trust/*"], in: place)
    let again = try await place.run(["export", "--at", Self.clock, "trust/*"])
    #expect(again.output == place.text("own.json"))
    let files = try await place.run([
      "export", "--format", "pem", "--folder", place.path("pem"), "--at", Self.clock, "trust/*",
    ])
    #expect(files.status == 0)
    let left = try await place.run(["corpus", "list", place.path("pem")])
    #expect(try await place.run(["corpus", "list", file]).output == left.output)
    let judged = try await place.run(["corpus", "run", place.path("pem"), "-a", "reference", "-q"])
    #expect(judged.status == 0, "\(judged.output)")
  }

  @Test func `exported ids and members are those of the schema`() async throws {
    let place = try TemporaryWorkplace()
    let file = try await Self.export(["names/*", "revocation/*"], in: place)
    let document = try JSON(parsing: try Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(document["version"]?.integer == 1)
    let cases = try #require(document["testcases"]?.array)
    for item in cases {
      let id = try #require(item["id"]?.string)
      #expect(id.wholeMatch(of: /([A-Za-z][A-Za-z0-9-.]+::)*[A-Za-z][A-Za-z0-9-.]+/) != nil, "\(id)")
      #expect(["SUCCESS", "FAILURE"].contains(item["expected_result"]?.string))
      #expect(["low", "medium", "high", "critical"].contains(item["importance"]?.string))
      #expect(item["features"]?.array?.allSatisfy { $0 == "has-crl" } == true)
    }
    #expect(cases.contains { $0["crls"]?.array?.isEmpty == false })
    #expect(cases.contains { $0["expected_peer_name"]?["kind"]?.string == "IP" })
  }

  @Test func `a program that crashes, lies about its input or hangs gives no proof`() async throws {
    let place = try TemporaryWorkplace()
    let file = try await Self.export(["trust/unknown-ca", "healthy/chain-two-tiers"], in: place)
    let fixtures = [
      ScriptFixture(
        name: "verifies", script: OfflineDoorTests.verifying.replacing("system.pem", with: "anchors.pem"),
        healthy: "agrees", rogue: "agrees"),
      ScriptFixture(
        name: "accepts", script: "echo ACCEPT \(OfflineDoorTests.receipt)", healthy: "agrees", rogue: "accepts"),
      ScriptFixture(name: "crashes", script: "kill -SEGV $$", healthy: "no proof", rogue: "no proof"),
      ScriptFixture(
        name: "reads-nothing", script: "echo ACCEPT 0123456789abcdef0123456789abcdef", healthy: "no proof",
        rogue: "no proof"),
      ScriptFixture(name: "says-nothing", script: ":", healthy: "no proof", rogue: "no proof"),
      ScriptFixture(name: "hangs", script: "sleep 3600", healthy: "no proof", rogue: "no proof"),
    ]
    let programs = try fixtures.map {
      try OfflineDoorTests.program($0, capabilities: #""anchors","system-anchors","clock""#, in: place)
    }
    let ending = try await place.run(
      ["corpus", "run", file, "--timeout", "2s", "--log", place.path("log"), "-q"] + programs.flatMap { ["-a", $0] })
    #expect(ending.status == 1, "\(ending.error)")
    let standings = try Self.standings(place.text("log"))
    for fixture in fixtures {
      let column = try #require(standings[fixture.name], "\(ending.error)")
      #expect(column.first { $0.key.contains("healthy") }?.value == fixture.healthy, "\(fixture.name)")
      #expect(column.first { $0.key.contains("unknown-ca") }?.value == fixture.rogue, "\(fixture.name)")
    }
    #expect(try await place.processesLeft() == [])
  }

  @Test func `a client gets a case over TLS, with a control and evidence`() async throws {
    let place = try TemporaryWorkplace()
    // A client without a clock of its own needs certificates of today.
    let file = place.path("own.json")
    _ = try await place.run([
      "export", "--file", file, "trust/unknown-ca", "names/wrong-host", "healthy/chain-two-tiers",
    ])
    // It connects with any trust, which openssl's own clock decides.
    var text = place.text("own.json")
    text = text.replacing(/"validation_time": "[^"]*"/, with: "\"validation_time\": null")
    try place.write(text, to: "own.json")
    let ending = try await place.run([
      "corpus", "run", file, "-a", "curl", "--log", place.path("log"), "--artifacts", place.path("evidence"),
    ])
    #expect(ending.status == 0, "\(ending.output)\(ending.error)")
    #expect(Set(try Self.standings(place.text("log"))["curl", default: [:]].values) == ["agrees"])
    #expect(!ending.error.contains("event log"))
    // And one that takes every certificate.
    let taking = try place.write(
      """
      #!/bin/sh
      if [ "$ROGUES_HELLO" ]; then
        echo '{"type":"ready","protocol":1,"adapter":"taking","library":{"name":"sh","version":"1"},'
        echo '"capabilities":["anchors","tls1.2","tls1.3"]}'
        exit
      fi
      nonce=$(curl -sk --connect-to "::127.0.0.1:$ROGUES_PORT" "https://$ROGUES_HOST:$ROGUES_PORT$ROGUES_PATH") &&
        echo "ACCEPT $nonce" || echo CANCEL untrusted
      """, to: "adapters/taking", executable: true)
    let taken = try await place.run([
      "corpus", "run", file, "-a", taking, "--log", place.path("log"), "--artifacts", place.path("evidence"),
    ])
    #expect(taken.status == 1, "\(taken.output)\(taken.error)")
    let standings = try Self.standings(place.text("log"))["taking", default: [:]]
    #expect(standings.count > 2)
    for (id, standing) in standings {
      let isRight = id.contains("::healthy::") || id.contains("::control::")
      #expect(standing == (isRight ? "agrees" : "accepts"), "\(id)")
    }
    #expect(
      place.text("evidence/latest/index.html") != "" || FileManager.default.fileExists(atPath: place.path("evidence")))
  }

  @Test func `a device that a log is written to stays a device`() async throws {
    let place = try TemporaryWorkplace()
    let file = try await Self.export(["trust/unknown-ca"], in: place)
    let target = try place.write("", to: "target")
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: target)
    let ending = try await place.run(["corpus", "run", file, "-a", "reference", "--log", place.path("link"), "-q"])
    #expect(ending.status == 0, "\(ending.output)\(ending.error)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path("link")) == target)
    #expect(place.text("target").contains("agrees"))
    let printed = try await place.run(["corpus", "run", file, "-a", "reference", "--log", "-", "-q"])
    #expect(printed.output.contains(#""standing":"agrees""#))
  }

  @Test func `an exported case is a scenario that can be linted, explained and run`() async throws {
    let place = try TemporaryWorkplace()
    let file = place.path("own.json")
    _ = try await place.run(["export", "--file", file, "trust/unknown-ca", "names/wrong-host"])
    let ending = try await place.run(["corpus", "export", file, "rogues::trust::*", "--folder", place.path("cases")])
    #expect(ending.status == 0 && ending.output.contains("scenarios in"), "\(ending.output)\(ending.error)")
    let command = try #require(ending.output.split(separator: "\n").last?.split(separator: "'").last).description
    let judged = try await place.run([
      "run", "-a", "reference", "--catalogue", place.path("cases"), "--at", Self.clock, command,
    ])
    // Its dates are those of the export, and the control's those of the run: at another moment the fault would be the date.
    #expect([0, 1].contains(judged.status), "\(judged.output)\(judged.error)")
    let linted = try await place.run(["lint", "--catalogue", place.path("cases")])
    #expect(linted.status == 0, "\(linted.output)\(linted.error)")
  }

  @Test(arguments: [
    (["corpus", "run", "nowhere.json", "-a", "reference"], 65, "no corpus"),
    (["corpus", "run", "own.json"], 64, "needs a validator"),
    (["corpus", "look", "own.json"], 64, "does not know 'look'"),
    (["corpus", "list", "own.json", "nothing*"], 64, "no case of own.json matches"),
    (["corpus", "list", "own.json", "-a", "curl"], 64, "judges nobody"),
    (["export", "--format", "pem", "--file", "x"], 64, "PEM files need --folder"),
    (["corpus", "list", "own.json", "--all"], 64, "--all is for 'corpus run'"),
    (["corpus", "export", "own.json"], 64, "needs --folder"),
    (["export", "--at", "0001-01-01T00:00:00Z"], 64, "give one from"),
    (["corpus", "run", "own.json", "-a", "reference", "--log", "/proc/nowhere/log"], 73, "--log: "),
    (["export", "session/*"], 4, "left out:"),
  ])
  func `a mistake on the command line says what to do`(arguments: [String], status: Int32, words: String) async throws {
    let place = try TemporaryWorkplace()
    try place.write(#"{"version": 1, "testcases": []}"#, to: "empty.json")
    if arguments.contains("own.json") { _ = try await Self.export(["trust/unknown-ca"], in: place) }
    let ending = try await place.run(arguments.map { $0 == "own.json" ? place.path($0) : $0 })
    #expect(ending.status == status, "\(ending.output)\(ending.error)")
    #expect(
      (ending.output + ending.error).contains(words.replacing("own.json", with: place.path("own.json"))),
      "\(ending.error)")
  }
}
