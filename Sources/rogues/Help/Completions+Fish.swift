extension Completions {
  var fish: String {
    var lines = [
      "# fish completion for rogues, made by 'rogues completions fish'; do not edit.",
      "complete -c rogues -f",
      "set -l rogues_verbs \(verbs.map(\.name).joined(separator: " "))",
      "complete -c rogues -n \"not __fish_seen_subcommand_from $rogues_verbs\" -l help -s h -d 'Show help'",
      "complete -c rogues -n \"not __fish_seen_subcommand_from $rogues_verbs\" -l version -d 'Print the version'",
    ]
    for verb in verbs {
      lines.append(
        "complete -c rogues -n \"not __fish_seen_subcommand_from $rogues_verbs\" -a \(verb.name) "
          + "-d '\(quoted(verb.summary))'")
    }
    for verb in verbs {
      let condition = "complete -c rogues -n '__fish_seen_subcommand_from \(verb.name)'"
      for flag in verb.allFlags {
        let short = flag.short.map { " -s \($0)" } ?? ""
        lines.append("\(condition) -l \(flag.name)\(short)\(arguments(flag.value)) -d '\(quoted(flag.summary))'")
      }
      if let operand = verb.operand { lines.append(condition + self.operand(operand.kind)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func arguments(_ value: Flag.Value?) -> String {
    switch value {
    case .file: " -r -F"
    case .directory: " -x -a '(__fish_complete_directories)'"
    case .word(_, let words), .open(_, let words): " -x -a '\(words.joined(separator: " "))'"
    case .adapter: " -r -F -a '(\(Self.listAdapters))'"
    case .profile: " -x -a '(\(Self.listProfiles))'"
    case .text: " -x"
    case nil: ""
    }
  }

  private func operand(_ kind: Verb.Operand.Kind) -> String {
    switch kind {
    case .scenarios: " -F -a '(\(Self.listScenarios))'"
    case .adapters: " -F -a '(\(Self.listAdapters))'"
    case .files: " -F"
    case .names: ""
    case .actions(let words): " -F -a '\(words.joined(separator: " "))'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    }
  }

  /// Text inside single quotes.
  private func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      quoted += character == "'" || character == "\\" ? "\\\(character)" : String(character)
    }
    return quoted
  }
}
