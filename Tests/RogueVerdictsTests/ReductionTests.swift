import RogueModel
import RogueStimuli
import RogueVerdicts
import Testing

/// From evidence to facts: the place where a wrong reading would make a false pass.
@Suite struct ReductionTests {
  static let here = SourceLocation(file: "", line: 1, column: 1)
  static let nonce = "00112233445566778899aabbccddeeff"
  static let rogueFlight: [[UInt8]] = [[1], [2]]

  static func connection(
    index: Int = 1, certificates: [[UInt8]]? = rogueFlight, data: Bool = false, end: ConnectionEnd.By = .client
  ) -> ConnectionEvidence {
    ConnectionEvidence(index: index, owner: .adapter, openedAt: 0) {
      $0.clientHello = ClientHelloEvidence(requestsStaple: true)
      $0.version = .tls13
      $0.serverCertificates = certificates
      $0.certificatesSentAt = certificates == nil ? nil : 5
      $0.applicationBytes = data ? 9 : 0
      $0.request = data ? "GET / HTTP/1.1" : nil
      $0.nonceSentAt = data ? 9 : nil
      $0.end = ConnectionEnd(by: end, how: .fin)
    }
  }

  static func facts(
    _ outcome: AdapterOutcome, _ connections: [ConnectionEvidence],
    answers: [RogueModel.Expectation.Answer] = [.init(disposition: .cancel)], serverIsJudge: Bool = false,
    fault: Fault = Fault(FaultEvidence(.flight)), flights: [ServerPlace: [[UInt8]]] = [.usual: rogueFlight],
    staples: [Int: [UInt8]] = [:],
    sctList: [UInt8]? = nil, fetches: [FetchEvidence] = [], judgesReasons: Bool = true, needs: [Capability] = [],
    forbidsFetching: Bool = false
  ) -> Facts {
    var evidence = AttemptEvidence(
      expectation: RogueModel.Expectation(answers: answers, serverIsJudge: serverIsJudge), needs: needs,
      outcome: outcome,
      observation: Observation(connections: connections, fetches: fetches), nonce: nonce, fault: fault,
      flights: flights.mapValues { PlannedFlight($0, staples: staples, sctList: sctList) },
      certificates: ["client": [7], "issuer": [8]], judgesReasons: judgesReasons, control: .passed)
    evidence.forbidsFetching = forbidsFetching
    return Facts(evidence)
  }

  static let cancels = AdapterOutcome.statement(Statement(said: .cancel, reason: .untrusted, phase: .handshake))
  static func accepts(_ nonce: String?) -> AdapterOutcome {
    .statement(Statement(said: .accept, nonce: nonce))
  }

  @Test(arguments: [
    (Verdict.error, Verdict.inconclusive, "was not accepted"), (.inconclusive, .inconclusive, "was not accepted"),
    (.harnessError, .harnessError, "could not run"),
  ])
  func `a control that fails later withdraws passes depending on whose fault that is`(
    control: Verdict, verdict: Verdict, fate: String
  ) {
    let judgement = StepJudge.unproven(by: Judgement(control, "it crashed"))
    #expect(judgement.verdict == verdict)
    let words = "the healthy control \(fate), so this proves nothing: \(control.rawValue): it crashed"
    #expect(judgement.explanation == words)
  }

  @Test func `accept counts only with the nonce that this server really sent`() {
    #expect(Self.facts(Self.accepts(Self.nonce), [Self.connection(data: true)]).said == .acceptWithProof)
    #expect(
      Self.facts(Self.accepts("f" + Self.nonce.dropFirst()), [Self.connection(data: true)]).said == .acceptWithoutProof)
    #expect(Self.facts(Self.accepts(nil), [Self.connection(data: true)]).said == .acceptWithoutProof)
    // The right nonce, but the server never sent it: guessed, or taken from elsewhere.
    #expect(Self.facts(Self.accepts(Self.nonce), [Self.connection()]).said == .acceptWithoutProof)
  }

  @Test func `the other two dispositions resolve by the nonce`() {
    for said in [Statement.Said.defaultHandling, .rejectProtectionSpace] {
      let with = AdapterOutcome.statement(Statement(said: said, nonce: Self.nonce))
      let without = AdapterOutcome.statement(Statement(said: said))
      #expect(Self.facts(with, [Self.connection(data: true)]).said == .acceptWithProof)
      #expect(Self.facts(without, [Self.connection()]).said == .cancelAsExpected)
    }
  }

  @Test func `a refusal at configuration that is right makes no refusal of the server right`() {
    let configuration = RogueModel.Expectation.Answer(disposition: .cancel, phases: [.configuration])
    let accept = RogueModel.Expectation.Answer(disposition: .accept)
    #expect(Self.facts(Self.cancels, [Self.connection()], answers: [accept, configuration]).right == .accept)
    #expect(Self.facts(Self.cancels, [Self.connection()], answers: [configuration]).right == .cancel)
    let handshake = RogueModel.Expectation.Answer(disposition: .cancel, phases: [.handshake])
    #expect(Self.facts(Self.cancels, [Self.connection()], answers: [accept, handshake]).right == .either)
  }

  @Test func `a reply that cannot be decoded is our fault, unless a rogue handshake was presented on that connection`()
  {
    var connection = Self.connection(data: true)
    connection.undecoded = "cipher suite 0xc006"
    let accept = Self.accepts(Self.nonce)
    #expect(Self.facts(accept, [connection]).harnessFault)
    connection.presented = ["wrong-server-hello"]
    #expect(!Self.facts(accept, [connection]).harnessFault)
    #expect(Self.facts(accept, [connection]).said == .acceptWithProof)
    // What is healthy can always be followed, however it is said.
    #expect(Self.facts(accept, [connection], answers: [.init(disposition: .accept)]).harnessFault)
  }

  @Test func `a refused version is shown by the client's words or its alert, not by any fault of a handshake`() {
    let answers = [RogueModel.Expectation.Answer(disposition: .cancel, reasons: [.version])]
    func said(_ reason: Reason, alert: UInt8?, from side: Side = .client) -> Facts.Said {
      var connection = Self.connection()
      if let alert { connection.alerts = [AlertEvidence(from: side, isFatal: true, code: alert, at: 6)] }
      let cancels = AdapterOutcome.statement(Statement(said: .cancel, reason: reason, phase: .handshake))
      return Self.facts(cancels, [connection], answers: answers).said
    }
    #expect(said(.version, alert: nil) == .cancelAsExpected)
    #expect(said(.protocol, alert: 70) == .cancelAsExpected)
    #expect(said(.protocol, alert: 70, from: .server) == .cancelOtherwise)
    #expect(said(.protocol, alert: 47) == .cancelOtherwise)
    #expect(said(.protocol, alert: nil) == .cancelOtherwise)
    #expect(said(.weakCrypto, alert: 70) == .cancelOtherwise)
  }

  @Test func `data is a leak on the rogue connection only`() {
    let fault = Fault(FaultEvidence(.flight, places: [.connection(2)]))
    let probe = Self.connection(index: 1, certificates: [[9]], data: true)
    let flights: [ServerPlace: [[UInt8]]] = [.usual: [[9]], .connection(2): Self.rogueFlight]
    #expect(!Self.facts(Self.cancels, [probe], fault: fault, flights: flights).applicationDataAfterFault)
    #expect(!Self.facts(Self.cancels, [probe], fault: fault, flights: flights).exercised)
    let used = Self.connection(index: 2, data: true)
    #expect(Self.facts(Self.cancels, [probe, used], fault: fault, flights: flights).applicationDataAfterFault)
  }

  @Test func `a fault of one host is presented to clients that name that host, and to no others`() {
    let fault = Fault(FaultEvidence(.flight, places: [.host("api.rogues.test")]))
    let flights: [ServerPlace: [[UInt8]]] = [.usual: [[9]], .host("api.rogues.test"): Self.rogueFlight]
    func facts(naming name: String?, shown: [[UInt8]]) -> Facts {
      var connection = Self.connection(certificates: shown, data: true)
      connection.clientHello?.serverName = name
      return Self.facts(Self.accepts(Self.nonce), [connection], fault: fault, flights: flights)
    }
    for name in ["api.rogues.test", "API.rogues.test."] {
      let told = facts(naming: name, shown: Self.rogueFlight)
      #expect(told.exercised && told.applicationDataAfterFault && !told.harnessFault)
      #expect(facts(naming: name, shown: [[9]]).harnessFault)
    }
    for name in [nil, "shop.rogues.test"] {
      let other = facts(naming: name, shown: [[9]])
      #expect(!other.exercised && !other.applicationDataAfterFault && !other.harnessFault)
      #expect(facts(naming: name, shown: Self.rogueFlight).harnessFault)
    }
  }

  @Test func `a staple of one connection is looked for on that one`() {
    let fault = Fault(FaultEvidence(.staple(), places: [.connection(2)]))
    func facts(_ staples: [[UInt8]]) -> Facts {
      let connections = staples.enumerated().map { index, staple in
        var connection = Self.connection(index: index + 1)
        connection.staples = [0: staple]
        return connection
      }
      return Facts(
        AttemptEvidence(
          expectation: RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [], outcome: Self.cancels,
          observation: Observation(connections: connections), nonce: Self.nonce, fault: fault,
          flights: [
            .usual: PlannedFlight(Self.rogueFlight, staples: [0: [5]]),
            .connection(2): PlannedFlight(Self.rogueFlight, staples: [0: [6]]),
          ], certificates: [:], judgesReasons: true, control: .passed))
    }
    #expect(!facts([[5]]).exercised)
    #expect(facts([[5], [6]]).exercised)
    #expect(!facts([[6], [5]]).exercised)
  }

  @Test func `an honest server that judges the client counts a request only after its reply`() {
    var early = Self.connection(end: .server)
    early.applicationBytes = 85
    var answered = early
    answered.nonceSentAt = 9
    func data(_ connection: ConnectionEvidence, serverIsJudge: Bool) -> Bool {
      Self.facts(Self.cancels, [connection], serverIsJudge: serverIsJudge).applicationDataAfterFault
    }
    #expect(!data(early, serverIsJudge: true))
    #expect(data(answered, serverIsJudge: true))
    #expect(data(early, serverIsJudge: false))
  }

  @Test func `a client that floods its server breaks the contract, whatever it reports`() {
    for outcome in [Self.accepts(Self.nonce), Self.cancels] {
      let evidence = AttemptEvidence(
        expectation: .accept, needs: [], outcome: outcome,
        observation: Observation(
          connections: [Self.connection(data: true)], floods: ["more than 512 connections in one attempt"]),
        nonce: Self.nonce, fault: Fault(FaultEvidence(.healthy)), flights: [.usual: PlannedFlight(Self.rogueFlight)],
        certificates: [:],
        judgesReasons: true, control: .notNeeded)
      let judgement = StepJudge.judge(evidence).judgement
      #expect(judgement.verdict == .error)
      #expect(judgement.explanation.contains("flooded: more than 512 connections"))
    }
    let leaked = Observation(connections: [Self.connection(data: true)], floods: ["more than 512 connections"])
    let rogue = AttemptEvidence(
      expectation: RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [], outcome: Self.cancels,
      observation: leaked, nonce: Self.nonce, fault: Fault(FaultEvidence(.flight)),
      flights: [.usual: PlannedFlight(Self.rogueFlight)],
      certificates: [:], judgesReasons: true, control: .passed)
    // A flood hides no leak.
    #expect(StepJudge.judge(rogue).judgement.verdict == .leak)
  }

  @Test(arguments: [Self.cancels, Self.accepts(Self.nonce)])
  func `a connection of an unknown process proves nothing unless the adapter declares that it counts`(
    outcome: AdapterOutcome
  ) {
    func verdict(
      _ owner: ConnectionOwner, _ rule: ConnectionRule.Kind, data: Bool = false, proxied: Bool = false,
      floods: [String] = []
    ) -> Verdict {
      var connection = Self.connection(data: data)
      connection.owner = owner
      let visit = ConnectionEvidence(index: 1, owner: .unknown, openedAt: 0)
      var evidence = AttemptEvidence(
        expectation: RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [], outcome: outcome,
        observation: Observation(
          connections: [connection], proxied: proxied ? [visit] : [], floods: floods), nonce: Self.nonce,
        fault: Fault(FaultEvidence(.flight)), flights: [.usual: PlannedFlight(Self.rogueFlight)], certificates: [:],
        judgesReasons: false, control: .passed)
      evidence.connections = ConnectionRule(rule)
      return StepJudge.judge(evidence).judgement.verdict
    }
    let refuses = outcome == Self.cancels
    for owner in [ConnectionOwner.adapter, .harness] {
      #expect(verdict(owner, .started) == (refuses ? .pass : .error))
      #expect(verdict(owner, .started, data: true) == (refuses ? .leak : .falseAccept))
    }
    #expect(verdict(.unknown, .started) == (refuses ? .inconclusive : .error))
    #expect(verdict(.unknown, .started, data: true) == .inconclusive)
    // The proxy's own connection is known; on whose behalf it was made is not.
    #expect(verdict(.harness, .started, data: true, proxied: true) == .inconclusive)
    #expect(verdict(.unknown, .started, data: true, floods: ["more than 512 connections"]) == .inconclusive)
    #expect(verdict(.unknown, .startedIfKnown) == (refuses ? .pass : .error))
    #expect(verdict(.unknown, .startedIfKnown, data: true) == (refuses ? .leak : .falseAccept))
  }

  @Test func `a control that a shortage ended does not count against the client`() {
    var evidence = AttemptEvidence(
      expectation: RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [], outcome: Self.cancels,
      observation: Observation(connections: [Self.connection()]), nonce: Self.nonce,
      fault: Fault(FaultEvidence(.flight)),
      flights: [.usual: PlannedFlight(Self.rogueFlight)], certificates: [:], judgesReasons: false, control: .spoilt)
    evidence.controlJudgement = Judgement(.harnessError, "no room for the adapter's process")
    let judgement = StepJudge.judge(evidence).judgement
    #expect(judgement.verdict == .harnessError)
    #expect(judgement.explanation.contains("no room for the adapter's process"))
  }

  @Test func `a flight other than the planned one is our fault`() {
    #expect(Self.facts(Self.cancels, [Self.connection(certificates: [[1]])]).harnessFault)
    #expect(!Self.facts(Self.cancels, [Self.connection()]).harnessFault)
    #expect(!Self.facts(Self.cancels, [Self.connection(certificates: nil)]).harnessFault)
  }

  @Test func `in a second handshake, too, a flight other than the planned one is our fault`() {
    func isOurFault(_ sent: [[UInt8]]?, planned: [[UInt8]]?) -> Bool {
      var connection = Self.connection()
      connection.renegotiation = RenegotiationEvidence(certificates: sent, certificatesSentAt: 8)
      var evidence = AttemptEvidence(
        expectation: RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [], outcome: Self.cancels,
        observation: Observation(connections: [connection]), nonce: Self.nonce,
        fault: Fault(FaultEvidence(.flight, isRenegotiated: true)),
        flights: [.usual: PlannedFlight(Self.rogueFlight)], certificates: [:], judgesReasons: true, control: .passed)
      evidence.renegotiation = planned
      return Facts(evidence).harnessFault
    }
    #expect(isOurFault([[3]], planned: [[4]]))
    #expect(isOurFault([[3]], planned: [[3], [4]]))
    #expect(!isOurFault([[3]], planned: [[3]]))
    #expect(!isOurFault(nil, planned: [[3]]))
  }

  @Test(arguments: [
    Fault.Kind.flight, .revokedByCRL, .responder([FaultEvidence.Question(.ocsp, "leaf")]),
  ])
  func `a chain of a second handshake is not presented by the first one`(kind: Fault.Kind) {
    let fault = Fault(FaultEvidence(kind, isRenegotiated: true))
    var connection = Self.connection()
    connection.applicationBytes = 9
    #expect(!fault.isPresented(on: connection) && !fault.isFollowedByData(on: connection))
    connection.renegotiation = RenegotiationEvidence(certificatesSentAt: 8)
    #expect(fault.isPresented(on: connection) && !fault.isFollowedByData(on: connection))
    connection.renegotiation?.applicationBytes = 1
    #expect(fault.isFollowedByData(on: connection))
  }

  @Test func `what came before a second handshake does not follow a fault that this one alone shows`() {
    let fault = Fault(FaultEvidence(.behaviours(["a", "b"])))
    var connection = Self.connection()
    connection.applicationBytes = 9
    connection.presented = ["a", "b"]
    connection.renegotiation = RenegotiationEvidence(certificatesSentAt: 8, presented: ["a", "b"])
    #expect(fault.isPresented(on: connection) && !fault.isFollowedByData(on: connection))
    // The first handshake showed one of them, so the request that came next counts.
    connection.renegotiation?.presented = ["a"]
    #expect(fault.isFollowedByData(on: connection))
    connection.renegotiation = RenegotiationEvidence(certificatesSentAt: 8, applicationBytes: 1, presented: ["a", "b"])
    #expect(fault.isFollowedByData(on: connection))
    connection.renegotiation?.applicationBytes = 0
    connection.nonceSentAt = 9
    #expect(fault.isFollowedByData(on: connection))
  }

  @Test func `the side that ended the last connection with the fault decides`() {
    func ended(_ ends: [ConnectionEnd.By], fault: Fault = Fault(FaultEvidence(.flight))) -> Facts.Ender {
      let connections = ends.enumerated().map { index, end in Self.connection(index: index + 1, end: end) }
      return Self.facts(Self.cancels, connections, fault: fault).endedFirst
    }
    #expect(ended([.client, .server]) == .server)
    #expect(ended([.server, .client]) == .client)
    #expect(ended([.server, .server, .harness]) == .nobody)
    // A connection on which the fault was not presented does not count.
    #expect(ended([.client, .server], fault: Fault(FaultEvidence(.flight, places: [.connection(1)]))) == .client)
    #expect(ended([.client, .server], fault: Fault(FaultEvidence(.flight, places: [.connection(2)]))) == .server)
  }

  @Test func `SCTs other than the planned ones are the harness's fault if a client requested them`() {
    var connection = Self.connection()
    connection.sctList = [5]
    #expect(!Self.facts(Self.cancels, [connection], sctList: [6]).harnessFault)
    connection.clientHello?.requestsSCTs = true
    #expect(Self.facts(Self.cancels, [connection], sctList: [6]).harnessFault)
    #expect(Self.facts(Self.cancels, [connection], sctList: nil).harnessFault)
    #expect(!Self.facts(Self.cancels, [connection], sctList: [5]).harnessFault)
    // Nothing was presented: a session was resumed, or the handshake did not get so far.
    connection.serverCertificates = nil
    #expect(!Self.facts(Self.cancels, [connection], sctList: [6]).harnessFault)
  }

  @Test func `a fault of the staple is presented only to clients that requested and got the planned bytes`() {
    var connection = Self.connection()
    connection.staples = [0: [5]]
    let fault = Fault(FaultEvidence(.staple()))
    #expect(Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [5]]).exercised)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [6]]).exercised)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault).exercised)
    connection.clientHello?.requestsStaple = false
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [5]]).exercised)
    // A client that asked for nothing and sends its request all the same has accepted the fault.
    let believed = Self.facts(Self.accepts(Self.nonce), [Self.connection(data: true)], fault: fault, staples: [0: [5]])
    #expect(believed.applicationDataAfterFault)
  }

  @Test func `a behaviour is presented only to clients whose bytes show it`() {
    let fault = Fault(FaultEvidence(.behaviours(["corrupt-finished"])))
    var connection = Self.connection(data: true)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault).exercised)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault).applicationDataAfterFault)
    connection.presented = ["stall"]
    #expect(!Self.facts(Self.cancels, [connection], fault: fault).exercised)
    connection.presented = ["corrupt-finished"]
    #expect(Self.facts(Self.cancels, [connection], fault: fault).exercised)
    #expect(Self.facts(Self.cancels, [connection], fault: fault).applicationDataAfterFault)
  }

  @Test func `refusing a feature that was never offered proves nothing, and accepting it fails`() {
    let fault = Fault(FaultEvidence(.behaviours(["compressed-certificate"])))
    var refused = Self.connection()
    refused.presented = ["compressed-certificate"]
    refused.missingOffers = ["compress_certificate with zlib"]
    #expect(Self.facts(Self.cancels, [refused], fault: fault).presentation == .notOffered)
    #expect(Judge.rule(Self.facts(Self.cancels, [refused], fault: fault)) == .neverOffered)
    var believed = Self.connection(data: true)
    believed.presented = refused.presented
    believed.missingOffers = refused.missingOffers
    #expect(Judge.rule(Self.facts(Self.accepts(Self.nonce), [believed], fault: fault)) == .acceptedTheFault)
    // One hello that offers it is enough to be asked.
    var offering = refused
    offering.index = 2
    offering.missingOffers = []
    #expect(Self.facts(Self.cancels, [refused, offering], fault: fault).presentation == .presented)
    // A client that said nothing has offered nothing, and declined nothing.
    var silent = Self.connection(certificates: nil)
    silent.clientHello = nil
    #expect(Self.facts(Self.cancels, [silent], fault: fault).presentation == .notPresented)
  }

  @Test func `a healthy server objects by the alerts about a client's behaviour, and by no other`() {
    func ender(_ code: UInt8, by side: ConnectionEnd.By = .server, fatal: Bool = true) -> Facts.Ender {
      var connection = Self.connection(end: side)
      connection.end.how = .alert
      connection.alerts = [AlertEvidence(from: .server, isFatal: fatal, code: code, at: 6)]
      return Self.facts(Self.cancels, [connection], fault: Fault(FaultEvidence(.healthy))).endedFirst
    }
    for code: UInt8 in [10, 20, 22, 47, 50, 51, 109, 110] { #expect(ender(code) == .serverObjecting, "\(code)") }
    // No choice in common, certificates, our own trouble.
    for code: UInt8 in [0, 40, 42, 45, 46, 48, 70, 71, 80, 86, 116, 120] { #expect(ender(code) == .server, "\(code)") }
    #expect(ender(10, by: .client) == .client)
    #expect(ender(10, fatal: false) == .server)
  }

  @Test func `a refusal without a reason, or with none of the list's, fits every reason`() {
    let answers = [RogueModel.Expectation.Answer(disposition: .cancel, reasons: [.expired], phases: [.handshake])]
    for reason in [nil, Reason.other] {
      let cancels = AdapterOutcome.statement(Statement(said: .cancel, reason: reason, phase: .handshake))
      #expect(Self.facts(cancels, [Self.connection()], answers: answers).said == .cancelAsExpected)
      let late = AdapterOutcome.statement(Statement(said: .cancel, reason: reason, phase: .afterHandshake))
      #expect(Self.facts(late, [Self.connection()], answers: answers).said == .cancelOtherwise)
    }
  }

  @Test func `a missing staple is presented to clients that requested one`() {
    #expect(Self.facts(Self.cancels, [Self.connection()], fault: Fault(FaultEvidence(.staple()))).exercised)
  }

  @Test func `SCTs are presented only to clients that requested and got the planned bytes`() {
    var connection = Self.connection()
    connection.sctList = [5]
    let fault = Fault(FaultEvidence(.scts))
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, sctList: [5]).exercised)
    connection.clientHello?.requestsSCTs = true
    #expect(Self.facts(Self.cancels, [connection], fault: fault, sctList: [5]).exercised)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, sctList: [6]).exercised)
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, sctList: nil).exercised)
    // That there are none can be presented as well.
    connection.sctList = nil
    #expect(Self.facts(Self.cancels, [connection], fault: fault, sctList: nil).exercised)
    let believed = Self.facts(Self.accepts(Self.nonce), [Self.connection(data: true)], fault: fault, sctList: [5])
    #expect(believed.applicationDataAfterFault)
  }

  @Test func `reasons and phases are judged for adapters that claim precise ones`() {
    let answer = RogueModel.Expectation.Answer(disposition: .cancel, reasons: [.expired])
    #expect(Self.facts(Self.cancels, [Self.connection()], answers: [answer]).said == .cancelOtherwise)
    #expect(
      Self.facts(Self.cancels, [Self.connection()], answers: [answer], judgesReasons: false).said == .cancelAsExpected)
    let late = RogueModel.Expectation.Answer(disposition: .cancel, phases: [.afterHandshake])
    #expect(Self.facts(Self.cancels, [Self.connection()], answers: [late]).said == .cancelOtherwise)
  }

  @Test func `a refusal at configuration is right only where the scenario names it`() {
    let refused = AdapterOutcome.statement(Statement(said: .cancel, reason: .clientIdentity, phase: .configuration))
    let named = RogueModel.Expectation.Answer(disposition: .cancel, phases: [.configuration])
    #expect(Self.facts(refused, [], answers: [named]).said == .refusedConfigurationAsExpected)
    #expect(Self.facts(refused, []).said == .refusedConfigurationOtherwise)
  }

  @Test func `declining a capability that the attempt does not need is outside the contract`() {
    let declined = AdapterOutcome.unsupported(capability: "pin.spki.leaf", why: nil)
    #expect(Self.facts(declined, [], needs: [.pin(.spki, .leaf)]).said == .unsupported)
    #expect(Self.facts(declined, [], needs: []).said == .unsupportedWithoutNeed)
  }

  @Test func `the client's list is compared entry by entry`() {
    let answer = RogueModel.Expectation.Answer(disposition: .accept, clientChain: ["client"])
    func list(_ sent: [[UInt8]]?) -> Facts.ClientChain {
      var connection = Self.connection(data: true)
      connection.clientCertificates = sent
      return Self.facts(
        Self.accepts(Self.nonce), [connection], answers: [answer], fault: Fault(FaultEvidence(.clientChain))
      )
      .clientChain
    }
    #expect(list([[7]]) == .asExpected)
    #expect(list([[7], [7]]) == .wrong)
    #expect(list([[7], [8]]) == .wrong)
    #expect(list([]) == .wrong)
    #expect(list(nil) == .notJudged)
  }

  @Test func `an identity that must be withheld is exposed by a single entry, not by an empty list`() {
    let answer = RogueModel.Expectation.Answer(disposition: .cancel, identityWithheld: true)
    var connection = Self.connection()
    connection.clientCertificates = []
    #expect(Self.facts(Self.cancels, [connection], answers: [answer]).identity == .withheld)
    connection.clientCertificates = [[7]]
    #expect(Self.facts(Self.cancels, [connection], answers: [answer]).identity == .exposed)
  }

  @Test func `the server's fatal end before a reply is seen, its close after the reply is not`() {
    #expect(Self.facts(Self.cancels, [Self.connection(end: .server)]).endedFirst == .server)
    #expect(Self.facts(Self.accepts(Self.nonce), [Self.connection(data: true, end: .server)]).endedFirst == .nobody)
    #expect(Self.facts(Self.cancels, []).endedFirst == .nobody)
  }
}
