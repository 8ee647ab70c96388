internal import RogueModel
internal import RogueScenarios

/// A find as a scenario file that a person reads.
public struct FoundScenario: Sendable {
  /// The name of its family and its own.
  public let id: String
  public let text: String

  /// - Parameters:
  ///   - panel: the names of the members, in the order of the answers.
  ///   - taken: ids that others have.
  public init(_ find: Find, panel: [String], meanings: (String) -> String?, taken: Set<String>) {
    id = Self.id(find, taken)
    let answers = zip(panel, find.vector.answers)
    func names(_ letter: Character) -> [String] { answers.filter { $0.1.letter == letter }.map(\.0) }
    var comment = ["accepts  \(names("A").joined(separator: ", "))"]
    for (name, answer) in answers {
      switch answer {
      case .refuses(let reason, let detail):
        let words = [reason?.rawValue, detail].compactMap(\.self).joined(separator: ": ")
        comment.append("refuses  \(name)\(words.isEmpty ? "" : ": \(Self.line(words))")")
      case .breaks(let why): comment.append("BREAKS   \(name): \(Self.line(why))")
      case .noProof(let why): comment.append("no proof \(name): \(Self.line(why))")
      case .accepts, .unasked: break
      }
    }
    for change in find.changes {
      if let meaning = change.split(separator: " ").dropFirst().first.flatMap({ meanings(String($0)) }) {
        comment.append("\(change): \(Self.line(meaning))")
      }
    }
    let what = find.changes.isEmpty ? "the healthy chain" : find.changes.joined(separator: ", ")
    let sides = "\(Self.some(names("A"))) accepts, \(Self.some(names("R") + names("X"))) does not"
    text = find.candidate.scenario(
      id: id, title: Self.line("\(what): \(sides)"),
      why: "Validators disagree about this chain. Which of them is right is for a person to decide.",
      comment: comment, expectation: Self.expectation(answers.first { $0.0 == "reference" }?.1))
  }

  private static func id(_ find: Find, _ taken: Set<String>) -> String {
    let letters = find.vector.letters.map { ["A": "a", "R": "r", "X": "x", "-": "o", "?": "q"][$0] ?? "q" }.joined()
    let words = find.changes.prefix(4).joined(separator: "-").lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let stem = "found/\(String(words).split(separator: "-").joined(separator: "-").prefix(60))-\(letters)"
    var (id, number) = (stem, 2)
    while taken.contains(id) {
      id = "\(stem)-\(number)"
      number += 1
    }
    return id
  }

  private static func expectation(_ reference: PanelAnswer?) -> String {
    switch reference {
    case .accepts: "{disposition: accept}"
    case .refuses(let reason?, _): "{disposition: cancel, reason: [\(reason.rawValue)]}"
    default: "{disposition: cancel}"
    }
  }

  private static func some(_ names: [String]) -> String {
    names.count > 3
      ? names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more" : names.joined(separator: ", ")
  }

  /// On one line of a YAML file, whatever a validator wrote.
  private static func line(_ text: String) -> String {
    let printable = text.unicodeScalars.map { $0.isASCII && $0.value >= 32 && $0.value < 127 ? Character($0) : " " }
    let words = String(printable).split(separator: " ").joined(separator: " ").replacing(": ", with: " - ")
    return String(words.prefix(150)).replacing(" #", with: " ")
  }
}
