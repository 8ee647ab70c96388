import RoguesGallery

/// The manual page `rogues(1)`, in the man(7) macros that every man program knows.
struct ManualPage {
  let verbs: [Verb]

  var text: String {
    var lines = [
      ".\\\" Made by 'rogues man'; do not edit.",
      ".TH ROGUES 1 \"\" \"rogues \(Gallery.version)\" \"User Commands\"",
      ".SH NAME",
      "rogues \\- rogue TLS servers that test how clients validate and pin certificates",
      ".SH SYNOPSIS",
    ]
    for verb in verbs {
      lines += [".B rogues \(escaped(verb.name))"]
      if !verb.flags.isEmpty { lines += [".RI [ FLAGS ]"] }
      if let operand = verb.operand { lines += [".I \(escaped(operand.usage))"] }
      lines += [".br"]
    }
    lines += [
      ".SH DESCRIPTION",
      "Mints certificate hierarchies, starts servers with exactly one fault each, lets validators connect to them,",
      "and judges each validator by its own report and by the server's record.",
      ".SH EXAMPLES",
    ]
    for (command, effect) in HelpText.commandExamples { lines += example(command, effect) }
    lines += [".SH VERBS"]
    for verb in verbs { lines += section(verb) }
    lines += [".SH EXIT STATUS"]
    for (status, meaning) in HelpText.exitStatuses { lines += [".TP", ".B \(status)", escaped(meaning)] }
    lines += [".SH ENVIRONMENT"]
    for (name, meaning) in Self.environment { lines += [".TP", ".B \(name)", escaped(meaning)] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let environment = [
    ("NO_COLOR", "If set and not empty: no colour, except with --color always."),
    ("TERM", "If it is dumb: no colour and no status line."),
    ("ROGUES_CATALOGUE", "Folders with Scenarios, Certs or Adapters, separated by colons; --catalogue overrides it."),
    ("LC_ALL, LC_CTYPE, LANG", "If the locale's character set is not UTF-8, symbols are ASCII."),
  ]

  private func section(_ verb: Verb) -> [String] {
    var lines = [".SS \(escaped(verb.usage))", escaped(verb.summary) + "."]
    if !verb.discussion.isEmpty {
      lines += [".PP"] + verb.discussion.split(separator: "\n").map { escaped(String($0)) }
    }
    let groups = verb.flagGroups
    for (title, flags) in groups {
      if groups.count > 1 { lines += [".PP", "\(escaped(title)):"] }
      lines += flags.flatMap(entry)
    }
    if !verb.examples.isEmpty {
      lines += [".PP", "Examples:"]
      for item in verb.examples { lines += example(item.command, item.effect) }
    }
    return lines
  }

  private func entry(_ flag: Flag) -> [String] {
    let short = flag.short.map { "\\-\($0), " } ?? ""
    let value = flag.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
    return [".TP", "\\fB\(short)\\-\\-\(escaped(flag.name))\\fR\(value)", escaped(flag.summary) + "."]
  }

  private func example(_ command: String, _ effect: String) -> [String] {
    [".TP", ".B \(escaped(command))", escaped(effect)]
  }

  /// Backslashes and dashes as they are; a line may not begin with a control character.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
