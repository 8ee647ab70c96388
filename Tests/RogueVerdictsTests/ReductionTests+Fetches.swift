import RogueModel
import RogueStimuli
import RogueVerdicts
import Testing

/// Questions to responders, and what a fault can be seen by.
extension ReductionTests {
  @Test func `a fault of a responder is presented only if the responder was queried`() {
    let fault = Fault(FaultEvidence(.responder([Fault.Question(.ocsp, "leaf"), Fault.Question(.crl, "ca")])))
    #expect(!Self.facts(Self.cancels, [Self.connection()], fault: fault).exercised)
    let fetch = FetchEvidence(kind: .ocsp, name: "leaf", at: 1, answer: "reset")
    #expect(Self.facts(Self.cancels, [Self.connection()], fault: fault, fetches: [fetch]).exercised)
    let elsewhere = FetchEvidence(kind: .ocsp, name: "issuing", at: 1, answer: "200 OK")
    #expect(!Self.facts(Self.cancels, [Self.connection()], fault: fault, fetches: [elsewhere]).exercised)
  }

  @Test(arguments: FetchEvidence.Kind.allCases)
  func `any query fails a policy that forbids fetching`(kind: FetchEvidence.Kind) {
    let question = FetchEvidence(kind: kind, name: "leaf", at: 1, answer: "200 OK")
    func fetched(_ fetches: [FetchEvidence], _ forbids: Bool) -> Bool {
      Self.facts(Self.cancels, [Self.connection()], fetches: fetches, forbidsFetching: forbids)
        .fetchedAlthoughForbidden
    }
    #expect(fetched([question], true))
    #expect(!fetched([question], false))
    #expect(!fetched([], true))
  }

  @Test func `a forbidden query decides whatever was reported, and is named`() {
    let question = FetchEvidence(kind: .ocsp, name: "leaf", at: 1, answer: "200 OK")
    for outcome in [Self.accepts(Self.nonce), Self.cancels] {
      let accepted = outcome != Self.cancels
      var evidence = AttemptEvidence(
        expectation: accepted ? .accept : RogueModel.Expectation(answers: [.init(disposition: .cancel)]), needs: [],
        outcome: outcome,
        observation: Observation(connections: [Self.connection(data: accepted)], fetches: [question, question]),
        nonce: Self.nonce, fault: Fault(FaultEvidence(accepted ? .healthy : .flight)),
        flights: [.usual: PlannedFlight(Self.rogueFlight)], certificates: [:], judgesReasons: true, control: .passed)
      evidence.forbidsFetching = true
      let judgement = StepJudge.judge(evidence).judgement
      #expect(judgement.verdict == .leak)
      #expect(judgement.explanation.contains("fetched the status of leaf although"))
    }
  }

  @Test func `a staple for a later entry is presented by that entry's response`() {
    let fault = Fault(FaultEvidence(.staple(of: [1])))
    var connection = Self.connection()
    connection.staples = [0: [5]]
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [5], 1: [6]]).exercised)
    connection.staples[1] = [6]
    #expect(Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [5], 1: [6]]).exercised)
    connection.clientHello?.requestsStaple = false
    #expect(!Self.facts(Self.cancels, [connection], fault: fault, staples: [0: [5], 1: [6]]).exercised)
    #expect(!Self.facts(Self.cancels, [Self.connection()], fault: Fault(FaultEvidence(.staple(of: [])))).exercised)
  }

  @Test func `a resumed session can present a revocation, but not a swapped leaf`() {
    var resumed = Self.connection(certificates: nil, data: true)
    resumed.resumed = true
    #expect(!Self.facts(Self.accepts(Self.nonce), [resumed], fault: Fault(FaultEvidence(.flight))).exercised)
    #expect(
      !Self.facts(Self.accepts(Self.nonce), [resumed], fault: Fault(FaultEvidence(.flight))).applicationDataAfterFault)
    let revoked = Self.facts(
      Self.accepts(Self.nonce), [resumed], fault: Fault(FaultEvidence(.revokedByCRL, countsResumption: true)))
    #expect(revoked.exercised)
    #expect(revoked.applicationDataAfterFault)
  }

  @Test func `mutation paths determine the kind of fault that is presented`() {
    var server = ServerRecipe(present: ["leaf", "ca"])
    server[Staple.self] = .honest
    let world = World(
      id: "w", title: "", domain: "d",
      certificates: [CertificateRecipe(name: "ca", isCA: true), CertificateRecipe(name: "leaf", issuer: "ca")],
      keys: [], stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:], policies: [],
      location: Self.here)
    func kind(_ path: [String], _ methods: [PolicyRecipe.Revocation.Method] = []) -> Fault.Kind {
      let policy = PolicyRecipe(
        name: "p", revocation: PolicyRecipe.Revocation(mode: .require, methods: methods), location: Self.here)
      return Fault(mutation: Mutation(path: path, value: "", location: Self.here), world: world, policy: policy).kind
    }
    #expect(kind(["server", "present"]) == .flight)
    #expect(kind(["certificates", "leaf", "not-after"]) == .flight)
    #expect(kind(["server", "staple"]) == .staple(of: [0]))
    #expect(kind(["server", "staples", "ca"]) == .staple(of: [1]))
    #expect(kind(["server", "staples"]) == .staple(of: [1]))
    #expect(kind(["server", "staple", "scts"]) == .staple(of: [0]))
    #expect(kind(["server", "scts"]) == .scts)
    #expect(kind(["certificates", "leaf", "scts"]) == .flight)
    let questions: Set = [Fault.Question(.ocsp, "leaf"), Fault.Question(.crl, "ca")]
    #expect(kind(["responders", "ca", "ocsp"]) == .responder(questions))
    #expect(kind(["server", "client-chain"]) == .clientChain)
    #expect(kind(["certificates", "leaf", "revoked"], [.crl]) == .revokedByCRL)
    #expect(kind(["certificates", "leaf", "revoked"], [.crl, .ocspStaple]) == .revokedByCRL)
    #expect(kind(["certificates", "leaf", "revoked"], [.ocspStaple]) == .staple(of: [0]))
    // Nothing is stapled for it, so it cannot be presented.
    #expect(kind(["certificates", "ca", "revoked"], [.ocspStaple]) == .staple(of: []))
    // Except for clients that may query its issuer's responder as well.
    #expect(
      kind(["certificates", "ca", "revoked"], [.ocspStaple, .ocspFetch])
        == .responder([Fault.Question(.ocsp, "ca"), Fault.Question(.crl, "ca")]))
    #expect(kind(["certificates", "leaf", "revoked"], [.ocspFetch]) == .responder(questions))
    #expect(Fault(mutation: nil, world: world, policy: PolicyRecipe(name: "p", location: Self.here)).kind == .healthy)
  }
}
