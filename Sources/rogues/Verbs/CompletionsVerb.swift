extension Verb {
  static let completions = Verb(
    name: "completions",
    summary: "Print completions for a shell",
    examples: [
      Example(command: "rogues completions bash > ~/.local/share/bash-completion/completions/rogues", says: "bash"),
      Example(command: "rogues completions zsh > ~/.zfunc/_rogues", says: "zsh, with ~/.zfunc in fpath"),
      Example(command: "rogues completions fish > ~/.config/fish/completions/rogues.fish", says: "fish"),
    ],
    operand: Operand(usage: "SHELL", kind: .words(Completions.Shell.allCases.map(\.rawValue)), maximum: 1, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      guard let shell = invocation.operands.first.flatMap(Completions.Shell.init(rawValue:)) else {
        throw UsageError("'completions' needs a shell", verb: "completions")
      }
      return CommandOutput.print(Completions(verbs: CommandTable.shown).script(for: shell))
    })
}
