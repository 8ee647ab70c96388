import RoguesGallery

/// Help as people read it on a terminal, made from the table of verbs: examples first.
enum HelpText {
  static let tagline = "rogues: rogue TLS servers that test how clients validate and pin certificates"

  /// Exit statuses with their meaning, for help and the manual page.
  static let exitStatuses = ExitStatus.allCases.map { (status: String($0.rawValue), meaning: $0.meaning) }

  /// The output of `rogues` alone.
  static let short = """
    \(tagline)

    Examples:
    \(table(commandExamples))

    Verbs: \(CommandTable.names.joined(separator: ", "))
    'rogues --help' says more, 'rogues VERB --help' explains a verb.

    """

  /// `rogues --help`.
  static let command: String = {
    var text = "\(tagline)\n\nExamples:\n\(table(commandExamples))\n\nUsage: rogues VERB [FLAGS] [...]\n"
    for group in CommandTable.groups {
      let rows = group.verbs.compactMap { name in CommandTable.shown.first { $0.name == name } }
        .map { ($0.name, $0.summary) }
      text += "\n\(group.title):\n\(table(rows, width: 14))\n"
    }
    text += "\nExit status:\n\(table(exitStatuses.map { ($0.status, $0.meaning) }, width: 14))\n"
    return text + "\n'rogues VERB --help' explains a verb, 'rogues man | man -l -' shows the manual.\n"
  }()

  /// `rogues VERB --help`.
  static func full(_ verb: Verb) -> String {
    var text = "rogues \(verb.name): \(verb.summary)\n"
    if !verb.examples.isEmpty {
      text += "\nExamples:\n\(table(verb.examples.map { ($0.command, $0.effect) }))\n"
    }
    text += "\nUsage: \(verb.usage)\n"
    if !verb.discussion.isEmpty { text += "\n" + wrapped(verb.discussion, to: columns).joined(separator: "\n") + "\n" }
    if let operand = verb.operand, case .words(let words) = operand.kind {
      let name = operand.usage.filter { $0 != "[" && $0 != "]" }
      text += "\n" + wrapped("\(name): \(words.joined(separator: ", "))", to: columns).joined(separator: "\n") + "\n"
    }
    let groups = verb.flagGroups
    if groups.count > 1 { text += "\nFlags:\n" }
    for (title, flags) in groups {
      text += "\n\(title):\n\(table(flags.map { ($0.usage, $0.summary) }, width: 26))\n"
    }
    if verb.gates { text += "\nExit status:\n\(table(exitStatuses.map { ($0.status, $0.meaning) }, width: 26))\n" }
    return text
  }

  static let commandExamples = [
    ("rogues compare", "judge every client on this machine, and print the matrix"),
    ("rogues run --adapter curl", "judge one client; exit status 1 if it gets a scenario wrong"),
    ("rogues list 'trust/*'", "list the scenarios of a family"),
    ("rogues explain trust/rogue-ca-in-system-store", "explain one scenario, with a drawing of its world"),
  ]

  private static let columns = 100

  /// Two columns; a left side that is too long has a separate line.
  private static func table(_ rows: [(String, String)], width: Int? = nil) -> String {
    let width = width ?? min(50, rows.map(\.0.count).max() ?? 0)
    var lines: [String] = []
    for (left, right) in rows {
      var parts = wrapped(right, to: columns - width - 4)
      if left.count > width {
        lines.append("  \(left)")
      } else {
        let padding = String(repeating: " ", count: width - left.count)
        lines.append("  \(left)\(padding)  \(parts.removeFirst())")
      }
      lines += parts.map { String(repeating: " ", count: width + 4) + $0 }
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
