import RogueModel
import RogueStimuli

extension HelloDemand {
  /// False if the text is not one of its values.
  fileprivate static func read(_ text: Substring, into demands: inout Settings) -> Bool {
    guard let value = try? written.value(ParsedValue(flow: text)) else { return false }
    demands[Self.self] = value
    return self.text(value) != nil
  }
}

extension HelloDemands {
  /// Reads what `text(of:)` wrote, with or without its spaces; nil if it cannot be parsed.
  static func read(_ text: some StringProtocol) -> Settings? {
    guard text.first == "{", text.last == "}" else { return nil }
    var demands = Settings()
    for entry in pieces(String(text).filter { $0 != " " }.dropFirst().dropLast()) {
      guard let colon = entry.firstIndex(of: ":"), let demand = all.first(where: { $0.name == entry[..<colon] }),
        demand.read(entry[entry.index(after: colon)...], into: &demands)
      else { return nil }
    }
    return demands
  }

  /// The parts between commas outside of brackets.
  fileprivate static func pieces(_ text: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var (start, depth) = (text.startIndex, 0)
    for index in text.indices {
      switch text[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case "," where depth == 0:
        pieces.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return text.isEmpty ? [] : pieces + [text[start...]]
  }
}

extension ParsedValue {
  /// A flag, a text or a list of texts in YAML's flow form.
  fileprivate init(flow text: Substring) {
    if text.first == "[", text.last == "]" {
      self = .list(HelloDemands.pieces(text.dropFirst().dropLast()).map { .text(String($0)) })
    } else if let flag = Bool(String(text)) {
      self = .flag(flag)
    } else {
      self = .text(text.filter { $0 != "\"" })
    }
  }
}
