import RogueModel
import RogueOpenSSL
import RoguePKI
import RoguePlatform
import RogueServers
import Synchronization

/// OCSP and CRL answers over HTTP, against a server that makes one signature for each and sends as many bytes.
struct RespondersBenchmark: Benchmark {
  let name = "responders"

  private static let count = 1000
  private static let rounds = 7
  private static let clients = 2

  func measure() async throws -> [Measurement] {
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let stand = try ResponderBenchFixture(servers.responderBase)
    guard let port = UInt16(servers.responderBase.split(separator: ":").last ?? "") else {
      throw HarnessFailure(.internal, "the responders have no port")
    }
    return try await servers.withConversation(stand.server.opening("swift")) { conversation in
      try conversation.begin(stand.attempt)
      var measurements: [Measurement] = []
      for (subject, request) in stand.requests {
        let answer = try Self.ask(port, request)
        let floor = try SigningLoop(answer: answer, key: .generate(.ec(.p256)))
        let rounds = try await Rounds(
          Self.rounds,
          floor: { try floor.run { try Self.visit($0, request, answer.count) } },
          subject: {
            // What was asked before is forgotten, as between two attempts.
            try conversation.begin(stand.attempt)
            return try Self.visit(port, request, answer.count)
          })
        measurements.append(
          Measurement(
            subject: "\(subject), against a server that signs and sends as much", unit: .perSecond("answer"),
            value: rounds.bestRates.subject, floor: rounds.bestRates.floor, processorRatio: rounds.processorRatio,
            aim: .ratioAtLeast(0.6)))
      }
      return measurements
    }
  }

  /// Asks so many times; what comes must have the same length, within a few bytes of a signature.
  private static func visit(_ port: UInt16, _ request: [UInt8], _ length: Int) throws -> Int {
    let trouble = try ClientThreads.visit([port], clientsPerPort: clients, count) { port in
      guard abs(try ask(port, request).count - length) < 16 else { throw BareClient.Stranger() }
    }
    if let trouble { throw HarnessFailure(.internal, "a responder failed: \(trouble)") }
    return count
  }

  /// The whole reply.
  private static func ask(_ port: UInt16, _ request: [UInt8]) throws -> [UInt8] {
    let socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: BareClient.patience)
    guard case .sent(request.count) = socket.send(request[...]) else { throw BareClient.Stranger() }
    var reply: [UInt8] = []
    while true {
      switch socket.receive() {
      case .bytes(let bytes): reply += bytes
      case .end:
        guard reply.starts(with: Array("HTTP/1.1 200 OK".utf8)) else { throw BareClient.Stranger() }
        return reply
      case .wouldBlock, .failed: throw BareClient.Stranger()
      }
    }
  }
}

/// A world whose leaf names a responder and a list, and what can be asked about it.
private struct ResponderBenchFixture: Sendable {
  let server: BenchAttempt
  let attempt: ServedAttempt
  let requests: [(subject: String, bytes: [UInt8])]

  init(_ base: String) throws {
    server = try BenchAttempt()
    let world = try ShippedCatalogue().scenario("healthy/ocsp-good").world
    let token = "bench"
    let hierarchy = try WorldMinter(seed: "bench", keyPool: KeyPool(store: NoKeyStore())).mint(
      world,
      MintRequest(
        salt: "responders", keyType: .p256, clock: Timestamp(secondsSince1970: WallClock.secondsSince1970),
        responderBase: "\(base)/\(token)"))
    let leaf = try Self.found(world.server.present.first)
    let issuer = try Self.found(hierarchy.certificates[leaf]?.issuer)
    var attempt = server.attempt
    attempt.responders = ResponderPlan(
      token: token, signer: hierarchy.revocation, responders: [:],
      issuers: hierarchy.certificates.compactMapValues(\.issuer))
    self.attempt = attempt
    let certificates = (
      try Self.found(hierarchy.certificates[leaf]?.der), try Self.found(hierarchy.certificates[issuer]?.der)
    )
    func post(_ nonce: [UInt8]?) throws -> [UInt8] {
      let question = try OCSPQuestion.der(about: certificates.0, issuer: certificates.1, nonce: nonce)
      let head = "POST /\(token)/ocsp/\(leaf) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(question.count)\r\n\r\n"
      return Array(head.utf8) + question
    }
    requests = [
      ("OCSP answers", try post(nil)), ("OCSP answers with a nonce", try post([UInt8](repeating: 7, count: 16))),
      ("CRLs", Array("GET /\(token)/crl/\(issuer) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)),
    ]
  }

  private static func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw HarnessFailure(.internal, "the responders' world lacks something") }
    return value
  }
}

/// The floor of an answer: a connection, a request read to its end, a signature, the reply, the end.
private final class SigningLoop: Sendable {
  private let listener: TCPListener
  private let answer: [UInt8]
  private let key: PrivateKey

  init(answer: [UInt8], key: PrivateKey) throws {
    listener = try TCPListener()
    self.answer = answer
    self.key = key
  }

  func run(_ clients: (UInt16) throws -> Int) throws -> Int {
    let isOver = Atomic(false)
    let failure = Mutex<String?>(nil)
    let server = try PlatformThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        guard let socket = listener.waitForConnection(milliseconds: 20) else { continue }
        do { try serve(socket) } catch { failure.withLock { $0 = "\(error)" } }
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      server.join()
    }
    let count = try clients(listener.port)
    if let failure = failure.withLock({ $0 }) { throw HarnessFailure(.internal, "the raw loop failed: \(failure)") }
    return count
  }

  private func serve(_ socket: TCPSocket) throws {
    socket.setTimeout(milliseconds: BareClient.patience)
    guard case .bytes = socket.receive() else { throw BareClient.Stranger() }
    _ = try key.sign(answer, .hashed(.sha256))
    _ = socket.send(answer[...])
    socket.finishSending()
    while case .bytes = socket.receive() {}
  }
}
