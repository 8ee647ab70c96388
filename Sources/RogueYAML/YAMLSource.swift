/// One file's text, kept so that messages can show the line they speak about.
///
/// A class because every node of a tree refers to it; immutable, so it may cross threads.
public final class YAMLSource: Sendable, Equatable {
  /// The path as the user gave it.
  public let file: String
  private let bytes: [UInt8]
  /// Nothing of the file is kept.
  private let isUnread: Bool

  public static func == (one: YAMLSource, other: YAMLSource) -> Bool { one === other }

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
    isUnread = false
  }

  /// A file of which nothing is kept, because it is too large to be looked at.
  init(unreadFile file: String) {
    self.file = file
    bytes = []
    isUnread = true
  }

  /// The offset of a line's first byte; nil if there is no such line. It is not cached, because lines of correct files
  /// are hardly ever shown.
  private func start(ofLine number: Int) -> Int? {
    guard number >= 1, !isUnread else { return nil }
    var line = 1
    var offset = 0
    while line < number, offset < bytes.count {
      if endsLine(at: offset) { line += 1 }
      offset += 1
    }
    return line == number ? offset : nil
  }

  /// Whether a line ends there. A line ends at CR, LF or both together, as libyaml counts.
  private func endsLine(at offset: Int) -> Bool {
    let byte = bytes[offset]
    return byte == 0x0a || byte == 0x0d && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0a)
  }

  /// The place after the last character that is not white space.
  var endOfContent: Mark {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }
    let end = (bytes.lastIndex { !isSpace($0) } ?? -1) + 1
    var (line, start, offset) = (0, 0, 0)
    while offset < end {
      offset += 1
      if offset < end, endsLine(at: offset - 1) { (line, start) = (line + 1, offset) }
    }
    return Mark(line: line, column: bytes[start..<end].count { $0 & 0xc0 != 0x80 })
  }

  /// The text of a line without its end, characters that could move a terminal's cursor replaced; nil when there is
  /// no such line.
  ///
  /// - Parameter number: 1-based.
  public func line(_ number: Int) -> String? {
    guard let start = start(ofLine: number) else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
    var shown = ""
    for scalar in String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars {
      shown.unicodeScalars.append(scalar == "\t" || TextCheck.isShowable(scalar) ? scalar : "\u{fffd}")
    }
    return shown
  }

  /// The spaces and tabs that a line begins with.
  func indentation(ofLine number: Int) -> [UInt8] {
    guard let start = start(ofLine: number) else { return [] }
    return Array(bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}
