internal import RogueEngines
internal import RogueModel
internal import RogueStimuli

/// One client's connection to the proxy, between its bytes and their meaning: with TLS if the proxy speaks TLS,
/// otherwise in plaintext.
///
/// The evidence is kept if the proxy belongs to the world; a proxy that only maps names leaves none.
final class ProxyVisit {
  /// The attempt to which this traffic belongs, or belonged if the connection is kept.
  private(set) var attempt: AttemptRecord
  /// Its attempt is over, and the connection waits for one that uses it again.
  private(set) var isKept = false
  private let engine: (any Engine)?
  private var record: ConnectionRecord
  private var end: ConnectionEnd?
  private var isOver = false

  /// The actions of the relay.
  enum Action {
    /// To the client's socket, as it is.
    case send([UInt8])
    /// The meaning of the client's request.
    case mean([UInt8])
    /// The client says nothing more, or must not.
    case finish
  }

  /// Nil: the client has made too many.
  init?(_ attempt: AttemptRecord, owner: ConnectionOwner) throws(HarnessFailure) {
    guard let index = attempt.admitToProxy() else { return nil }
    self.attempt = attempt
    engine = try attempt.proxyRecipe.map { (recipe) throws(HarnessFailure) in try recipe.engine() }
    record = ConnectionRecord(evidence: ConnectionEvidence(index: index, owner: owner, openedAt: attempt.elapsed))
  }

  func received(_ bytes: [UInt8]) -> [Action] {
    record.evidence.bytesIn += bytes.count
    guard let engine else { return [.mean(bytes)] }
    keep(bytes, from: .client)
    return actions(engine.received(bytes))
  }

  /// Bytes for the client, as they are meant.
  func say(_ bytes: [UInt8]) -> [Action] {
    guard let engine else {
      record.evidence.bytesOut += bytes.count
      return [.send(bytes)]
    }
    return actions(engine.send(bytes))
  }

  /// There is nothing more for the client.
  func finish() -> [Action] { engine.map { actions($0.finish()) } ?? [] }

  func note(request: String) { record.evidence.request = request }

  /// The body of its answer to CONNECT; nil: it makes tunnels.
  var refusalOfTunnels: [UInt8]? {
    guard attempt.attempt[Proxy.self]?.connect == .refused else { return nil }
    return Array((Proxy.Recipe.nonce(for: attempt.attempt.nonce) + "\n").utf8)
  }

  func note(refusal: String) { record.evidence.refusal = refusal }

  /// A request for the server that goes to the proxy, in plaintext, is application data.
  func note(afterRefusal bytes: [UInt8]) {
    if bytes.starts(with: "GET ".utf8) || bytes.starts(with: "ROGUES ".utf8) {
      record.evidence.applicationBytes += bytes.count
    }
  }

  /// The first end counts.
  func note(_ end: ConnectionEnd) { if self.end == nil { self.end = end } }

  /// The connection is over.
  func close() {
    guard !isOver else { return }
    isOver = true
    if !isKept { testify(end ?? ConnectionEnd(by: .harness, how: .deadline)) }
  }

  /// The attempt is over, and the connection is left open for the next one.
  func keep() {
    isKept = true
    testify(ConnectionEnd(by: .harness, how: .kept))
  }

  /// Data on a kept connection belongs to this attempt. False if the client has opened too many.
  func join(_ next: AttemptRecord) -> Bool {
    guard let index = next.admitToProxy() else { return false }
    isKept = false
    attempt = next
    record.join(next, index: index)
    return true
  }

  private func testify(_ end: ConnectionEnd) {
    guard attempt.attempt[Proxy.self] != nil else { return }
    record.evidence.closedAt = attempt.elapsed
    record.evidence.end = end
    attempt.add(proxied: record)
  }

  private func actions(_ done: [EngineAction]) -> [Action] {
    var actions: [Action] = []
    for action in done {
      switch action {
      case .send(let bytes):
        record.evidence.bytesOut += bytes.count
        keep(bytes, from: .server)
        actions.append(.send(bytes))
      case .deliver(let bytes): actions.append(.mean(bytes))
      case .finish, .reset: actions.append(.finish)
      case .note(.secret(let secret)): record.transcript.secrets.append(secret)
      case .note(.ended(let end)): note(end)
      case .note(.refusedClient(let why)): record.evidence.refusedClientBecause = why
      // Proxies have no behaviours, and nothing to wait for.
      case .note(.request), .note(.nonceSent), .note(.refused), .pause: break
      }
    }
    return actions
  }

  private func keep(_ bytes: [UInt8], from side: Side) {
    guard attempt.mayKeep(bytes.count) else {
      return attempt.add(flood: "the proxy carried more than is kept of one attempt")
    }
    record.transcript.chunks.append(WireTranscript.Chunk(from: side, at: attempt.elapsed, bytes: bytes))
  }
}
