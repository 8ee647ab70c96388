import TestSupport
import Testing

/// The run of real clients that other tests ask is whole, and says what clients did.
@Suite struct RealClientsTests {
  /// What `make test` installs.
  static let expected = ["curl", "openssl", "gnutls-cli", "wget", "python-ssl"]

  @Test(.sweep) func `every client of this machine is judged in everything that gates`() async throws {
    let run = try await RealClients.run()
    for (name, why) in run.missing.sorted(by: { $0.key < $1.key }) { print("not run: \(name): \(why)") }
    let names = Set(run.clients.map(\.name))
    #expect(names.isSuperset(of: Self.expected), "\(Set(Self.expected).subtracting(names).sorted())")
    #expect(!names.contains("accept-all") && !names.contains("reference"))
    let judged = Dictionary(grouping: run.cases, by: \.adapter)
    #expect(Set(judged.keys) == names)
    for (name, cases) in judged {
      #expect(cases.allSatisfy { ["must", "should"].contains($0.level) })
      #expect(!cases.contains { $0.verdict == "harness-error" || $0.verdict == "not-run" }, "\(name)")
      // Most adapters can be put to most of the catalogue; all are asked about all of it.
      #expect(Set(cases.map(\.scenario)).count > 600, "\(name)")
      #expect(
        cases.contains { $0.verdict == "pass" && $0.lastSaid?.disposition == "accept" }, "\(name) accepts nothing")
      #expect(
        cases.contains { $0.verdict == "pass" && $0.lastSaid?.disposition == "cancel" }, "\(name) refuses nothing")
    }
  }

  @Test func `each scenario runs for all clients in as few cases as possible`() {
    let plan = """
      a (A 1): 2 of 4 cases
        x/one[tls=1.2,policy=p]
        x/one[tls=1.3,policy=q]  unsupported: q: none
        x/two[tls=1.2,policy=p]
        x/two[tls=1.3,policy=p]
      b (B 2): 3 of 4 cases
        x/one[tls=1.2,policy=p]  unsupported: p: none
        x/one[tls=1.3,policy=q]
        x/two[tls=1.2,policy=p]  unsupported: tls1.2: none
        x/two[tls=1.3,policy=p]
      """
    #expect(
      RealClients.cover(of: plan) == ["x/one[tls=1.2,policy=p]", "x/one[tls=1.3,policy=q]", "x/two[tls=1.3,policy=p]"])
    let both = """
      a (A 1): 2 of 2 cases
        x/one[tls=1.3,policy=p]
        x/one[tls=1.3,policy=q]
        x/one[tls=1.3,policy=r]
      """
    #expect(
      RealClients.cover(of: both, refusing: ["x/one": ["q", "r"]])
        == ["x/one[tls=1.3,policy=p]", "x/one[tls=1.3,policy=q]"])
  }

  @Test(.sweep) func `a client's reason is quoted`() async throws {
    let run = try await RealClients.run()
    let told = try #require(
      run.cases.first { $0.adapter == "curl" && $0.scenario == "trust/unknown-ca" && $0.axes["policy"] == "system" })
    #expect(told.verdict == "pass" && told.wasExercised)
    #expect(told.lastSaid?.reason == "untrusted")
    #expect(told.lastSaid?.detail?.contains("certificate") == true)
    #expect(told.expected == ["cancel (untrusted)"])
  }

  /// While a conversation waits for a certificate to expire, hundreds of others begin and end in the same process. An
  /// adapter that then forgets the session makes a full handshake, and is taken for one that refuses to resume.
  @Test(.sweep) func `a session outlives hundreds of other conversations`() async throws {
    let clients = ["java-jsse", "okhttp", "libcurl", "python-ssl"]
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--log", place.path("log.jsonl"), "--axes", "tls=1.3"]
        + clients.flatMap { ["-a", $0] }
        + ["session/resumed-after-not-after", "names/table", "pin/table"].flatMap { ["--scenario", $0] })
    #expect([0, 1].contains(ending.status), "\(ending.error)")
    let log = try place.log()
    for client in clients {
      #expect(log.verdicts(client).count > 200, "\(client)")
      let waiting = try #require(
        log.lines.first {
          $0["adapter"] as? String == client
            && ($0["case"] as? String)?.hasPrefix("session/resumed-after-not-after") == true
        })
      let steps = try #require(waiting["steps"] as? [[String: Any]])
      let hasResumed = steps.map { step in
        ((step["observation"] as? [String: Any])?["connections"] as? [[String: Any]] ?? [])
          .contains { $0["resumed"] as? Bool == true }
      }
      #expect(hasResumed == [false, true], "\(client)")
    }
  }
}
