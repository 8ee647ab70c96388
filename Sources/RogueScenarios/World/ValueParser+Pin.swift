internal import RogueModel
internal import RogueYAML

extension ValueParser where Value == PolicyRecipe.Pin {
  /// `spki leaf`, `certificate issuing @ca`, `spki leaf ~prefix`, `certificate leaf ~half`: the kind of pin, the
  /// certificate or key, the position in the path, and whether the digest only resembles that of the key, or what is in
  /// the file instead of the certificate.
  static var pin: ValueParser {
    let form = ValueSyntax.text(
      what: "a pin such as 'spki leaf' or 'certificate issuing @ca'",
      pattern: "^(spki|certificate) +[a-z0-9][a-z0-9-]*( +@(leaf|ca|chain))?( +~("
        + (PinLikeness.allCases.map(\.rawValue) + PinnedFile.allCases.map(\.rawValue)).joined(separator: "|")
        + "))?$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      let words = scalar.words
      guard (2...4).contains(words.count) else { return reader.mismatch(node, form) }
      guard let kind = PinKind(rawValue: words[0].text) else {
        let known = PinKind.allCases.map(\.rawValue)
        reader.report(
          at: words[0].position, "a pin begins with \(known.joined(separator: " or ")), not '\(words[0].text)'",
          help: NearMiss.question(for: words[0].text, among: known))
        return nil
      }
      let reference: ValueSyntax.Reference = kind == .spki ? .certificateOrKey : .certificate
      guard reader.check(words[1].text, is: reference, at: words[1].position) else { return nil }
      var pin = PolicyRecipe.Pin(kind: kind, position: .leaf, of: words[1].text)
      var rest = words.dropFirst(2)
      if let word = rest.first, !word.text.hasPrefix("~") {
        guard let position = Self.word(PinPosition.self, "@", word, "its position", reader) else { return nil }
        pin.position = position
        rest = rest.dropFirst()
      }
      if let word = rest.first {
        guard Self.read(word, to: &pin, reader) else { return nil }
        if pin.likeness == .certificate {
          guard reader.check(words[1].text, is: .certificate, at: words[1].position) else { return nil }
        }
        rest = rest.dropFirst()
      }
      return rest.isEmpty ? pin : reader.mismatch(node, form)
    }
  }

  /// What a pin's digest resembles, or what its file holds; false if the word is about pins of the other kind.
  private static func read(_ word: YAMLNode.Scalar, to pin: inout PolicyRecipe.Pin, _ reader: NodeReader) -> Bool {
    let name = String(word.text.dropFirst())
    switch pin.kind {
    case .spki where PinnedFile(rawValue: name) != nil:
      reader.report(
        at: word.position, "only a certificate is pinned by its file", help: "pin the certificate: certificate")
    case .certificate where PinLikeness(rawValue: name) != nil:
      reader.report(at: word.position, "only the digest of a key can be like another", help: "pin the key: spki")
    case .spki:
      guard let likeness = Self.word(PinLikeness.self, "~", word, "what is alike", reader) else { return false }
      pin.likeness = likeness
      return true
    case .certificate:
      guard let file = Self.word(PinnedFile.self, "~", word, "what is in its file", reader) else { return false }
      pin.file = file
      return true
    }
    return false
  }

  /// The word after a mark, from a closed list.
  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ words: Word.Type, _ mark: String, _ scalar: YAMLNode.Scalar, _ what: String, _ reader: NodeReader
  ) -> Word? {
    if scalar.text.hasPrefix(mark), let word = Word(rawValue: String(scalar.text.dropFirst())) { return word }
    let known = words.allCases.map { mark + $0.rawValue }
    reader.report(
      at: scalar.position, "a pin ends with \(what), \(known.joined(separator: " or ")), not '\(scalar.text)'",
      help: NearMiss.question(for: scalar.text, among: known))
    return nil
  }
}

extension YAMLNode.Scalar {
  /// The words of a text on one line, each with its position.
  var words: [YAMLNode.Scalar] {
    var words: [YAMLNode.Scalar] = []
    let scalars = Array(text.unicodeScalars)
    var start: Int?
    for offset in 0...scalars.count {
      let isSpace = offset == scalars.count || scalars[offset] == " " || scalars[offset] == "\n"
      if isSpace, let first = start {
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[first..<offset])
        words.append(
          YAMLNode.Scalar(
            text: String(word), isPlain: isPlain, position: part(at: first, length: offset - first)))
        start = nil
      } else if !isSpace, start == nil {
        start = offset
      }
    }
    return words
  }

  /// The place of a part of the text; the whole scalar where the text is not on the page as it is (escapes, folds).
  func part(at offset: Int, length: Int) -> YAMLPosition {
    let quote = isPlain ? 0 : 1
    guard position.length == text.unicodeScalars.count + 2 * quote else { return position }
    return position.part(at: offset + quote, length: length)
  }
}
