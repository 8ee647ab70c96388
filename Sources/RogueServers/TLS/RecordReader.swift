internal import RogueOpenSSL

/// The record layer's content types (RFC 8446, section 5.1); open, because clients may send any byte.
struct ContentType: RawRepresentable, Hashable {
  var rawValue: UInt8

  static let changeCipherSpec = ContentType(rawValue: 20)
  static let alert = ContentType(rawValue: 21)
  static let handshake = ContentType(rawValue: 22)
  static let applicationData = ContentType(rawValue: 23)
}

/// One TLS record as it went over the wire.
struct Record {
  var type: ContentType
  /// The five bytes before the payload.
  var header: ArraySlice<UInt8>
  var payload: ArraySlice<UInt8>
  /// When the chunk with its last byte was sent, in microseconds since the attempt began.
  var at: Int
}

/// Cuts the bytes of one direction into records, whatever chunks they came in.
struct RecordReader {
  /// The largest fragment that either version allows: TLS 1.2 ciphertext (RFC 5246, section 6.2.3).
  static let longestPayload = 16_384 + 2_048

  private var bytes: [UInt8] = []
  /// Bytes of the direction that were let go of before `bytes`.
  private var forgotten = 0
  private var position = 0
  /// Where each chunk ends in `bytes`, and when it was sent.
  private var marks: [(end: Int, at: Int)] = []
  private var mark = 0

  mutating func append(_ chunk: WireTranscript.Chunk) {
    guard !chunk.bytes.isEmpty else { return }
    if hasRemainder {
      bytes.append(contentsOf: chunk.bytes)
    } else {
      // As a rule a chunk ends with a record: what was read is done with, and nothing needs to be copied.
      forgotten += bytes.count
      bytes = chunk.bytes
      position = 0
      marks.removeAll(keepingCapacity: true)
      mark = 0
    }
    marks.append((bytes.count, chunk.at))
  }

  /// Whether bytes are left that do not make a record.
  var hasRemainder: Bool { position < bytes.count }

  /// The next complete record; nil when its end has not been sent yet.
  mutating func next() throws(Undecodable) -> Record? {
    guard position < bytes.count else { return nil }
    let type = ContentType(rawValue: bytes[position])
    guard type.rawValue >= 20, type.rawValue <= 23 else {
      throw Undecodable(
        "byte \(forgotten + position) is no TLS record: content type \(type.rawValue)", alert: .unexpectedMessage)
    }
    guard bytes.count - position >= 5 else { return nil }
    let start = position + 5
    let count = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
    guard count <= Self.longestPayload else {
      throw Undecodable("the record at byte \(forgotten + position) claims \(count) bytes", alert: .recordOverflow)
    }
    guard bytes.count - start >= count else { return nil }
    defer { position = start + count }
    while mark < marks.count - 1, marks[mark].end < start + count { mark += 1 }
    return Record(
      type: type, header: bytes[position..<start], payload: bytes[start..<(start + count)], at: marks[mark].at)
  }
}
