internal import RogueModel
internal import RogueTLS

/// The outside of a record, which can be read whatever protects it.
struct SeenRecord: Hashable {
  var type: ContentType
  var length: Int

  init(_ type: ContentType, _ length: Int) {
    self.type = type
    self.length = length
  }
}

extension SeenConnection {
  /// The server's records, up to the first bytes that are none.
  var records: [SeenRecord] {
    var found: [SeenRecord] = []
    var cursor = ByteCursor(sent[...])
    while let type = cursor.uint8(), cursor.uint16() != nil, let payload = cursor.vector16() {
      found.append(SeenRecord(ContentType(rawValue: type), payload.count))
    }
    return found
  }

  /// Whether the ServerHello repeats the session id that the client sent (RFC 8446, section 4.1.3).
  var echoesSession: Bool {
    let client = transcript.chunks.filter { $0.from == .client }.flatMap(\.bytes)
    // Five bytes of record and four of message.
    guard client.count > 9, let hello = ClientHello(body: client[9...]), let answer = first(.serverHello),
      let chosen = ServerHello(body: answer.body)
    else { return false }
    return hello.sessionID.elementsEqual(chosen.sessionID)
  }
}
