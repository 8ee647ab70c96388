internal import RogueModel
internal import RogueScenarios

/// The words of a program in Swift, Objective-C, Kotlin, Java, Dart or JavaScript, as far as lists of pins need them: texts,
/// names and marks. Comments are left out. A name whose value is known is that text.
struct SourceTokens {
  enum Token: Hashable {
    case text(String)
    /// With its dots: `BuildConfig.API_HOST`.
    case name(String)
    case mark(Character)
  }

  private(set) var tokens: [(token: Token, location: SourceLocation)] = []

  /// - Parameter values: of names that the program gets from elsewhere, by the name's last part.
  init(_ file: SourceFile, values: [String: String]) {
    read(file)
    defineConstants(values)
  }

  private mutating func read(_ file: SourceFile) {
    let characters = Array(String(decoding: file.bytes, as: UTF8.self))
    var (place, line, start) = (0, 1, 0)
    func isNext(_ text: String) -> Bool { characters[place...].starts(with: text) }
    func advance() {
      if characters[place].isNewline { (line, start) = (line + 1, place + 1) }
      place += 1
    }
    while place < characters.count {
      let character = characters[place]
      let location = SourceLocation(file: file.path, line: line, column: place - start + 1)
      if isNext("//") {
        while place < characters.count, !characters[place].isNewline { place += 1 }
      } else if isNext("/*") {
        while place < characters.count, !isNext("*/") { advance() }
        place = min(place + 2, characters.count)
      } else if "\"'`".contains(character) {
        var text = ""
        advance()
        while place < characters.count, characters[place] != character {
          if characters[place] == "\\", place + 1 < characters.count { advance() }
          text.append(characters[place])
          advance()
        }
        place = min(place + 1, characters.count)
        tokens.append((.text(text), location))
      } else if character.isLetter || character == "_" {
        var name = ""
        while place < characters.count,
          characters[place].isLetter || characters[place].isNumber || "_.".contains(characters[place])
        {
          name.append(characters[place])
          place += 1
        }
        tokens.append((.name(name), location))
      } else {
        if !character.isWhitespace, character != "@" { tokens.append((.mark(character), location)) }
        advance()
      }
    }
  }

  /// `NAME = "TEXT"` and `NAME: TYPE = "TEXT"` define a name, and are no text of a list.
  private mutating func defineConstants(_ values: [String: String]) {
    var known = values
    var definitions: Set<Int> = []
    for place in tokens.indices.dropFirst(2) {
      guard case .text(let text) = tokens[place].token, tokens[place - 1].token == .mark("=") else { continue }
      var name = place - 2
      if name >= 2, tokens[name - 1].token == .mark(":") { name -= 2 }
      guard case .name(let word) = tokens[name].token else { continue }
      if known[Self.last(word)] == nil { known[Self.last(word)] = text }
      definitions.insert(place)
    }
    var read: [(token: Token, location: SourceLocation)] = []
    for (place, item) in tokens.enumerated() where !definitions.contains(place) {
      // The name in its own definition is none of a list.
      let isDefined = (place + 1..<min(place + 5, tokens.count)).contains(where: definitions.contains)
      if case .name(let word) = item.token, let text = known[Self.last(word)], !isDefined {
        read.append((.text(text), item.location))
      } else {
        read.append(item)
      }
    }
    tokens = read
  }

  static func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  static func unknown(_ name: String, at location: SourceLocation) -> Finding {
    Finding(
      at: location, "the value of '\(name.shown)' is not in this file", help: "give it: --value \(last(name).shown)=…")
  }
}
