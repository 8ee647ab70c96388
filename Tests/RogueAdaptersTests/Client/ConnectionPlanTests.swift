import RogueModel
import Testing

@testable import RogueAdapters
@testable import RogueLab

/// What a client does, step by step, in every kind of attempt; and what it does otherwise that leaves a check out.
@Suite struct ConnectionPlanTests {
  // MARK: An attempt, and the world that answers it

  struct Situation: Sendable, CustomTestStringConvertible {
    var name: String
    var needs: [Capability] = []
    var reuse = Reuse.none
    var proxyHost: String?
    var startTLS: StartTLSRecipe.Language?
    var identity: AttemptPolicy.Identity?
    var choosesIdentity = false
    /// Of the attempt before: where it has left a connection, a session, or only its name.
    var kept: Kept?
    var session: Session?
    var hosts: Set<String> = []
    /// What is said about what is judged again.
    var refused = false
    var isResumed = true
    var takesEarlyData = true
    /// One after the other; the last one again and again.
    var replies = ["200"]
    /// What dialogues lead to; nil: TLS.
    var dialogues: [String?] = [nil, "nonce"]
    /// How handshakes end that do not succeed; nil: they do.
    var handshakes: [ClientEnding?] = [nil]
    var isChallengedAgain = false
    var steps: String

    struct Kept { var host = "a.test", identity: AttemptPolicy.Identity? }
    struct Session { var host = "a.test", identity: AttemptPolicy.Identity?, age = 0, allowsEarlyData = false }

    var testDescription: String { name }

    var attempt: Attempt { attempt(host: "a.test", identity: identity) }

    func attempt(host: String, identity: AttemptPolicy.Identity?) -> Attempt {
      Attempt(
        id: "a", conversation: "c", step: 1, needs: needs, reuse: reuse, learn: false, deadlineMilliseconds: 1000,
        connect: Attempt.Endpoint(
          host: host, address: "127.0.0.1", port: 443, path: "/", proxy: "127.0.0.1:3128", proxyHost: proxyHost,
          startTLS: startTLS),
        policy: AttemptPolicy(
          systemAnchors: nil, userAnchors: nil, anchors: [[1]], hostname: "a.test",
          pinSets: [AttemptPolicy.PinSet(host: "b.test", includeSubdomains: false, expires: nil, any: [])],
          revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: identity, time: nil,
          proxyAnchors: [[2]]))
    }

    /// Everything that a client with these rules does.
    func walk(_ rules: Rulebook = Rulebook()) -> [ConnectionPlan.Step] {
      let past = ConnectionPlan.PriorSession(
        connection: kept.map { ConnectionTerms(attempt(host: $0.host, identity: $0.identity)) },
        session: session.map { session in
          SessionTerms(
            host: session.host, identity: session.identity, age: 1000 * session.age, statedLifetime: 60,
            allowsEarlyData: session.allowsEarlyData)
        }, visits: Set(hosts.map { ClientSituation.Visit(attempt(host: $0, identity: nil)) }))
      var plan = ConnectionPlan(attempt, rules, after: past)
      var world = self
      var steps = [plan.next(after: .done)]
      while let step = steps.last, let event = world.event(after: step, rules), steps.count < 100 {
        steps.append(plan.next(after: event))
      }
      return steps
    }

    private mutating func event(after step: ConnectionPlan.Step, _ rules: Rulebook) -> ConnectionPlan.Event? {
      func next<Value>(_ list: inout [Value]) -> Value { list.count > 1 ? list.removeFirst() : list[0] }
      switch step {
      case .accept, .end: return nil
      case .chooseVerifier: return .verifierChosen(choosesIdentity: choosesIdentity)
      case .judge(let use):
        let host = use == .connection ? kept?.host : session?.host
        let flight = ServerFlight(host: host ?? "", certificates: [], staples: [:], sctList: nil)
        let decision = refused ? ChainDecision.cancel(.pinMismatch, detail: nil) : .accept
        let question = Reverification(use: use, attempt: attempt, flight: flight, session: nil) { _ in decision }
        return .judged(use, rules(.verifiesAgain, question))
      case .converse: return next(&dialogues).map { .nonce($0) } ?? .done
      case .shakeHands(let offer):
        if let ending = next(&handshakes) { return .failed(ending) }
        return .handshakeDone(
          isResumed: offer.resumes && isResumed, earlyDataWasTaken: offer.isEarly && takesEarlyData)
      case .request, .read: return .replied(Self.reply(next(&replies)))
      case .requestInTheClear: return .repliedInTheClear(Self.reply("200"))
      case .retry(let ending):
        defer { isChallengedAgain = false }
        return isChallengedAgain ? .again : .over(ending)
      default: return .done
      }
    }

    /// `200`, `421`, or `302 URL`; with `open` at the end of a connection that stays open.
    static func reply(_ words: String) -> Reply {
      let words = words.split(separator: " ").map(String.init)
      let body = String(repeating: "0", count: 32) + "\n"
      return Reply(
        status: words[0], location: words[0] == "302" ? words[1] : nil, body: words[0] == "200" ? Array(body.utf8) : [],
        keepsAlive: words.last == "open")
    }
  }

  static func words(_ steps: [ConnectionPlan.Step]) -> String { steps.map(word).joined(separator: ", ") }

  private static func word(_ step: ConnectionPlan.Step) -> String {
    switch step {
    case .chooseVerifier(let attempt): "verifier \(attempt.connect.host)"
    case .prepare(let identity): identity == nil ? "prepare" : "prepare identity"
    case .reuse: "reuse"
    case .judge(let again): "judge \(again)"
    case .dial(let port): "dial \(port)"
    case .enterProxy(let host, let policy): policy == nil ? "enter \(host) unseen" : "enter \(host)"
    case .makeTunnel(let target): "tunnel \(target)"
    case .converse: "converse"
    case .shakeHands(let offer):
      "shake hands" + (offer.resumes ? " kept" : "") + (offer.isEarly ? " early" : "")
        + (offer.isJudged ? "" : " unseen")
    case .request: "request"
    case .read: "read"
    case .hangUp: "hang up"
    case .keep: "keep"
    case .finish: "finish"
    case .requestInTheClear(let host): "request \(host) in the clear"
    case .remember: "remember"
    case .retry: "ask again"
    case .accept(let nonce): nonce.isEmpty ? "accept nothing" : "accept"
    case .end(.outcome(.statement)): "cancel"
    case .end(.outcome(.failed(let cause, _))): "fail \(cause)"
    case .end: "break"
    }
  }

  // MARK: The tables

  static let mine = AttemptPolicy.Identity(form: .pem, leaf: [3], chain: [], privateKey: [4], password: "")
  private static let damaged = AttemptPolicy.Identity(
    form: .pkcs12, leaf: [3], chain: [], privateKey: [4], password: "", damage: .file)
  private static let refusal = ClientEnding.cancelled(.untrusted, .handshake, nil)

  static let situations: [Situation] = [
    Situation(
      name: "plain", steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "identity", identity: mine,
      steps: "verifier a.test, prepare identity, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "identity chosen later", identity: damaged, choosesIdentity: true,
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(name: "damaged identity", identity: damaged, steps: "verifier a.test, cancel"),
    Situation(
      name: "refused", handshakes: [refusal], steps: "verifier a.test, prepare, dial 443, shake hands, cancel"),
    Situation(
      name: "no network", handshakes: [.failed(.network, "")],
      steps: "verifier a.test, prepare, dial 443, shake hands, fail network"),
    Situation(
      name: "no nonce", replies: ["500"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, ask again, fail server"),
    Situation(
      name: "refused by the server", handshakes: [.failed(.server, ""), nil], isChallengedAgain: true,
      steps: "verifier a.test, prepare, dial 443, shake hands, ask again, "
        + "prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "refused by the server for good", handshakes: [.failed(.server, "")], isChallengedAgain: true,
      steps: "verifier a.test, prepare, dial 443, shake hands, ask again, "
        + "prepare, dial 443, shake hands, ask again, fail server"),
    Situation(
      name: "known host", hosts: ["a.test"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),

    // Before TLS.
    Situation(
      name: "proxy", needs: [.proxy],
      steps: "verifier a.test, prepare, dial 3128, tunnel a.test:443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "proxy over TLS", needs: [.proxy], proxyHost: "p.test",
      steps: "verifier a.test, prepare, dial 3128, enter p.test, tunnel a.test:443, shake hands, request, finish, "
        + "remember, accept"),
    Situation(
      name: "STARTTLS", startTLS: .smtp,
      steps: "verifier a.test, prepare, dial 443, converse, shake hands, converse, finish, remember, accept"),
    Situation(
      name: "STARTTLS that stays in the clear", startTLS: .imap, dialogues: ["nonce"],
      steps: "verifier a.test, prepare, dial 443, converse, accept"),

    // A connection that is open.
    Situation(
      name: "left open", needs: [.keepAlive], replies: ["200 open"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, keep, remember, accept"),
    Situation(
      name: "open, and nobody needs that", replies: ["200 open"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "open connection", needs: [.keepAlive], reuse: .connection, kept: .init(),
      steps: "verifier a.test, prepare, reuse, judge connection, request, finish, accept"),
    Situation(
      name: "open connection, left open again", needs: [.keepAlive], reuse: .connection, kept: .init(),
      replies: ["200 open"], steps: "verifier a.test, prepare, reuse, judge connection, request, keep, accept"),
    Situation(
      name: "open connection under other rules", needs: [.keepAlive], reuse: .connection, kept: .init(), refused: true,
      steps: "verifier a.test, prepare, reuse, judge connection, hang up, cancel"),
    Situation(
      name: "open connection that is right for another host", needs: [.keepAlive], reuse: .connection,
      kept: .init(host: "b.test"),
      steps: "verifier a.test, prepare, reuse, judge connection, request, finish, accept"),
    Situation(
      name: "open connection that is wrong for another host", needs: [.keepAlive], reuse: .connection,
      kept: .init(host: "b.test"), refused: true,
      steps: "verifier a.test, prepare, reuse, judge connection, hang up, dial 443, shake hands, request, finish, "
        + "remember, accept"),
    Situation(
      name: "misdirected", needs: [.keepAlive], reuse: .connection, kept: .init(host: "b.test"),
      replies: ["421", "200"],
      steps: "verifier a.test, prepare, reuse, judge connection, request, hang up, dial 443, shake hands, request, "
        + "finish, remember, accept"),
    Situation(
      name: "misdirected everywhere", needs: [.keepAlive], reuse: .connection, kept: .init(host: "b.test"),
      replies: ["421"],
      steps: "verifier a.test, prepare, reuse, judge connection, request, hang up, dial 443, shake hands, request, "
        + "finish, ask again, fail server"),
    Situation(
      name: "misdirected on its own connection", replies: ["421"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, ask again, fail server"),
    Situation(
      name: "open connection that is not to be used", needs: [.keepAlive], kept: .init(),
      steps: "verifier a.test, prepare, reuse, hang up, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "open connection of another client", needs: [.keepAlive], reuse: .connection, kept: .init(identity: mine),
      steps: "verifier a.test, prepare, reuse, hang up, dial 443, shake hands, request, finish, remember, accept"),

    // A session.
    Situation(
      name: "resumed", reuse: .session, session: .init(),
      steps: "verifier a.test, prepare, dial 443, shake hands kept, judge session, request, finish, remember, accept"),
    Situation(
      name: "not resumed", reuse: .session, session: .init(), isResumed: false,
      steps: "verifier a.test, prepare, dial 443, shake hands kept, request, finish, remember, accept"),
    Situation(
      name: "resumed under other rules", reuse: .session, session: .init(), refused: true,
      steps: "verifier a.test, prepare, dial 443, shake hands kept, judge session, hang up, cancel"),
    Situation(
      name: "resumed for another host", reuse: .session, session: .init(host: "b.test"), refused: true,
      steps: "verifier a.test, prepare, dial 443, shake hands kept, judge session, hang up, cancel"),
    Situation(
      name: "session of another client", reuse: .session, session: .init(identity: mine),
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "session that is over", reuse: .session, session: .init(age: 61),
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "session that is not to be used", session: .init(),
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "early data", needs: [.earlyData], reuse: .session, session: .init(allowsEarlyData: true),
      steps:
        "verifier a.test, prepare, dial 443, judge earlyData, shake hands kept early, judge session, read, finish, "
        + "remember, accept"),
    Situation(
      name: "early data that is not taken", needs: [.earlyData], reuse: .session, session: .init(allowsEarlyData: true),
      takesEarlyData: false,
      steps: "verifier a.test, prepare, dial 443, judge earlyData, shake hands kept early, judge session, request, "
        + "finish, remember, accept"),
    Situation(
      name: "early data under other rules", needs: [.earlyData], reuse: .session,
      session: .init(allowsEarlyData: true), refused: true,
      steps: "verifier a.test, prepare, dial 443, judge earlyData, shake hands, request, finish, remember, accept"),
    Situation(
      name: "session without early data", needs: [.earlyData], reuse: .session, session: .init(),
      steps: "verifier a.test, prepare, dial 443, shake hands kept, judge session, request, finish, remember, accept"),

    // Other hosts.
    Situation(
      name: "redirect", needs: [.redirects], replies: ["302 https://b.test:443/", "200"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, "
        + "verifier b.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "redirects", needs: [.redirects], replies: ["302 https://b.test:443/", "302 https://c.test/", "200"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, "
        + "verifier b.test, prepare, dial 443, shake hands, request, finish, "
        + "verifier c.test, prepare, dial 443, shake hands, request, finish, remember, accept"),
    Situation(
      name: "redirect to itself", needs: [.redirects], replies: ["302 https://a.test:443/"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, fail server"),
    Situation(
      name: "redirect that nobody follows", replies: ["302 https://b.test:443/"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, fail server"),
    Situation(
      name: "redirect out of TLS", needs: [.redirects], replies: ["302 http://b.test:443/"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, finish, cancel"),
    Situation(
      name: "redirect over an open connection", needs: [.redirects, .keepAlive], reuse: .connection,
      replies: ["302 https://b.test/ open", "200"],
      steps: "verifier a.test, prepare, dial 443, shake hands, request, keep, "
        + "verifier b.test, prepare, reuse, judge connection, request, finish, accept"),
  ]

  @Test(arguments: situations) func `a plan with every check takes these steps`(situation: Situation) {
    #expect(Self.words(situation.walk()) == situation.steps)
  }

  /// What a client does that leaves one check out: by the check, the situation, and the steps from the first that differs.
  static let mistakes: [(String, String, String)] = [
    ("proxy-certificate", "proxy over TLS", "enter p.test unseen, tunnel a.test:443, shake hands, request"),
    ("server-behind-proxy", "proxy", "shake hands unseen, request, finish, remember, accept"),
    ("server-after-upgrade", "STARTTLS", "shake hands unseen, converse, finish, remember, accept"),
    ("session-identity", "session of another client", "shake hands kept, judge session, request"),
    ("session-identity", "open connection of another client", "judge connection, request, finish, accept"),
    ("session-expiry", "session that is over", "shake hands kept, judge session, request"),
    ("rules-of-a-session", "resumed under other rules", "request, finish, remember, accept"),
    ("rules-of-a-session", "early data under other rules", "shake hands kept early, judge session, read"),
    ("host-of-a-session", "resumed for another host", "request, finish, remember, accept"),
    ("known-host", "known host", "shake hands unseen, request, finish, remember, accept"),
    ("rules-on-an-open-connection", "open connection under other rules", "request, finish, accept"),
    ("host-on-an-open-connection", "open connection that is wrong for another host", "request, finish, accept"),
    ("421-as-response", "misdirected", "finish, accept nothing"),
    ("connection-after-421", "misdirected", "shake hands unseen, request, finish, remember, accept"),
    ("redirect-scheme", "redirect out of TLS", "request b.test in the clear, remember, accept"),
    ("redirect-target", "redirect", "shake hands unseen, request, finish, remember, accept"),
    ("later-redirect-targets", "redirects", "shake hands unseen, request, finish, remember, accept"),
    (
      "connection-after-a-probe", "plain",
      "finish, prepare, dial 443, shake hands unseen, request, finish, remember, accept"
    ),
  ]

  @Test(arguments: mistakes)
  func `a plan with one mistake takes those steps`(mutant: String, name: String, expected: String) throws {
    let situation = try #require(Self.situations.first { $0.name == name })
    let complete = situation.walk()
    let steps = situation.walk(try Self.rules(of: mutant))
    let same = zip(complete, steps).prefix { $0 == $1 }.count
    #expect(Self.words(Array(steps.dropFirst(same))).hasPrefix(expected))
  }

  private static func rules(of mutant: String) throws -> Rulebook {
    try #require(ClientMutant.ofConnections.first { $0.name == mutant }).rules
  }

  /// Made in the dialogue, by `StartTLSClient`, in the handshake, and where it begins.
  private static let ofOthers: Set = [
    "starttls-offered", "starttls-accepted", "imap-preauth", "starttls-injection", "admitted-identity",
    "proxy-session-reuse", "refusal-of-a-tunnel", "identity-of-servers", "host-of-a-redirect-on-an-open-connection",
    "policy-of-each-attempt",
  ]

  @Test(arguments: ClientMutant.ofConnections.map(\.name))
  func `every mistake changes the steps of some situation`(mutant: String) throws {
    let rules = try Self.rules(of: mutant)
    let changed = Self.situations.filter { $0.walk() != $0.walk(rules) }
    #expect(changed.isEmpty == Self.ofOthers.contains(mutant))
    let isEverywhere = ["connection-after-a-probe", "server-anchors-behind-proxy"].contains(mutant)
    #expect(changed.count < Self.situations.count || isEverywhere)
  }

  @Test func `the judge sees the policy of the host and of the proxy`() throws {
    func steps(_ name: String, _ mutant: String?) throws -> [ConnectionPlan.Step] {
      let situation = try #require(Self.situations.first { $0.name == name })
      return situation.walk(try mutant.map(Self.rules(of:)) ?? Rulebook())
    }
    func chosen(_ name: String, without mutant: String? = nil) throws -> AttemptPolicy? {
      try steps(name, mutant).compactMap { step in
        if case .chooseVerifier(let attempt) = step { attempt.policy } else { nil }
      }.last
    }
    func ofProxy(without mutant: String? = nil) throws -> AttemptPolicy? {
      try steps("proxy over TLS", mutant).compactMap { if case .enterProxy(_, let policy) = $0 { policy } else { nil } }
        .last
    }
    #expect(try chosen("redirect")?.hostname == "b.test")
    #expect(try chosen("redirect")?.pinSets.count == 1)
    #expect(try chosen("redirect", without: "name-after-a-redirect")?.hostname == nil)
    #expect(try chosen("redirect", without: "pins-after-a-redirect")?.pinSets.isEmpty == true)
    #expect(try chosen("proxy")?.hostname == "a.test")
    #expect(try chosen("proxy")?.anchors == [[1]])
    #expect(try chosen("proxy", without: "server-name-behind-proxy")?.hostname == nil)
    #expect(try chosen("proxy", without: "server-anchors-behind-proxy")?.anchors == [[1], [2]])
    #expect(try chosen("STARTTLS", without: "name-after-upgrade")?.hostname == nil)
    let proxy = try ofProxy()
    #expect(proxy?.hostname == "p.test" && proxy?.anchors == [[2]] && proxy?.pinSets.isEmpty == true)
    #expect(try ofProxy(without: "proxy-name").map { $0.hostname == nil } == true)
    #expect(try ofProxy(without: "proxy-anchors")?.anchors == [[2], [1]])
  }
}
