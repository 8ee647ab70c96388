/// A text as the words that searches compare.
///
/// Case is ignored, and every character but letters and digits ends a word. A capital after a small letter begins a word, and
/// so does the last of several capitals before a small letter: `cRLDistributionPoints`, `crl-distribution-points` and
/// `CRL distribution points` are equal.
struct SearchText: Hashable {
  private let words: [String]

  init(_ text: String) {
    words = Self.words(text)
  }

  /// Word boundaries depend on the spelling, so they do not count.
  static func == (left: SearchText, right: SearchText) -> Bool { left.joined == right.joined }

  func hash(into hasher: inout Hasher) { hasher.combine(joined) }

  var isEmpty: Bool { words.isEmpty }

  private var joined: String { words.joined() }

  /// Whether consecutive whole words of this text are those of the other; singular and plural are equal.
  func contains(_ other: SearchText) -> Bool {
    let wanted = Self.singular(other.joined)
    guard !wanted.isEmpty else { return false }
    return words.indices.contains { start in
      var run = ""
      for word in words[start...] {
        run += word
        if Self.singular(run) == wanted { return true }
        if run.utf8.count > wanted.utf8.count { return false }
      }
      return false
    }
  }

  /// Without the s of a plural. In short words it usually is none (`EMS`, `DNS`).
  private static func singular(_ word: String) -> Substring {
    word.utf8.count > 3 && word.hasSuffix("s") ? word.dropLast() : word[...]
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    let letters = Array(text.unicodeScalars)
    for (index, letter) in letters.enumerated() {
      let properties = letter.properties
      guard properties.isAlphabetic || properties.numericType != nil else {
        end()
        continue
      }
      let before = index > 0 ? letters[index - 1].properties : nil
      let isPossessive = letter == "s" && index > 0 && ["'", "\u{2019}"].contains(letters[index - 1])
      if isPossessive, index + 1 == letters.count || !letters[index + 1].properties.isAlphabetic { continue }
      if properties.isUppercase {
        // `SCTs` is one word.
        let after = letters[(index + 1)...].prefix { $0.properties.isLowercase }
        let isLastCapital =
          before?.isUppercase == true && !after.isEmpty && String(String.UnicodeScalarView(after)) != "s"
        if before?.isLowercase == true || isLastCapital { end() }
      }
      word += properties.lowercaseMapping
    }
    end()
    return words
  }
}
