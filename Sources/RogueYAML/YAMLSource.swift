/// One file's text, kept so that messages can show the line they speak about.
///
/// A class because every node of a tree refers to it; immutable, so it may cross threads.
public final class YAMLSource: Sendable {
  /// The path as the user gave it.
  public let file: String
  private let bytes: [UInt8]
  /// Byte offset of each line's first byte.
  private let lineStarts: [Int]

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    var previous: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      // A line ends at CR, LF or both together, as libyaml counts.
      if previous == 0x0d, byte != 0x0a { starts.append(offset) }
      if byte == 0x0a { starts.append(offset + 1) }
      previous = byte
    }
    if previous == 0x0d { starts.append(bytes.count) }
    lineStarts = starts
  }

  /// A file of which nothing is kept, because it is too large to be looked at.
  init(unreadFile file: String) {
    self.file = file
    bytes = []
    lineStarts = []
  }

  /// The place after the last character that is not white space.
  var endOfContent: Mark {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }
    let end = (bytes.lastIndex { !isSpace($0) } ?? -1) + 1
    let line = (lineStarts.lastIndex { $0 < max(1, end) }) ?? 0
    let column = bytes[lineStarts[line]..<max(lineStarts[line], end)].count { $0 & 0xc0 != 0x80 }
    return Mark(line: line, column: column)
  }

  /// The text of a line without its end, characters that could move a terminal's cursor replaced; nil when there is
  /// no such line.
  ///
  /// - Parameter number: 1-based.
  public func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    var shown = ""
    for scalar in String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars {
      shown.unicodeScalars.append(scalar == "\t" || TextCheck.isShowable(scalar) ? scalar : "\u{fffd}")
    }
    return shown
  }

  /// The spaces and tabs that a line begins with.
  func indentation(ofLine number: Int) -> [UInt8] {
    guard number >= 1, number <= lineStarts.count else { return [] }
    return Array(bytes[lineStarts[number - 1]...].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}
