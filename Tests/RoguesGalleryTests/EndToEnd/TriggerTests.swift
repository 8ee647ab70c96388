#if os(Linux)
  import Foundation
  import RoguePlatform
  import Testing

  /// Clients that something else starts: what the adapter declares of them is enforced, and nothing that somebody else does
  /// becomes a pass.
  @Suite(
    .enabled(if: ["/usr/bin/python3", "/bin/sh"].allSatisfy(FileManager.default.isExecutableFile(atPath:))))
  struct TriggerTests {
    typealias Level = TriggeredClient.Level
    typealias Manner = TriggeredClient.Manner
    static let levels = Level.allCases.filter(TriggeredClient.isPossible)
    static let unverified: Set<Level> = [.address, .anybody]

    private static func client(_ level: Level, _ manner: Manner) throws -> TriggeredClient {
      TriggeredClient(place: try TemporaryWorkplace(), level: level, manner: manner)
    }

    private static func owners(_ log: RunLog) -> Set<String> {
      var owners: Set<String> = []
      for line in log.lines where line["type"] as? String == "case" {
        for step in line["steps"] as? [[String: Any]] ?? [] {
          let seen = (step["observation"] as? [String: Any])?["connections"] as? [[String: Any]] ?? []
          owners.formUnion(seen.compactMap { $0["owner"] as? String })
        }
      }
      return owners
    }

    @Test(arguments: levels)
    func `a client that ran before the command is judged, as it is declared`(_ level: Level) async throws {
      let client = try Self.client(level, .verifies)
      let ending = try await client.run()
      #expect(ending.status == 0, "\(ending)")
      let log = try client.place.log()
      #expect(Set(log.verdicts("app").values).isSubset(of: ["pass", "deviation"]), "\(log.cases)")
      #expect(log.verdicts("app").count == 3)
      #expect(Self.owners(log) == [Self.unverified.contains(level) ? "unverified" : "declared"])
      let isMarked = Self.unverified.contains(level)
      #expect(log.cases["app"]!.values.allSatisfy { $0.explanation.contains("unverified owner") == isMarked })
      #expect(ending.output.contains("unverified owner") == isMarked, "\(ending.output)")
      #expect(ending.error.contains("unverified owner") == isMarked, "\(ending.error)")
    }

    @Test(arguments: levels)
    func `one that accepts everything is caught`(_ level: Level) async throws {
      let client = try Self.client(level, .accepts)
      let ending = try await client.run()
      #expect(ending.status == 1, "\(ending)")
      #expect(try client.place.log().words("app") == ["pass", "false-accept"])
    }

    @Test(arguments: levels, [Manner.refuses, .strays, .looks])
    func `a client that refuses everything, connects to another attempt's server, or was never started passes nothing`(
      _ level: Level, _ manner: Manner
    ) async throws {
      let client = try Self.client(level, manner)
      let ending = try await client.run()
      #expect(ending.status != 0, "\(ending)")
      #expect(!(try client.place.log().words("app")).contains("pass"), "\(ending)")
    }

    /// Where the kernel is not asked, nothing tells its data from the client's, so it is no leak of the client's.
    @Test(arguments: levels.filter(unverified.contains))
    func `a neighbour's own data is neither a leak nor a pass`(_ level: Level) async throws {
      let client = try Self.client(level, .talks)
      let ending = try await client.run()
      #expect(ending.status == 2, "\(ending)")
      #expect(try client.place.log().words("app") == ["inconclusive"], "\(ending)")
    }

    /// It does what an honest client does; but it is not the one that is declared.
    @Test(arguments: levels.filter { $0 != .anybody }, [Manner.verifies, .looks])
    func `a neighbour is dropped`(_ level: Level, _ manner: Manner) async throws {
      var client = try Self.client(level, manner)
      client.isDeclared = false
      let ending = try await client.run()
      #expect(ending.status == 2, "\(ending)")
      #expect(try client.place.log().words("app") == ["inconclusive"], "\(ending)")
      #expect(Self.owners(try client.place.log()) == [])
      #expect(ending.output.contains("they decided nothing: "), "\(ending.output)")
    }

    @Test(.enabled(if: TriggeredClient.isPossible(.network)), arguments: [Level.process, .address, .anybody])
    func `a client with a network of its own is found there`(_ level: Level) async throws {
      var client = try Self.client(level, .verifies)
      client.isElsewhere = true
      let ending = try await client.run()
      #expect(ending.status == 0, "\(ending)")
      let log = try client.place.log()
      #expect(Set(log.verdicts("app").values).isSubset(of: ["pass", "deviation"]), "\(log.cases)")
      #expect(Self.owners(log) == [Self.unverified.contains(level) ? "unverified" : "declared"])
    }

    @Test(arguments: ["junit", "markdown", "tap", "ctrf", "badge", "sarif"])
    func `no report of a run with unverified owners looks like one without`(_ kind: String) async throws {
      let client = try Self.client(.anybody, .verifies)
      let ending = try await client.run(["--report", "\(kind)=\(client.place.path("report"))"])
      #expect(ending.status == 0, "\(ending)")
      let report = client.place.text("report")
      #expect(report.contains("unverified owner") || report.contains("unverifiedOwner"), "\(report)")
    }

    @Test func `the page of a run with unverified owners says so`() async throws {
      let client = try Self.client(.address, .refuses)
      _ = try await client.run(["--report", "html=\(client.place.path("page"))"])
      #expect(client.place.text("page/index.html").contains("unverified owner (address 127.0.0.1)"))
    }

    @Test(arguments: [
      ("pid-file /nowhere/app.pid", "there is no pid file"), ("cgroup /nowhere", "no process is in the control group"),
      ("cgroup //", "the group of every process"),
      ("network /proc/self/ns/net", "is the network namespace of this command"),
      ("network /nowhere/net", "cannot find the network namespace"), ("user nobody-of-that-name", "there is no user"),
    ])
    func `an empty declaration is refused with a way out`(rule: String, words: String) async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter("app", "echo CANCEL", connections: rule)
      let ending = try await place.run(["run", "-a", program, "trust/unknown-ca"])
      #expect(ending.status == 69, "\(ending)")
      #expect(ending.error.contains("connections: \(rule): "), "\(ending.error)")
      #expect(ending.error.contains(words), "\(ending.error)")
    }

    /// Everything here descends from it.
    @Test func `a pid file that names the command's ancestor is refused`() async throws {
      let place = try TemporaryWorkplace()
      let file = try place.write("\(getpid())\n", to: "app.pid")
      let program = try place.adapter("app", "echo CANCEL", connections: "pid-file \(file)")
      let ending = try await place.run(["run", "-a", program, "trust/unknown-ca"])
      #expect(ending.status == 69 && ending.error.contains("other processes would count with it"), "\(ending)")
    }

    @Test func `one address and port serve a whole run, and scenarios that need two are unsupported`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "plain", "echo \"$ROGUES_PORT\" >> \(place.path("ports")); echo ACCEPT $($client)")
      let port = try FreePort.any()
      let ending = try await place.run([
        "run", "-a", program, "--listen", "127.0.0.1:\(port)", "--log", place.path("log.jsonl"), "-j", "8",
        "healthy/chain-two-tiers", "trust/unknown-ca",
      ])
      #expect(ending.status == 1, "\(ending)")
      #expect(try place.log().words("plain").subtracting(["unsupported"]) == ["pass", "false-accept"])
      #expect(Set(place.text("ports").split(separator: "\n")) == ["\(port)"])
      for wrong in ["0.0.0.0", "localhost", "127.0.0.1:0", "127.0.0.1:1:2", ""] {
        let refused = try await place.run(["run", "-a", program, "--listen", wrong, "trust/unknown-ca"])
        #expect(refused.status == 64, "\(refused)")
      }
    }
  }
#endif
