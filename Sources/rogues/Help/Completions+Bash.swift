extension Completions {
  var bash: String {
    var lines = [
      "# bash completion for rogues, made by 'rogues completions bash'; do not edit.",
      "_rogues() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}",
      "  COMPREPLY=()",
      "  if ((COMP_CWORD == 1)); then",
      "    COMPREPLY=($(compgen -W \"\(verbs.map(\.name).joined(separator: " ")) --help --version\" -- \"$word\"))",
      "    return",
      "  fi",
      "  case $verb in",
    ]
    for verb in verbs { lines += cases(verb) }
    lines += ["  esac", "}", "complete -F _rogues rogues", ""]
    return lines.joined(separator: "\n")
  }

  private func cases(_ verb: Verb) -> [String] {
    var lines = ["    \(verb.name))"]
    let valued = verb.allFlags.filter { $0.value != nil }
    if !valued.isEmpty {
      lines.append("      case $before in")
      for flag in valued {
        let names = ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
        lines.append("        \(names.joined(separator: "|"))) \(reply(flag.value)); return ;;")
      }
      lines.append("      esac")
    }
    let flags = verb.allFlags.flatMap { ["--\($0.name)"] + ($0.short.map { ["-\($0)"] } ?? []) }
    lines += [
      "      if [[ $word == -* ]]; then",
      "        COMPREPLY=($(compgen -W \"\(flags.joined(separator: " "))\" -- \"$word\"))",
      "      else",
      "        \(reply(verb.operand?.kind))",
      "      fi",
      "      ;;",
    ]
    return lines
  }

  private func reply(_ value: Flag.Value?) -> String {
    switch value {
    case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
    case .directory: "COMPREPLY=($(compgen -d -- \"$word\"))"
    case .word(_, let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    case .adapter: reply(.adapters)
    case .profile: "COMPREPLY=($(compgen -W \"$(\(Self.listProfiles))\" -- \"$word\"))"
    case .open(_, let words):
      "compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    case .text, nil: "COMPREPLY=()"
    }
  }

  private func reply(_ kind: Verb.Operand.Kind?) -> String {
    switch kind {
    case .scenarios: "COMPREPLY=($(compgen -W \"$(\(Self.listScenarios))\" -- \"$word\") $(compgen -f -- \"$word\"))"
    case .adapters: "COMPREPLY=($(compgen -W \"$(\(Self.listAdapters))\" -- \"$word\") $(compgen -f -- \"$word\"))"
    case .files: "COMPREPLY=($(compgen -f -- \"$word\"))"
    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    case .actions(let words):
      "if ((COMP_CWORD == 2)); then \(reply(.words(words))); else \(reply(.files)); fi"
    case .names, nil: "COMPREPLY=()"
    }
  }
}
