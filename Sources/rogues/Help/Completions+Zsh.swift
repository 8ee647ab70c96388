extension Completions {
  var zsh: String {
    var lines = [
      "#compdef rogues",
      "# zsh completion for rogues, made by 'rogues completions zsh'; do not edit.",
      "_rogues_scenarios() { local -a ids; ids=(${(f)\"$(\(Self.listScenarios))\"}); compadd -a ids; _files }",
      "_rogues_adapters() { local -a ids; ids=(${(f)\"$(\(Self.listAdapters))\"}); compadd -a ids; _files }",
      "_rogues_profiles() { local -a ids; ids=(${(f)\"$(\(Self.listProfiles))\"}); compadd -a ids }",
      "_rogues() {",
      "  local -a verbs",
      "  verbs=(",
    ]
    lines += verbs.map { "    '\($0.name):\(quoted($0.summary))'" }
    lines += [
      "  )",
      "  if ((CURRENT == 2)); then",
      "    _describe 'verb' verbs",
      "    return",
      "  fi",
      "  local verb=$words[2]",
      "  shift words",
      "  ((CURRENT--))",
      "  case $verb in",
    ]
    for verb in verbs {
      lines.append("    \(verb.name))")
      lines.append("      _arguments -s \\")
      var specs = verb.allFlags.flatMap(specs)
      if let operand = verb.operand {
        if case .actions(let words) = operand.kind { specs.append("'1:action:(\(words.joined(separator: " ")))'") }
        specs.append("'*:\(quoted(operand.usage)):\(action(operand.kind))'")
      }
      lines += specs.map { "        \($0) \\" }.dropLast() + [specs.last.map { "        \($0)" } ?? ""]
      lines.append("      ;;")
    }
    lines += ["  esac", "}", "_rogues \"$@\"", ""]
    return lines.joined(separator: "\n")
  }

  private func specs(_ flag: Flag) -> [String] {
    let repeats = flag.repeats ? "*" : ""
    let value = flag.value.map { ":\(quoted($0.placeholder)):\(action($0))" } ?? ""
    let summary = "[\(quoted(flag.summary))]"
    var specs = ["'\(repeats)--\(flag.name)\(flag.value == nil ? "" : "=")\(summary)\(value)'"]
    if let short = flag.short { specs.append("'\(repeats)-\(short)\(flag.value == nil ? "" : "+")\(summary)\(value)'") }
    return specs
  }

  private func action(_ value: Flag.Value) -> String {
    switch value {
    case .file: "_files"
    case .directory: "_files -/"
    case .word(_, let words): "(\(words.joined(separator: " ")))"
    case .open(_, let words): "{compadd -S \"\" -- \(words.joined(separator: " "))}"
    case .adapter: "_rogues_adapters"
    case .profile: "_rogues_profiles"
    case .text: ""
    }
  }

  private func action(_ kind: Verb.Operand.Kind) -> String {
    switch kind {
    case .scenarios: "_rogues_scenarios"
    case .adapters: "_rogues_adapters"
    case .files, .actions: "_files"
    case .names: ""
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Text inside single quotes, in which zsh's own specification characters mean nothing.
  private func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      switch character {
      case "'": quoted += "'\\''"
      case "[", "]", ":", "\\": quoted += "\\\(character)"
      default: quoted.append(character)
      }
    }
    return quoted
  }
}
