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
  /// The server's records, up to the first bytes that are not one.
  var records: [SeenRecord] {
    var found: [SeenRecord] = []
    var cursor = ByteCursor(sent[...])
    while let type = cursor.uint8(), cursor.uint16() != nil, let payload = cursor.vector16() {
      found.append(SeenRecord(ContentType(rawValue: type), payload.count))
    }
    return found
  }

  /// How many bytes follow the server's last complete record: at least a header, but less than it declares.
  var bytesOfUnfinishedRecord: Int {
    let rest = sent.count - records.reduce(0) { $0 + 5 + $1.length }
    return rest > 5 && ContentType(rawValue: sent[sent.count - rest]).isKnown ? rest : 0
  }

  /// Whether the ServerHello repeats the session id that the client sent (RFC 8446, section 4.1.3).
  var echoesSession: Bool {
    guard let hello = firstHello, let chosen = hellos.first else { return false }
    return hello.sessionID.elementsEqual(chosen.sessionID)
  }
}

extension ContentType {
  fileprivate var isKnown: Bool { (20...23).contains(rawValue) }
}
