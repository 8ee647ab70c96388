internal import RogueEngines
internal import RogueModel
internal import RoguePlatform

/// What the driver of a connection keeps of it, before the bytes are decoded.
struct ConnectionRecord: Sendable {
  var evidence: ConnectionEvidence
  var transcript = WireTranscript()
  /// What came before TLS; nil: TLS came first.
  var clear: StartTLSExchange?

  /// The evidence with everything that the bytes show.
  ///
  /// - Parameters:
  ///   - behaviours: the server's planned faults; the evidence says which of them were presented. Nil: none.
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
}
