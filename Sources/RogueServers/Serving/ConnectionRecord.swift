internal import RogueEngines
internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// The driver's record of a connection, before the bytes are decoded.
struct ConnectionRecord: Sendable {
  var evidence: ConnectionEvidence
  var transcript = WireTranscript()
  /// The data before TLS; nil: TLS came first.
  var clear: StartTLSExchange?

  /// The address of a client that was started elsewhere.
  var peer: String?
  /// How many bytes of it count towards what its attempt may keep.
  var kept = 0

  /// Begins again on the same connection, for another attempt.
  mutating func join(_ attempt: AttemptRecord, index: Int) {
    evidence = ConnectionEvidence(index: index, owner: evidence.owner, openedAt: attempt.elapsed, reused: true)
    transcript.earlierChunks = transcript.chunks.count
    transcript.departures = []
  }

  /// The evidence with everything that the bytes show.
  ///
  /// - Parameters:
  ///   - behaviours: the server's planned faults; the evidence has those that were presented. Nil: none.
  ///   - known: the sessions of earlier attempts.
  ///   - began: the moment from which the connection's times are counted.
  func decoded(
    behaviours: ActiveBehaviours?, known: KnownSessions, since began: MonotonicInstant
  ) -> (evidence: ConnectionEvidence, sessions: SessionTrace) {
    var evidence = evidence
    let sessions = TranscriptDecoder.decode(transcript, into: &evidence, behaviours: behaviours) { name in
      known.session(name.name).map { session in
        (session, session.isOver(at: began.advanced(microseconds: name.at), name.version))
      }
    }
    evidence.clear = clear.flatMap { StartTLSDecoder.decode($0) }
    return (evidence, sessions)
  }

  /// The bytes as they were, in the clear and in TLS, and the keys to decrypt them.
  func captured(port: UInt16, isToProxy: Bool) -> CapturedConnection {
    // Earlier data has the times of its attempt, and its bytes are needed to decrypt the rest.
    let earlier = transcript.earlierChunks
    let firstOwn = (clear?.chunks.count ?? 0) + earlier
    var pieces = (clear?.chunks ?? []) + transcript.chunks
    if earlier > 0 { for index in pieces.indices.prefix(firstOwn) { pieces[index].at = evidence.openedAt } }
    return CapturedConnection(
      index: evidence.index, isToProxy: isToProxy, port: port, openedAt: evidence.openedAt,
      closedAt: evidence.closedAt, end: evidence.end, pieces: pieces,
      keyLog: transcript.secrets.map { secret in
        "\(secret.label) \(Hexadecimal.encode(secret.clientRandom)) \(Hexadecimal.encode(secret.secret))"
      })
  }
}
