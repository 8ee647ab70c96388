import RogueModel
import RogueStimuli
import RogueVerdicts
import Testing

/// What comes before TLS with the server, from evidence to facts.
@Suite struct PreTLSReductionTests {
  private static let location = SourceLocation(file: "", line: 1, column: 1)
  private static let nonce = ReductionTests.nonce

  private static func world(_ server: ServerRecipe) -> World {
    World(
      id: "w", title: "", domain: "rogues.test",
      certificates: [
        CertificateRecipe(name: "root", isCA: true), CertificateRecipe(name: "leaf", issuer: "root"),
        CertificateRecipe(name: "proxy-root", isCA: true), CertificateRecipe(name: "proxy-leaf", issuer: "proxy-root"),
      ], keys: [], stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:],
      policies: [], location: location)
  }

  private static func fault(_ path: String, _ server: ServerRecipe) -> Fault {
    Fault(
      mutation: Mutation(path: path.split(separator: ".").map(String.init), value: "", location: location),
      world: world(server), policy: PolicyRecipe(name: "p", location: location))
  }

  private static func server(_ startTLS: StartTLSRecipe) -> ServerRecipe {
    var server = ServerRecipe(present: [])
    server[StartTLS.self] = startTLS
    return server
  }

  private static let proxied: ServerRecipe = {
    var server = ServerRecipe(present: ["leaf"])
    server[Proxy.self] = Proxy.Recipe(host: "gateway", present: ["proxy-leaf"])
    return server
  }()

  @Test func `a certificate that the proxy alone shows is the proxy's fault, and any other the server's`() {
    #expect(Self.fault("certificates.proxy-leaf.not-after", Self.proxied).kind == .proxyFlight)
    #expect(Self.fault("certificates.proxy-root.not-after", Self.proxied).kind == .proxyFlight)
    #expect(Self.fault("certificates.leaf.not-after", Self.proxied).kind == .flight)
    #expect(Self.fault("server.proxy.present", Self.proxied).kind == .proxyFlight)
    #expect(Self.fault("server.present", Self.proxied).kind == .flight)
    #expect(Self.fault("server.present", Self.proxied).isBehindProxy)
  }

  private static func facts(
    _ fault: Fault, _ connections: [ConnectionEvidence], proxied: [ConnectionEvidence] = [],
    outcome: AdapterOutcome = ReductionTests.cancels, proxyFlight: [[UInt8]]? = nil,
    answers: [RogueModel.Expectation.Answer] = [.init(disposition: .cancel)]
  ) -> Facts {
    var evidence = AttemptEvidence(
      expectation: RogueModel.Expectation(answers: answers), needs: [], outcome: outcome,
      observation: Observation(connections: connections, proxied: proxied), nonce: nonce, fault: fault,
      flights: [.usual: PlannedFlight(ReductionTests.rogueFlight)], certificates: [:], judgesReasons: true,
      control: .passed)
    evidence.proxyFlight = proxyFlight
    return Facts(evidence)
  }

  @Test func `a client that names the server to a rogue proxy has believed it, before the server sees anything`() {
    let fault = Self.fault("server.proxy.present", Self.proxied)
    let flight: [[UInt8]] = [[3]]
    let careful = Self.facts(fault, [], proxied: [ReductionTests.connection(certificates: flight)], proxyFlight: flight)
    #expect(careful.exercised && careful.connected && !careful.applicationDataAfterFault && !careful.harnessFault)
    #expect(careful.endedFirst == .client)
    let hasty = Self.facts(
      fault, [], proxied: [ReductionTests.connection(certificates: flight, data: true)], proxyFlight: flight)
    #expect(hasty.applicationDataAfterFault)
    #expect(Self.facts(fault, [], proxied: [ReductionTests.connection()], proxyFlight: flight).harnessFault)
  }

  @Test func `a client that bypasses the proxy was presented nothing`() {
    let fault = Self.fault("server.present", Self.proxied)
    #expect(!Self.facts(fault, [ReductionTests.connection()]).exercised)
    var tunnel = ReductionTests.connection(certificates: [[3]])
    tunnel.request = "CONNECT h.rogues.test:443 HTTP/1.1"
    #expect(Self.facts(fault, [ReductionTests.connection()], proxied: [tunnel], proxyFlight: [[3]]).exercised)
  }

  @Test func `a certificate that goes to the proxy counts, and that of the server behind it does not`() {
    let fault = Self.fault("server.proxy.client-auth", Self.proxied)
    var asked = ReductionTests.connection(certificates: [[3]], data: true)
    let answers = [RogueModel.Expectation.Answer(disposition: .accept, identityWithheld: true)]
    func identity() -> Facts {
      var server = ReductionTests.connection()
      server.clientCertificates = [[7]]
      return Self.facts(fault, [server], proxied: [asked], proxyFlight: [[3]], answers: answers)
    }
    #expect(!identity().exercised)
    asked.certificateRequested = true
    #expect(identity().exercised && identity().identity == .withheld)
    asked.clientCertificates = [[7]]
    #expect(identity().identity == .exposed)
  }

  @Test func `the body of a refused CONNECT is no response, and a request after it has left the tunnel`() {
    let fault = Self.fault("server.proxy.connect", Self.proxied)
    var refused = ReductionTests.connection(certificates: nil, end: .server)
    refused.request = "CONNECT h.rogues.test:443 HTTP/1.1"
    #expect(!Self.facts(fault, [], proxied: [refused]).exercised)
    refused.refusal = "403 Forbidden"
    let careful = Self.facts(fault, [], proxied: [refused])
    #expect(careful.exercised && careful.endedFirst == .server && !careful.applicationDataAfterFault)
    let body = Statement(said: .accept, nonce: Proxy.Recipe.nonce(for: Self.nonce))
    let fooled = Self.facts(
      fault, [], proxied: [refused], outcome: .statement(body), answers: [.init(disposition: .accept)])
    #expect(fooled.right == .cancel && fooled.applicationDataAfterFault)
    refused.applicationBytes = 30
    #expect(Self.facts(fault, [], proxied: [refused]).applicationDataAfterFault)
  }

  private static func clear(_ evidence: StartTLSEvidence) -> ConnectionEvidence {
    var connection = ReductionTests.connection(certificates: nil)
    connection.version = nil
    connection.clear = evidence
    return connection
  }

  @Test func `a refusal of TLS is presented once it is sent, and data after it is a failure`() {
    let refused = Self.fault(
      "server.starttls.offer", Self.server(StartTLSRecipe(speaks: .smtp, offer: .refused)))
    #expect(!Self.facts(refused, [Self.clear(StartTLSEvidence(offered: true))]).exercised)
    let presented = Self.facts(refused, [Self.clear(StartTLSEvidence(offered: true, agreed: false))])
    #expect(presented.exercised && !presented.applicationDataAfterFault)
    let leaked = Self.facts(refused, [Self.clear(StartTLSEvidence(offered: true, agreed: false, applicationBytes: 5))])
    #expect(leaked.applicationDataAfterFault)
    let missing = Self.fault(
      "server.starttls.offer", Self.server(StartTLSRecipe(speaks: .smtp, offer: .unadvertised)))
    #expect(!Self.facts(missing, [Self.clear(StartTLSEvidence())]).exercised)
    #expect(Self.facts(missing, [Self.clear(StartTLSEvidence(offered: false))]).exercised)
  }

  @Test func `an answer from before TLS is believed only by a client that reports its nonce`() {
    let fault = Self.fault(
      "server.starttls.injects", Self.server(StartTLSRecipe(speaks: .imap, injects: true)))
    var connection = ReductionTests.connection(certificates: nil, data: true)
    connection.clear = StartTLSEvidence(offered: true, agreed: true, surplusBytes: 40)
    let both = [RogueModel.Expectation.Answer(disposition: .cancel), .init(disposition: .accept)]
    let fooled = Self.facts(
      fault, [connection], outcome: ReductionTests.accepts(StartTLSRecipe.injectedNonce(for: Self.nonce)), answers: both
    )
    #expect(Judge.rule(fooled) == .acceptedTheFault)
    let careful = Self.facts(fault, [connection], outcome: ReductionTests.accepts(Self.nonce), answers: both)
    #expect(Judge.rule(careful) == .accepted)
    connection.nonceSentAt = nil
    let leaving = Self.facts(fault, [connection], answers: both)
    #expect(Judge.rule(leaving) == .cancelled)
  }

  @Test func `a redirect to another host is followed by a client that gets the answer, wherever it asks for it`() {
    let fault = Fault(FaultEvidence(.redirect))
    var sentOn = ReductionTests.connection(certificates: ReductionTests.rogueFlight, data: true)
    sentOn.nonceSentAt = nil
    // Nobody was sent on yet.
    #expect(Judge.rule(Self.facts(fault, [sentOn])) == .neverExercised)
    sentOn.refusal = "302 Found"
    let careful = Self.facts(fault, [sentOn])
    #expect(careful.exercised && !careful.applicationDataAfterFault)
    #expect(Judge.rule(careful) == .cancelled)
    var other = ReductionTests.connection(certificates: ReductionTests.rogueFlight, data: false)
    other.index = 2
    #expect(Judge.rule(Self.facts(fault, [sentOn, other])) == .cancelled)
    let hasty = ReductionTests.connection(certificates: ReductionTests.rogueFlight, data: true)
    var second = hasty
    second.index = 2
    #expect(Judge.rule(Self.facts(fault, [sentOn, second])) == .leakedBeforeCancelling)
    // The other host's answer came over the connection that was open.
    sentOn.nonceSentAt = hasty.nonceSentAt ?? 1
    #expect(Judge.rule(Self.facts(fault, [sentOn])) == .leakedBeforeCancelling)
  }

  @Test func `a redirect to plaintext is followed only by a client that sends plaintext`() {
    let fault = Fault(FaultEvidence(.clearRedirect))
    var sentOn = ReductionTests.connection(certificates: ReductionTests.rogueFlight, data: true)
    sentOn.refusal = "302 Found"
    sentOn.nonceSentAt = nil
    sentOn.end = ConnectionEnd(by: .server, how: .closeNotify)
    let careful = Self.facts(fault, [sentOn])
    #expect(careful.exercised && !careful.applicationDataAfterFault && careful.endedFirst == .nobody)
    #expect(Judge.rule(careful) == .cancelled)
    // A client that neither follows nor makes a statement has decided nothing.
    #expect(
      Judge.rule(Self.facts(fault, [sentOn], outcome: .failed(cause: .server, detail: nil))) == .noVerdictOfItsOwn)
    var clear = ConnectionEvidence(index: 2, owner: .adapter, openedAt: 0)
    clear.clear = StartTLSEvidence(applicationBytes: 40)
    let hasty = Self.facts(fault, [sentOn, clear])
    #expect(Judge.rule(hasty) == .leakedBeforeCancelling)
    #expect(
      Judge.rule(Self.facts(fault, [sentOn, clear], outcome: .failed(cause: .server, detail: nil))) == .acceptedTheFault
    )
    // Nobody was sent on.
    sentOn.refusal = nil
    #expect(Judge.rule(Self.facts(fault, [sentOn])) == .neverExercised)
  }
}
