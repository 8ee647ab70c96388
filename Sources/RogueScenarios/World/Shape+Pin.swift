internal import RogueModel
internal import RogueYAML

extension Shape where Value == PolicyRecipe.Pin {
  /// `spki leaf`, `certificate issuing @ca`: what is pinned, whose, and where in the path it may match.
  static var pin: Shape {
    let form = Form.text(
      what: "a pin such as 'spki leaf' or 'certificate issuing @ca'",
      pattern: "^(spki|certificate) +[a-z0-9][a-z0-9-]*( +@(leaf|ca|chain))?$")
    return Shape(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      let words = scalar.words
      guard (2...3).contains(words.count) else { return reader.mismatch(node, form) }
      guard let kind = PinKind(rawValue: words[0].text) else {
        let known = PinKind.allCases.map(\.rawValue)
        reader.report(
          at: words[0].position, "a pin begins with \(known.joined(separator: " or ")), not '\(words[0].text)'",
          help: NearMiss.question(for: words[0].text, among: known))
        return nil
      }
      let reference: Form.Reference = kind == .spki ? .certificateOrKey : .certificate
      guard reader.check(words[1].text, is: reference, at: words[1].position) else { return nil }
      guard words.count == 3 else { return PolicyRecipe.Pin(kind: kind, position: .leaf, of: words[1].text) }
      let known = PinPosition.allCases.map { "@\($0.rawValue)" }
      guard words[2].text.hasPrefix("@"), let position = PinPosition(rawValue: String(words[2].text.dropFirst())) else {
        reader.report(
          at: words[2].position,
          "a pin ends with its position, \(known.joined(separator: " or ")), not '\(words[2].text)'",
          help: NearMiss.question(for: words[2].text, among: known))
        return nil
      }
      return PolicyRecipe.Pin(kind: kind, position: position, of: words[1].text)
    }
  }
}

extension YAMLNode.Scalar {
  /// The words of a text that stands on one line, each with its own place.
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
