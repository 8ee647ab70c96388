internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// libssl in a client that lets a handshake end that it ought to refuse, and refuses later.
final class LateEngine: ClientEngine {
  enum Moment { case afterHandshake, afterReply }

  fileprivate let reasons: Set<Reason>
  fileprivate let moment: Moment
  /// The session of the last server that was refused, by the name that it was for.
  fileprivate let kept = Mutex<[String?: any ResumableSession]>([:])

  /// - Parameter reasons: for others, it refuses in the handshake.
  init(refusing reasons: Set<Reason>, _ moment: Moment) {
    self.reasons = reasons
    self.moment = moment
  }

  func prepare(_ identity: TLSIdentity?) throws(ClientEnding) { try LibsslClient().prepare(identity) }

  func open(_ opening: ClientOpening, _ judge: (any PeerJudge)?) throws(ClientEnding) -> any ClientConnection {
    guard let judge else { return try LibsslClient().open(opening, nil) }
    var opening = opening
    opening.session = opening.session ?? kept.withLock { $0[opening.serverName] }
    let late = LateJudge(judge, self)
    return LateConnection(try LibsslClient().open(opening, late), late, opening.serverName)
  }
}

private final class LateJudge: PeerJudge {
  private let judge: any PeerJudge
  let engine: LateEngine
  private(set) var refusal: ClientEnding?

  init(_ judge: any PeerJudge, _ engine: LateEngine) { (self.judge, self.engine) = (judge, engine) }

  var decision: ChainDecision? { refusal == nil ? judge.decision : .accept }
  var said: Statement.Said? { judge.said }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    let verdict = judge.judge(peer)
    guard case .cancel(let reason, let detail)? = judge.decision, engine.reasons.contains(reason) else {
      return verdict
    }
    refusal = .cancelled(reason, .afterHandshake, detail)
    return .accept
  }
}

private final class LateConnection: ClientConnection {
  private let connection: any ClientConnection
  private let judge: LateJudge
  private let name: String?

  init(_ connection: any ClientConnection, _ judge: LateJudge, _ name: String?) {
    (self.connection, self.judge, self.name) = (connection, judge, name)
  }

  func handshake(_ when: String) throws(ClientEnding) -> Bool {
    guard try connection.handshake(when) else { return false }
    guard judge.engine.moment == .afterHandshake, let refusal = judge.refusal else { return true }
    let session = session
    judge.engine.kept.withLock { $0[name] = session }
    // libssl resumes no session of a connection that ended in another way.
    connection.close()
    throw refusal
  }

  func read(_ when: String) throws(ClientEnding) -> ClientReading {
    let reading = try connection.read(when)
    if case .bytes = reading, let refusal = judge.refusal { throw refusal }
    return reading
  }

  func receive(_ bytes: [UInt8]) { connection.receive(bytes) }
  func takeOutput() -> [UInt8] { connection.takeOutput() }
  func write(_ bytes: [UInt8]) throws(ClientEnding) { try connection.write(bytes) }
  func close() { connection.close() }
  var isResumed: Bool { connection.isResumed }
  var earlyDataWasTaken: Bool { connection.earlyDataWasTaken }
  var applicationProtocol: String? { connection.applicationProtocol }
  var session: (any ResumableSession)? { connection.session }
}
