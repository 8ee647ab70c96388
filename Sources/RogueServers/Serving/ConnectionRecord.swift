internal import RogueModel

/// What the driver of a connection keeps of it, before the bytes are decoded.
struct ConnectionRecord: Sendable {
  var evidence: ConnectionEvidence
  var transcript = WireTranscript()
  /// What came before TLS; nil: TLS came first.
  var clear: ClearTalk?

  /// The evidence with everything that the bytes show.
  ///
  /// - Parameter behaviours: What the server was to do wrong; the evidence says what of it was told. Nil: nothing.
  func decoded(behaviours: ActiveBehaviours?) -> (evidence: ConnectionEvidence, sessions: SessionTrace) {
    var evidence = evidence
    let sessions = TranscriptDecoder.decode(transcript, into: &evidence, behaviours: behaviours)
    evidence.clear = clear.map { ClearDecoder.decode($0.chunks, $0.language) }
    return (evidence, sessions)
  }
}
