import RogueModel
import RogueStimuli
import RogueTLS
import TestSupport

@testable import RogueAdapters
@testable import RogueEngines
@testable import RoguePKI
@testable import RogueReports
@testable import RogueServers
@testable import RogueTrust

/// What clients ask servers and responders.
enum Requests {
  static func run(_ bytes: [UInt8]) {
    var whole = RequestExchange(RequestRules(path: "/p", nonce: "n"), attempt: "a")
    let answer = whole.receive(bytes)
    // However it was cut, the answer is the same.
    var pieces = RequestExchange(RequestRules(path: "/p", nonce: "n"), attempt: "a")
    var last = RequestExchange.Step.needsMore
    for start in stride(from: 0, to: bytes.count, by: 7) {
      last = pieces.receive(Array(bytes[start..<min(start + 7, bytes.count)]))
      if last != .needsMore { break }
    }
    if bytes.count <= RequestExchange.limit { precondition(last == answer || bytes.isEmpty, "the cut matters") }

    let line = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    _ = HTTPRequestLine(line).flatMap { ResponderRequest(target: $0.target) }
    _ = ResponderRequest(target: line)
    if let headers = HTTPHeaders(bytes[...]) { precondition(headers.end <= bytes.count) }
  }

  /// The rest of a connection on which a client has begun well, or the bytes as they are; however they are cut, the server
  /// says the same, and only a request gets the nonce.
  static func http2(_ bytes: [UInt8]) {
    let key = KeyMaterial(type: .p256, spki: [], privateKey: [])
    var attempt = ServedAttempt(
      presentation: ServedAttempt.Presentation(certificates: [], key: key), version: .tls13, path: "/p", attempt: "a",
      nonce: "00112233445566778899aabbccddeeff")
    attempt[KeepAlive.self] = true
    let begun = HTTP2Frame.preface + HTTP2Frame(.settings, [], []).bytes
    let whole = (bytes.first ?? 0).isMultiple(of: 2) ? begun + bytes.dropFirst() : Array(bytes.dropFirst())
    for length in [whole.count, 7] where length > 0 {
      var exchange = HTTP2Exchange(attempt)
      var requests = RequestBytes()
      var counted = 0
      for start in stride(from: 0, to: whole.count, by: length) {
        let part = Array(whole[start..<min(start + length, whole.count)])
        counted += requests.count(part)
        guard case .reply(let reply) = exchange.receive(part, openedFor: nil) else { continue }
        precondition(!reply.carriesNonce || counted > 0, "the nonce without a request")
        if !reply.keepsAlive { break }
      }
    }
    var client = HTTP2Reader(isServer: false)
    _ = try? client.receive(bytes)
  }

  static func ocsp(_ bytes: [UInt8]) { _ = OCSPRequest(bytes) }

  /// The page of a run. Only a form with the token changes anything.
  static func page(_ bytes: [UInt8]) {
    let reader = PageRequestReader(hosts: ["127.0.0.1:8080"], base: "/s3cret/", token: "t0ken")
    let answer = reader.read(bytes)
    if case .request(let request) = answer, request.form != nil {
      precondition(String(decoding: bytes, as: UTF8.self).contains("t0ken"), "a change without the token")
    }
    for end in stride(from: 0, to: bytes.count, by: 7) { _ = reader.read(Array(bytes[..<end])) }
  }
}

/// What goes with certificates.
enum Proofs {
  static func scts(_ bytes: [UInt8]) { _ = SignedCertificateTimestamp.list(bytes) }

  static func certificate(_ bytes: [UInt8]) {
    _ = CertificateFacts(der: bytes)
    _ = CertificateFields(der: bytes)
    _ = CertificateForm.fault(in: bytes)
    // As a leaf and its own issuer, and as an anchor.
    for anchors in [[], [bytes]] {
      let question = PathQuestion(served: [bytes, bytes], anchors: anchors, hostname: "pinned.rogues.test", time: 0)
      let findings = ReferencePathEvaluator().evaluate(question)
      precondition(!anchors.isEmpty || !findings.problems.isEmpty, "nothing is trusted, and it is accepted")
    }
    _ = PEM.decode(.certificate, in: bytes)
  }
}

/// What adapters say, and what they fetch.
enum AdapterWords {
  static let attempt = Attempt(
    id: "a", conversation: "c", step: 1, needs: [], reuse: .none, learn: false, deadlineMilliseconds: 1000,
    connect: Attempt.Endpoint(host: "pinned.rogues.test", address: "127.0.0.1", port: 1, path: "/a", proxy: nil),
    policy: AttemptPolicy(
      systemAnchors: [], userAnchors: nil, anchors: nil, hostname: "pinned.rogues.test", pinSets: [],
      revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil))

  static func reply(_ bytes: [UInt8]) {
    for step in [1, 64, 4096] {
      var answer = FetchedResponse(longest: 4096)
      var start = 0
      while start < bytes.count, answer.append(Array(bytes[start..<min(start + step, bytes.count)])) {
        start += step
        _ = answer.body
      }
      _ = answer.end()
      _ = answer.body
    }
  }

  static func exec(_ bytes: [UInt8]) {
    _ = ExecOutcome.read(bytes, of: attempt)
    _ = try? ReadyObject(bytes)
  }

  /// The word `PROBE` stands for the probe's id, and `NEED` for what it needs, which are others each time.
  static func session(_ bytes: [UInt8]) {
    guard let probe = try? SessionProbe({ _ in "PROBE" }) else { return }
    var machine = SessionMachine(probe: probe, limits: SessionMachine.Limits(failedStarts: 2, readyMilliseconds: 1000))
    var asked: Set = ["a", "b", "c"]
    func see(_ actions: [SessionAction]) {
      for case .answer(let id, _) in actions {
        precondition(asked.remove(id) != nil, "an attempt is answered twice, or was not asked")
      }
    }
    for id in ["a", "b", "c"] {
      see(machine.handle(.submit(SessionJob(id: id, line: id, limitMilliseconds: 100)), now: 0))
    }
    var splitter = LineSplitter(cap: 4096)
    splitter.append(bytes)
    var now = 0
    while let line = splitter.next() {
      now += 1
      var text = String(decoding: line, as: UTF8.self)
      text.replace("PROBE", with: probe.id)
      text.replace("NEED", with: probe.capability.rawValue)
      let isValid = String(validating: line, as: UTF8.self) != nil
      switch line.first {
      case UInt8(ascii: "!"): see(machine.handle(.exited(status: line.count > 1 ? 1 : 0), now: now))
      case UInt8(ascii: "~"): see(machine.handle(.clock, now: now + line.count * 50))
      default: see(machine.handle(.line(isValid ? Array(text.utf8) : line), now: now))
      }
    }
    see(machine.handle(.close, now: now))
    precondition(asked.isEmpty || !machine.isClosed, "an attempt got no answer")
  }
}
