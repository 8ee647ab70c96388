internal import RogueModel
internal import RogueYAML

extension ValueParser where Value == String {
  /// Text for people, of any number of lines.
  static var prose: ValueParser {
    ValueParser<YAMLNode.Scalar>.scalar().then { scalar, _, reader in
      if scalar.isCutByComment {
        reader.report(
          .warning, at: scalar.position, "a comment follows this text: the part after '#' does not belong to it",
          help: "put the text into quotes, or the comment on a separate line")
      }
      return scalar.text
    }
  }

  /// Text for people on one line: lists and reports show it so.
  static var line: ValueParser {
    prose.then { text, node, reader in
      guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else { return text }
      reader.report(at: node.position, "this has to be one line, without control characters")
      return nil
    }
  }

  /// Text that is passed to a program: any text without a NUL, which would end it (POSIX execve).
  static func handed(_ shape: ValueParser) -> ValueParser {
    shape.then { text, node, reader in
      guard text.unicodeScalars.contains("\u{0}") else { return text }
      reader.report(at: node.position, "no program can be handed a NUL character")
      return nil
    }
  }
}

extension YAMLNode.Scalar {
  /// Whether a comment follows a plain text on its line. Of a text on several lines, only the last could be followed.
  fileprivate var isCutByComment: Bool {
    guard isPlain, let line = position.sourceLine, position.length == text.unicodeScalars.count else { return false }
    let rest = line.unicodeScalars.dropFirst(position.column - 1 + position.length)
    return rest.first(where: { $0 != " " && $0 != "\t" }) == "#"
  }
}
