internal import RogueModel

/// What the driver of a connection keeps of it, before the bytes are decoded.
struct ConnectionRecord: Sendable {
  var evidence: ConnectionEvidence
  var transcript = WireTranscript()

  /// The evidence with everything that the bytes show.
  ///
  /// - Parameter behaviours: What the server was to do wrong; the evidence says what of it was told.
  func decoded(behaviours: ActiveBehaviours) -> ConnectionEvidence {
    var evidence = evidence
    TranscriptDecoder.decode(transcript, into: &evidence, behaviours: behaviours)
    return evidence
  }
}
