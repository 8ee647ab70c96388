internal import RogueModel

/// Turns the bytes of one connection into evidence: a pure function, the same for every engine.
///
/// It believes nothing: whatever either side sent, it returns, in time proportional to the bytes, and says in
/// `undecoded` where it stopped following.
enum TranscriptDecoder {
  /// Fills in everything that the wire shows; fields that only a socket or an engine knows are left alone.
  static func decode(_ transcript: WireTranscript, into evidence: inout ConnectionEvidence) {
    var decoder = ConnectionDecoder(transcript: transcript, evidence: evidence)
    for chunk in transcript.chunks { decoder.feed(chunk) }
    decoder.finish()
    evidence = decoder.evidence
  }
}
