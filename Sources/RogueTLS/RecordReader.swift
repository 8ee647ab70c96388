internal import RogueOpenSSL

/// The record layer's content types (RFC 8446, section 5.1); open, because clients may send any byte.
package struct ContentType: RawRepresentable, Hashable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let changeCipherSpec = ContentType(rawValue: 20)
  package static let alert = ContentType(rawValue: 21)
  package static let handshake = ContentType(rawValue: 22)
  package static let applicationData = ContentType(rawValue: 23)
}

/// One TLS record as it went over the wire.
package struct Record {
  package var type: ContentType
  /// The five bytes before the payload.
  package var header: ArraySlice<UInt8>
  package var payload: ArraySlice<UInt8>
  /// When the chunk with its last byte was sent, in microseconds since the attempt began.
  package var at: Int
}

/// Cuts the bytes of one direction into records, whatever chunks they came in.
package struct RecordReader {
  /// The largest fragment that either version allows: TLS 1.2 ciphertext (RFC 5246, section 6.2.3).
  package static let longestPayload = 16_384 + 2_048

  private var bytes: [UInt8] = []
  /// Bytes of the direction that were let go of before `bytes`.
  private var forgotten = 0
  private var position = 0
  /// Where each chunk ends in `bytes`, and when it was sent.
  private var marks: [(end: Int, at: Int)] = []
  private var mark = 0

  package init() {}

  /// A chunk that was sent at `at`, in microseconds since the attempt began.
  package mutating func append(_ chunk: [UInt8], at: Int) {
    guard !chunk.isEmpty else { return }
    if hasRemainder {
      bytes.append(contentsOf: chunk)
    } else {
      // As a rule a chunk ends with a record, so nothing needs to be copied.
      forgotten += bytes.count
      bytes = chunk
      position = 0
      marks.removeAll(keepingCapacity: true)
      mark = 0
    }
    marks.append((bytes.count, at))
  }

  /// Whether bytes are left that do not make a record.
  package var hasRemainder: Bool { position < bytes.count }

  /// The next complete record; nil when its end has not been sent yet.
  package mutating func next() throws(Undecodable) -> Record? {
    guard position < bytes.count else { return nil }
    let type = ContentType(rawValue: bytes[position])
    guard type.rawValue >= 20, type.rawValue <= 23 else {
      throw Undecodable(
        "byte \(forgotten + position) is not a TLS record: content type \(type.rawValue)", alert: .unexpectedMessage)
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
