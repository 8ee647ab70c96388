import RogueModel
import RogueOpenSSL
import RogueStimuli
import ServerTestSupport
import Testing

@Suite struct `Serving with every engine` {
  let pki = TestPKI.shared

  @Test(arguments: Setup.all, ["leaf-p256", "leaf-p384", "leaf-ed25519", "leaf-rsa2048", "leaf-rsapss"])
  func `gives the nonce to a client that accepts`(setup: Setup, leaf: String) async throws {
    let (visit, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation(leaf, "issuing"), setup.version), engine: setup.engine
    ) { port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(visit.body == ServerFixture.nonce + "\n")
    #expect(visit.endedWithCloseNotify)
    #expect(visit.facts?.version == setup.version.wireValue)
    #expect(visit.certificates == pki.certificates(leaf, "issuing"))
    #expect(seen.faults == [])
    let connection = try #require(seen.connections.first)
    #expect(seen.connections.count == 1)
    #expect(connection.version == setup.version)
    #expect(connection.serverCertificates == visit.certificates)
    #expect(connection.request == "GET /the-path HTTP/1.1")
    #expect(connection.nonceSentAt != nil)
    #expect(connection.clientFinishedAt != nil)
    #expect(connection.applicationBytes > 40)
    #expect(connection.end == ConnectionEnd(by: .server, how: .closeNotify))
    #expect(connection.undecoded == nil)
  }

  @Test(arguments: Setup.all)
  func `sends any list in any order`(setup: Setup) async throws {
    let leaf = pki.certificate("leaf-p256")
    let long = [leaf, pki.certificate("root"), leaf] + Array(repeating: pki.certificate("other-rsa2048"), count: 97)
    var presentation = pki.presentation("leaf-p256")
    presentation.certificates = long
    let (visit, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(presentation, setup.version), engine: setup.engine
    ) {
      port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(visit.certificates == long)
    #expect(seen.connections.first?.serverCertificates == long)
  }

  @Test(arguments: Setup.all)
  func `staples any bytes without reading them`(setup: Setup) async throws {
    let staple = Array("not an OCSP response".utf8)
    var presentation = pki.presentation("leaf-p256", "issuing")
    presentation.staple = staple
    let (visits, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(presentation, setup.version), engine: setup.engine
    ) {
      port in
      var plan = Visit.Plan(port: port)
      let without = await Visit.make(plan)
      plan.settings.requestsStaple = true
      return (without, await Visit.make(plan))
    }
    #expect(visits.0.staple == nil)
    #expect(visits.0.body == ServerFixture.nonce + "\n")
    #expect(visits.1.staple == staple)
    #expect(visits.1.body == ServerFixture.nonce + "\n")
    #expect(seen.connections.map(\.staples) == [[:], [0: staple]])
  }

  @Test(arguments: ["swift", "gnutls"], TLSVersion.allCases)
  func `staples for every certificate where the version has a place for it`(
    engine: String, version: TLSVersion
  ) async throws {
    var presentation = pki.presentation("leaf-p256", "issuing", "root")
    presentation.staples = [0: Array("one".utf8), 2: Array("three".utf8)]
    let (visit, seen) = try await ServerFixture.serve(ServerFixture.attempt(presentation, version), engine: engine) {
      port in
      var plan = Visit.Plan(port: port)
      plan.settings.requestsStaple = true
      return await Visit.make(plan)
    }
    #expect(visit.body == ServerFixture.nonce + "\n")
    #expect(visit.staple == presentation.staple)
    #expect(visit.issuerStaples == (version == .tls13 ? [2: Array("three".utf8)] : [:]))
    let sent = version == .tls13 ? presentation.staples : presentation.staples.filter { $0.key == 0 }
    #expect(seen.connections.map(\.staples) == [sent])
  }

  @Test(.enabled(if: Tool.isInstalled("gnutls-cli")), arguments: ["swift", "gnutls"])
  func `a GnuTLS client gets the staples of every certificate`(engine: String) async throws {
    var presentation = pki.presentation("leaf-p256", "issuing")
    presentation.staples = [0: Array("one".utf8), 1: Array("two".utf8)]
    let (output, seen) = try await ServerFixture.serve(ServerFixture.attempt(presentation), engine: engine) { port in
      await Tool.runAside(
        "gnutls-cli", ["--insecure", "--print-cert", "-p", "\(port)", "127.0.0.1"], input: "ROGUES the-attempt\n"
      ).output
    }
    // They are no OCSP responses; what counts is that it was asked and got both.
    #expect(seen.connections.first?.staples == presentation.staples, "\(output)")
  }

  @Test func `libssl refuses staples for later certificates before any client connects`() async throws {
    try await ServerFixture.conversation { conversation in
      var presentation = TestPKI.shared.presentation("leaf-p256", "issuing")
      presentation.staples = [1: [1]]
      #expect(throws: HarnessFailure.self) { try conversation.begin(ServerFixture.attempt(presentation)) }
    }
  }

  @Test(arguments: ["swift", "gnutls"], TLSVersion.allCases)
  func `sends entries that are not certificates`(engine: String, version: TLSVersion) async throws {
    var presentation = pki.presentation("leaf-p256")
    presentation.certificates.append([0x30, 0x03, 0x02])
    let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt(presentation, version), engine: engine) {
      port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(seen.connections.first?.serverCertificates == presentation.certificates)
  }

  @Test(arguments: Setup.all.filter { $0.engine != "gnutls" })
  func `sends SCTs unchanged, and only to clients that request them`(setup: Setup) async throws {
    // Libraries would not send a list that they cannot read.
    let list = Array("not a list of timestamps".utf8)
    var presentation = pki.presentation("leaf-p256", "issuing")
    presentation.sctList = list
    let (visits, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(presentation, setup.version), engine: setup.engine
    ) {
      port in
      var plan = Visit.Plan(port: port)
      let without = await Visit.make(plan)
      plan.settings.requestsSCTs = true
      plan.settings.requestsStaple = true
      return (without, await Visit.make(plan))
    }
    #expect(visits.0.sctList == nil)
    #expect(visits.1.sctList == list)
    #expect([visits.0.body, visits.1.body] == [ServerFixture.nonce + "\n", ServerFixture.nonce + "\n"])
    #expect(seen.connections.map(\.sctList) == [nil, list])
    #expect(seen.connections.map(\.clientHello?.requestsSCTs) == [false, true])
    #expect(seen.connections.map(\.undecoded) == [nil, nil])
  }

  @Test(arguments: Setup.all)
  func `chooses a protocol in its own order and ignores unknown ones`(setup: Setup) async throws {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
      $0[ApplicationProtocols.self] = ["http/1.1", "x"]
    }
    let (chosen, seen) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      var plan = Visit.Plan(port: port)
      var chosen: [String?] = []
      for offer in [["x", "http/1.1"], ["unknown"], []] {
        plan.settings.alpn = offer
        chosen.append(await Visit.make(plan).facts?.alpn)
      }
      return chosen
    }
    #expect(chosen == ["http/1.1", nil, nil])
    #expect(seen.connections.map { $0.clientHello?.alpn } == [["x", "http/1.1"], ["unknown"], []])
  }

  @Test(arguments: Setup.all, ["p256", "p384", "ed25519", "rsa2048", "rsapss"])
  func `signs with a key that does not match if configured`(setup: Setup, type: String) async throws {
    let presentation = pki.presentation("leaf-\(type)", "issuing", key: "other-\(type)")
    let (visit, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(presentation, setup.version), engine: setup.engine
    ) {
      port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(visit.body == nil)
    #expect(visit.certificates == pki.certificates("leaf-\(type)", "issuing"))
    #expect(visit.alerts.contains { $0.direction == .sent && $0.code == .decryptError })
    let connection = try #require(seen.connections.first)
    #expect(connection.alerts.contains { $0.from == .client && $0.code == 51 })
    #expect(connection.end == ConnectionEnd(by: .client, how: .alert))
    #expect(connection.nonceSentAt == nil)
  }

  @Test(arguments: Setup.engines)
  func `signs with a key of another kind if configured`(engine: String) async throws {
    let presentation = pki.presentation("leaf-p256", "issuing", key: "other-rsa2048")
    let (visit, _) = try await ServerFixture.serve(ServerFixture.attempt(presentation, .tls12), engine: engine) {
      port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(visit.alerts.contains { $0.direction == .sent && $0.code == .decryptError })
  }

  @Test(arguments: Setup.all)
  func `presents a leaf that may only sign certificates`(setup: Setup) async throws {
    let presentation = pki.presentation("signs-only-certificates", "issuing")
    let (visit, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(presentation, setup.version), engine: setup.engine
    ) {
      port in
      await Visit.make(Visit.Plan(port: port))
    }
    // libssl's client refuses such a leaf in TLS 1.2 after its judge was asked; that it was asked shows the flight.
    #expect(visit.certificates == presentation.certificates)
    #expect(seen.connections.first?.serverCertificates == presentation.certificates)
  }

  @Test(arguments: Setup.all)
  func `resumes a session although the leaf was swapped`(setup: Setup) async throws {
    let first = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
      $0[Resumption.self] = .any
    }
    let second = ServerFixture.attempt(pki.presentation("other-p256", "issuing"), setup.version) {
      $0[Resumption.self] = .any
    }
    let (visits, observations) = try await ServerFixture.conversation(engine: setup.engine) { conversation in
      var plan = Visit.Plan(port: conversation.port)
      try conversation.begin(first)
      let one = await Visit.make(plan)
      let before = try await conversation.end(graceMilliseconds: 600_000)
      try conversation.begin(second)
      plan.settings.resume = one.session
      let two = await Visit.make(plan)
      return ([one, two], [before, try await conversation.end(graceMilliseconds: 600_000)])
    }
    #expect(visits.map { $0.facts?.isResumed } == [false, true])
    #expect(visits.map(\.body) == [ServerFixture.nonce + "\n", ServerFixture.nonce + "\n"])
    #expect(visits[1].certificates == [])
    #expect(observations.map { $0.connections.first?.resumed } == [false, true])
    #expect(observations[1].connections.first?.serverCertificates == nil)
  }

  @Test(arguments: Setup.all)
  func `resumes nothing unless configured`(setup: Setup) async throws {
    let (visits, _) = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version), engine: setup.engine
    ) { port in
      var plan = Visit.Plan(port: port)
      let one = await Visit.make(plan)
      plan.settings.resume = one.session
      return [one, await Visit.make(plan)]
    }
    #expect(visits.map { $0.facts?.isResumed } == [false, false])
  }

  @Test(arguments: Setup.all)
  func `does not resume a session of another conversation`(setup: Setup) async throws {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
      $0[Resumption.self] = .any
    }
    let (one, _) = try await ServerFixture.serve(attempt, engine: setup.engine) {
      await Visit.make(Visit.Plan(port: $0))
    }
    let (two, _) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      var plan = Visit.Plan(port: port)
      plan.settings.resume = one.session
      return await Visit.make(plan)
    }
    #expect(one.session != nil)
    #expect(two.facts?.isResumed == false)
    #expect(two.body == ServerFixture.nonce + "\n")
  }

  @Test(arguments: Setup.all)
  func `serves another leaf on the second connection`(setup: Setup) async throws {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
      $0.places = [
        .connection(2): ServerFixture.attempt(TestPKI.shared.presentation("other-p256", "issuing"), setup.version)
      ]
    }
    let (leaves, seen) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      var leaves: [[UInt8]?] = []
      for _ in 1...3 { leaves.append(await Visit.make(Visit.Plan(port: port)).certificates.first) }
      return leaves
    }
    let expected = ["leaf-p256", "other-p256", "leaf-p256"].map(pki.certificate)
    #expect(leaves == expected)
    #expect(seen.connections.map(\.index) == [1, 2, 3])
    #expect(seen.connections.map { $0.serverCertificates?.first } == expected)
  }

  @Test(arguments: Setup.all)
  func `speaks exactly the version of the attempt`(setup: Setup) async throws {
    let other = setup.version == .tls12 ? TLSVersion.tls13 : .tls12
    let (visit, seen) = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation("leaf-p256"), setup.version), engine: setup.engine
    ) { port in
      var plan = Visit.Plan(port: port)
      plan.settings.versions = TLSVersionRange(only: other.wireValue)
      return await Visit.make(plan)
    }
    #expect(visit.body == nil)
    #expect(seen.connections.first?.end == ConnectionEnd(by: .server, how: .alert))
  }

  @Test(arguments: ["libssl", "gnutls"])
  func `libraries refuse an empty list before any client connects`(engine: String) async throws {
    try await ServerFixture.conversation(engine: engine) { conversation in
      var presentation = TestPKI.shared.presentation("leaf-p256")
      presentation.certificates = []
      #expect(throws: HarnessFailure.self) { try conversation.begin(ServerFixture.attempt(presentation)) }
    }
  }

  @Test(arguments: Setup.engines)
  func `does not take a behaviour that it does not have`(engine: String) async throws {
    try await ServerFixture.conversation(engine: engine) { conversation in
      let attempt = ServerFixture.attempt { $0.behaviours = [NamedUse("no-such-behaviour")] }
      #expect(throws: HarnessFailure.self) { try conversation.begin(attempt) }
    }
  }
}
