public import RogueModel

/// The bytes of an event log, read piece by piece.
public struct LogSource: Sendable {
  /// Reads bytes of a log, all that were requested.
  public typealias Read = @Sendable (Range<Int>) throws(HarnessFailure) -> ArraySlice<UInt8>

  /// The number of bytes to read at once by a reader of the whole file.
  private static let piece = 1 << 18

  let size: Int
  let read: Read

  public init(size: Int, read: @escaping Read) {
    self.size = size
    self.read = read
  }

  /// A log in memory.
  public init(_ bytes: [UInt8]) { self.init(size: bytes.count) { range in bytes[range] } }

  /// Each line without its end, with its number and the place of its first byte. What follows the last newline is nothing,
  /// or a line that was cut off while it was written.
  func forEachLine(
    _ body: (_ line: ArraySlice<UInt8>, _ number: Int, _ start: Int) throws(HarnessFailure) -> Void
  ) throws(HarnessFailure) {
    var begun: [UInt8] = []
    var number = 0
    var start = 0
    var place = 0
    while place < size {
      var rest = try read(place..<min(size, place + Self.piece))
      place += rest.count
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        var line = rest[..<end]
        rest = rest[(end + 1)...]
        if !begun.isEmpty {
          begun += line
          line = begun[...]
          begun = []
        }
        number += 1
        try body(line, number, start)
        start += line.count + 1
      }
      begun += rest
    }
  }
}
