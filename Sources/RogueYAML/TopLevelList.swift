internal import CLibYAML

/// What a key at the top of a file lists, as far as the bytes show it without parsing.
///
/// A run of a few scenarios needs few of a catalogue's files, and parsing all of them is what takes time.
public enum TopLevelList: Hashable, Sendable {
  /// The file does not have the key.
  case absent
  /// Words on the key's own line, or one on each line below it.
  case words([String])
  /// It may be written in some other way: only the tree can tell.
  case unclear

  /// - Parameters:
  ///   - key: of letters.
  ///   - bytes: the file's content, which need not be valid.
  public init(_ key: String, in bytes: [UInt8]) {
    // Without an escape the key is spelled as it is: words are never joined across lines.
    guard Self.places(of: "\\", in: bytes).isEmpty else {
      self = .unclear
      return
    }
    let places = Self.places(of: key, in: bytes)
    guard let place = places.first else {
      self = .absent
      return
    }
    let after = place + key.utf8.count
    guard places.count == 1, place == 0 || bytes[place - 1] == UInt8(ascii: "\n"), after < bytes.count,
      bytes[after] == UInt8(ascii: ":")
    else {
      self = .unclear
      return
    }
    self = Self.words(after: after + 1, in: bytes).map { .words($0) } ?? .unclear
  }

  private static func words(after start: Int, in bytes: [UInt8]) -> [String]? {
    let newline = UInt8(ascii: "\n")
    let line = trimmed(bytes[start..<(bytes[start...].firstIndex(of: newline) ?? bytes.endIndex)])
    if let first = line.first {
      guard first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), line.count >= 2 else { return nil }
      let items = line.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return all(items.map(word))
    }
    var words: [String?] = []
    for line in bytes[start...].split(separator: newline, omittingEmptySubsequences: false).dropFirst() {
      let item = trimmed(line)
      if item.isEmpty { continue }
      guard item.first == UInt8(ascii: "-"), item.dropFirst().first == UInt8(ascii: " ") else {
        // The next key ends the list; whatever else may belong to it.
        guard let first = line.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        break
      }
      words.append(word(item.dropFirst()))
    }
    return words.isEmpty ? nil : all(words)
  }

  private static func all(_ words: [String?]) -> [String]? {
    let known = words.compactMap(\.self)
    return known.count == words.count ? known : nil
  }

  /// Letters, digits, hyphens and slashes: text that means itself.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    let word = trimmed(bytes)
    let isPlain = word.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? String(decoding: word, as: UTF8.self) : nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop { $0 == UInt8(ascii: " ") }
    guard let end = start.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return start.prefix(0) }
    return start[...end]
  }

  /// Where the text stands, at most twice; nothing behind a NUL, which no file has.
  private static func places(of text: String, in bytes: [UInt8]) -> [Int] {
    unsafe (bytes + [0]).withUnsafeBytes { all in
      var places: [Int] = []
      guard let base = unsafe all.assumingMemoryBound(to: CChar.self).baseAddress else { return places }
      var start = unsafe base
      while places.count < 2, let found = unsafe strstr(start, text) {
        places.append(unsafe base.distance(to: found))
        unsafe start = UnsafePointer(found) + 1
      }
      return places
    }
  }
}
