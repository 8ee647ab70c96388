import Foundation
import RogueModel
import TestSupport
import Testing

/// A team gates a client: red, baseline, green, red again when a check is lost, "fixed" when it is back.
@Suite(.timeLimit(.minutes(15))) struct GateTests {
  private static let patterns = [
    "trust/unknown-ca", "names/wrong-host", "time/leaf-expired", "healthy/chain-two-tiers",
  ]
  private static let axes = ["--axes", "tls=1.3,policy=system"]

  /// A client that gets what its name says wrong: a word in a file decides, so that it is the same adapter throughout.
  private static func client(_ place: TemporaryWorkplace, _ checks: String) throws -> String {
    try place.adapter(
      "client",
      """
      insecure="$client"
      secure="curl --disable --silent --noproxy * --max-time 600 --cacert system.pem
        --connect-to $ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT $ROGUES_URL"
      case '\(checks)' in
        all) run="$secure" ;;
        none) run="$insecure" ;;
        crash) kill -SEGV $$ ;;
        missing) run="/nowhere/client" ;;
      esac
      body=$($run) && echo "ACCEPT $body" || echo "CANCEL other"
      """)
  }

  private static func run(
    _ place: TemporaryWorkplace, _ client: String, _ more: String..., log: String = "log.jsonl"
  ) async throws -> BuiltCommand.Ending {
    try await place.run(
      ["run", "-a", client, "--timeout", "60s", "--log", place.path(log)] + axes + more + patterns)
  }

  @Test func `red, baseline, green, red again, fixed`() async throws {
    let place = try TemporaryWorkplace()
    let baseline = place.path("known.yaml")
    // Red: it checks nothing.
    var client = try Self.client(place, "none")
    #expect(try await Self.run(place, client).status == 1)
    let added = try await place.run(["baseline", "update", baseline, "--add", "--why", "SEC-1", "--issue", "SEC-1"])
    #expect(added.status == 0 && added.output.contains("3 added"), "\(added)")
    // Green, and everything was asked all the same.
    let green = try await Self.run(place, client, "--baseline", baseline)
    #expect(green.status == 0, "\(green)")
    #expect(green.output.contains("3 cases as known") && green.output.contains("1 pass, 3 known"), "\(green.output)")
    // Fixed: the entries are outdated now, and the run says with what command they go.
    client = try Self.client(place, "all")
    let repaired = try await Self.run(place, client, "--baseline", baseline)
    #expect(repaired.status == 3, "\(repaired)")
    #expect(repaired.output.contains("fixed (3)"), "\(repaired.output)")
    let fix = try #require(repaired.output.split(separator: "\n").first { $0.contains("fix: rogues ") })
    #expect(fix.hasSuffix("fix: rogues baseline update \(baseline)"))
    let removed = try await place.run(["baseline", "update", baseline])
    #expect(removed.status == 0 && removed.output.contains("3 removed"), "\(removed)")
    #expect(try await Self.run(place, client, "--baseline", baseline, log: "good.jsonl").status == 0)
    // A check is lost: what was fixed is new.
    client = try Self.client(place, "none")
    let lost = try await Self.run(place, client, "--baseline", baseline, log: "bad.jsonl")
    #expect(lost.status == 1 && lost.output.contains("NEW (3)"), "\(lost)")
    let diff = try await place.run(["diff", place.path("good.jsonl"), place.path("bad.jsonl")])
    #expect(diff.status == 1 && diff.output.contains("regressed (3)"), "\(diff)")
    let back = try await place.run(["diff", place.path("bad.jsonl"), place.path("good.jsonl")])
    #expect(back.status == 0 && back.output.contains("fixed (3)"), "\(back)")
  }

  @Test func `of two that update a baseline at once, neither loses`() async throws {
    let place = try TemporaryWorkplace()
    let baseline = place.path("known.yaml")
    let names = ["accept-all", "cancel-all", "tofu"]
    var failing: [String] = []
    for name in names {
      let ending = try await place.run(
        ["run", "-q", "-a", name, "--log", place.path("\(name).jsonl"), "--axes", "tls=1.3"] + Self.patterns)
      if ending.status == 1 { failing.append(name) }
    }
    try #require(failing.count > 1)
    let endings = try await withThrowingTaskGroup(of: BuiltCommand.Ending.self) { group in
      for name in failing {
        group.addTask {
          try await place.run(["baseline", "update", baseline, place.path("\(name).jsonl"), "--add", "--why", name])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for ending in endings { #expect(ending.status == 0, "\(ending)") }
    for name in failing { #expect(place.text("known.yaml").contains("why: \(name)"), "\(name)") }
  }

  @Test(arguments: ["crash", "missing"])
  func `no baseline makes a crash or a missing client green`(kind: String) async throws {
    let place = try TemporaryWorkplace()
    let baseline = place.path("known.yaml")
    let client = try Self.client(place, kind)
    let red = try await Self.run(place, client)
    #expect(red.status != 0 && red.status != 3, "\(red)")
    let update = try await place.run(["baseline", "update", baseline, "--add", "--why", "it is like that"])
    #expect(update.status == 0, "\(update)")
    let again = try await Self.run(place, client, "--baseline", baseline)
    #expect(again.status == red.status || again.status == 2, "\(again)")
    // Written by hand, it does not help either.
    let entries = Self.patterns.flatMap { pattern in
      ["false-cancel", "inconclusive"].map {
        "  - {scenarios: [\(pattern)], clients: {client: \"*\"}, verdict: \($0), why: it is like that}\n"
      }
    }
    try place.write("happens:\n" + entries.joined(), to: "hand.yaml")
    let hand = try await Self.run(place, client, "--baseline", place.path("hand.yaml"))
    #expect(![0].contains(hand.status), "\(hand)")
  }

  @Test func `an invalid baseline is reported with its position, and so is a missing one`() async throws {
    let place = try TemporaryWorkplace()
    let client = try Self.client(place, "all")
    try place.write(
      """
      happens:
        - {scenarios: [trust/unknown-ca], clients: {client: "*"}, verdict: error, why: x}

      """, to: "known.yaml")
    let wrong = try await Self.run(place, client, "--baseline", place.path("known.yaml"))
    #expect(wrong.status == 65 && wrong.error.contains("known.yaml:2:"), "\(wrong)")
    #expect(try await Self.run(place, client, "--baseline", place.path("nothing.yaml")).status == 65)
    try place.write(
      """
      happens:
        - {scenarios: [trust/unknown-cs], clients: {client: "*"}, verdict: false-accept, why: x}
        - {scenarios: [names/wrong-host], clients: {cleint: "*"}, verdict: false-accept, why: x}

      """, to: "dead.yaml")
    let dead = try await Self.run(place, client, "--baseline", place.path("dead.yaml"))
    #expect(dead.status == 3 && dead.output.contains("unused ("), "\(dead)")
  }

  @Test func `a profile requires its scenarios`() async throws {
    let place = try TemporaryWorkplace()
    let client = try place.adapter(
      "client",
      """
      body=$(curl --disable --silent --noproxy '*' --max-time 600 --cacert system.pem \
        --connect-to $ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT $ROGUES_URL) \
        && echo "ACCEPT $body" || echo "CANCEL other"
      """, capabilities: ["system-anchors", "tls1.3"])
    let arguments = [
      "run", "-a", client, "--timeout", "60s", "--axes", "tls=1.3", "pin/no-pin-matches",
      "trust/rogue-ca-in-system-store", "trust/unknown-ca",
    ]
    let without = try await place.run(arguments)
    #expect(without.status == 0, "\(without)")
    // A client without pins meets what is for every client, and not what is for clients with pins.
    let core = try await place.run(arguments + ["--profile", "core"])
    #expect(core.status == 0, "\(core)")
    for more in [[], ["-q"]] {
      let lacking = try await place.run(arguments + ["--profile", "pinning"] + more)
      #expect(lacking.status == 4, "\(lacking)")
      let last = lacking.error.split(separator: "\n").last ?? ""
      #expect(last == "rogues: exit 4: client: pin.*: the profile requires it, and the adapter has none", "\(lacking)")
    }
    let update = try await place.run([
      "baseline", "update", place.path("known.yaml"), "--add", "--why", "we do not pin",
    ])
    #expect(update.output.contains("1 added"), "\(update)")
    // An entry excuses a scenario, and no client that has nothing of what the profile is about.
    let known = try await place.run(arguments + ["--profile", "pinning", "--baseline", place.path("known.yaml")])
    #expect(known.status == 4 && !known.output.contains("fix:"), "\(known)")
    let slip = try await place.run(arguments + ["--profile", "croe"])
    #expect(slip.status == 64 && slip.error.contains("did you mean 'core'?"), "\(slip)")
  }

  @Test func `only the last failures run again`() async throws {
    let place = try TemporaryWorkplace()
    let client = try Self.client(place, "none")
    #expect(try await Self.run(place, client).status == 1)
    let again = try await place.run([
      "run", "-a", client, "--timeout", "60s", "--last-failed", "--log", place.path("b.jsonl"),
    ])
    #expect(again.status == 1, "\(again)")
    let cases = try RunLog(path: place.path("b.jsonl")).verdicts("client")
    #expect(cases.count == 3 && Set(cases.values) == ["false-accept"], "\(cases)")
    let fixed = try Self.client(place, "all")
    #expect(try await place.run(["run", "-a", fixed, "--timeout", "60s", "--last-failed"]).status == 0)
    let nothing = try await place.run(["run", "-a", fixed, "--last-failed"])
    #expect(nothing.status == 4 && nothing.error.contains("nothing failed"), "\(nothing)")
  }

  @Test func `the first failure ends a run that is to fail fast`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-a", "accept-all", "-j", "1", "--fail-fast", "--log", place.path("log.jsonl"), "trust/*",
    ])
    #expect(ending.status == 1, "\(ending)")
    let words = Array(try place.log().verdicts("accept-all").values)
    #expect(words.count { $0 == "false-accept" } == 1 && words.contains("not-run"), "\(words)")
    #expect(try place.log().complete == false)
  }

  @Test func `shards are joined, and a missing one is an error`() async throws {
    let place = try TemporaryWorkplace()
    var logs: [String] = []
    for index in 1...3 {
      logs.append(place.path("\(index).jsonl"))
      let ending = try await place.run([
        "run", "-q", "-a", "reference", "--axes", "tls=1.3", "--shard", "\(index)/3", "--log", logs[index - 1],
        "trust/*", "names/*",
      ])
      #expect(ending.status == 0, "\(ending)")
    }
    let whole = try await place.run([
      "run", "-q", "-a", "reference", "--axes", "tls=1.3", "--log", place.path("whole.jsonl"), "trust/*", "names/*",
    ])
    #expect(whole.status == 0)
    let joined = try await place.run(["report"] + logs + ["--to", "ctrf=\(place.path("joined.json"))"])
    #expect(joined.status == 0, "\(joined)")
    _ = try await place.run(["report", place.path("whole.jsonl"), "--to", "ctrf=\(place.path("whole.json"))"])
    func names(_ file: String) throws -> [String] {
      let json = try JSONSerialization.jsonObject(with: Data(place.text(file).utf8)) as? [String: Any]
      let results = try #require(json?["results"] as? [String: Any])
      return try #require(results["tests"] as? [[String: Any]]).compactMap { $0["name"] as? String }.sorted()
    }
    #expect(try names("joined.json") == names("whole.json"))
    let missing = try await place.run(["report"] + logs.dropLast() + ["--to", "tap=-"])
    #expect(missing.status == 65 && missing.error.contains("shards are missing: 3/3"), "\(missing)")
    #expect(missing.output.isEmpty)
  }

  @Test func `every line of a real run's log matches the published schema`() async throws {
    let place = try TemporaryWorkplace()
    _ = try await place.run([
      "run", "-a", "reference", "-a", "curl", "-a", "accept-all", "--timeout", "60s", "--repeat", "2", "--log",
      place.path("log.jsonl"), "--axes", "tls=1.2", "revocation/ocsp-leaf-revoked", "starttls/*",
      "client-auth/strict-*",
      "rotation/renegotiation-*", "handshake/downgrade-sentinel", "challenge/*", "trust/unknown-ca",
    ])
    let schema = BuiltCommand.root.appendingPathComponent("docs/reference/schema/log.schema.json")
    let check = SchemaCheck(try JSON(parsing: Array(Data(contentsOf: schema))))
    let lines = place.text("log.jsonl").split(separator: "\n")
    #expect(lines.count > 60)
    for line in lines {
      let problems = check.problems(try JSON(parsing: Array(line.utf8)))
      #expect(problems.isEmpty, "\(problems)")
    }
  }
}
