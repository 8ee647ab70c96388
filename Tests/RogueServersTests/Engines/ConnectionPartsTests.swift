import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueTLS
import Testing

@testable import RogueServers

/// What a server has of its own for some connections, by number.
@Suite struct `Parts for some connections` {
  let pki = TestPKI.shared

  @Test(arguments: Setup.all)
  func `a connection has a version and a staple of its own`(setup: Setup) async throws {
    let other = setup.version == .tls12 ? TLSVersion.tls13 : .tls12
    var stapled = pki.presentation("leaf-p256", "issuing")
    stapled.staple = [1, 2, 3]
    var stapledOtherwise = stapled
    stapledOtherwise.staple = [4, 5]
    let attempt = ServerFixture.attempt(stapled, setup.version) {
      $0.places = [.connection(2): ServerFixture.attempt(stapledOtherwise, other)]
    }
    let (visits, seen) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      var visits: [Visit] = []
      for _ in 1...3 {
        var plan = Visit.Plan(port: port)
        plan.settings.asksForStaple = true
        visits.append(await Visit.make(plan))
      }
      return visits
    }
    #expect(visits.map(\.staple) == [[1, 2, 3], [4, 5], [1, 2, 3]])
    #expect(visits.map { $0.facts?.version } == [setup.version, other, setup.version].map(\.wireValue))
    #expect(seen.connections.map(\.version) == [setup.version, other, setup.version])
    #expect(seen.connections.map { $0.staples[0] } == [[1, 2, 3], [4, 5], [1, 2, 3]])
  }

  @Test func `a behaviour of one connection is told there and nowhere else`() async throws {
    let use = NamedUse("bad-handshake-signature", ["fault": .text("flipped")])
    let presentation = pki.presentation("leaf-p256", "issuing")
    let attempt = ServerFixture.attempt(presentation) {
      $0.places = [.connection(2): ServerFixture.attempt(presentation) { $0.behaviours = [use] }]
    }
    let (visits, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in
      var visits: [Visit] = []
      for host in ["pinned.rogues.test", "pinned.rogues.test", nil] {
        var plan = Visit.Plan(port: port)
        plan.settings.host = host
        visits.append(await Visit.make(plan))
      }
      return visits
    }
    #expect(visits.map { $0.body != nil } == [true, false, true])
    #expect(seen.connections.map(\.presented) == [[], [use.name], []])
  }

  @Test(arguments: ["libssl", "gnutls"])
  func `libraries have no behaviours for one connection either, and say so before anybody connects`(
    engine: String
  ) async throws {
    try await ServerFixture.conversation(engine: engine) { conversation in
      let attempt = ServerFixture.attempt {
        $0.places = [.connection(2): ServerFixture.attempt { $0.behaviours = [NamedUse("stall")] }]
      }
      #expect(throws: HarnessFailure.self) { try conversation.begin(attempt) }
    }
  }
}
