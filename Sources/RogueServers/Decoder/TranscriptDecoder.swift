internal import RogueEngines
internal import RogueModel
internal import RogueTLS

/// Turns the bytes of one connection into evidence: a pure function, the same for every engine.
///
/// It trusts nothing: whatever either side sent, it returns in time proportional to the bytes, and says in `undecoded`
/// where it could not continue.
enum TranscriptDecoder {
  /// Fills in everything that the wire shows; fields that only a socket or an engine knows stay as they are.
  ///
  /// - Parameters:
  ///   - behaviours: the server's planned faults; the evidence has those that were presented.
  ///   - recall: the original handshake of a resumed session, and whether the session had expired.
  /// - Returns: the names by which a session is known that started or was resumed here.
  @discardableResult static func decode(
    _ transcript: WireTranscript, into evidence: inout ConnectionEvidence, behaviours: ActiveBehaviours? = nil,
    recall: (SessionTrace.Name) -> (session: KnownSession, wasOver: Bool)? = { _ in nil }
  ) -> SessionTrace {
    var decoder = ConnectionDecoder(transcript: transcript, evidence: evidence)
    decoder.keepsMessages = behaviours?.isEmpty == false
    for chunk in transcript.chunks.prefix(transcript.earlierChunks) { decoder.feed(chunk) }
    if evidence.reused { decoder.beginAnotherAttempt() }
    for chunk in transcript.chunks.dropFirst(transcript.earlierChunks) { decoder.feed(chunk) }
    decoder.finish()
    evidence = decoder.evidence
    guard let behaviours, !behaviours.isEmpty else { return decoder.sessions }
    let recalled = decoder.sessions.takenUp.flatMap(recall)
    let seen = SeenConnection(
      evidence: evidence, messages: decoder.serverMessages, unread: decoder.server.handshake.unread,
      transcript: transcript, protocolName: decoder.sessions.protocolName,
      sessionProtocolName: recalled?.session.protocolName, sessionWasOver: recalled?.wasOver ?? false)
    behaviours.note(seen, in: &evidence)
    return decoder.sessions
  }
}
