internal import RogueModel

/// What the driver of a connection keeps of it, before the bytes are decoded.
struct ConnectionRecord: Sendable {
  var evidence: ConnectionEvidence
  var transcript = WireTranscript()

  /// The evidence with everything that the bytes show.
  func decoded() -> ConnectionEvidence {
    var evidence = evidence
    TranscriptDecoder.decode(transcript, into: &evidence)
    return evidence
  }
}
