import RoguesGallery

/// Documentation of the command and its files, for people, shells and editors.
extension Verb {
  static let version = Verb(
    name: "version",
    summary: "Print the version",
    run: { (_) async throws(UsageError) in CommandOutput.printVersion() })

  static let help = Verb(
    name: "help",
    summary: "Show help for the command or for a verb",
    operand: Operand(usage: "[VERB]", kind: .words(CommandTable.names), maximum: 1),
    run: { (invocation) async throws(UsageError) in
      let verb = invocation.operands.first.flatMap { name in CommandTable.verbs.first { $0.name == name } }
      return CommandOutput.print(verb.map(HelpText.full) ?? HelpText.command)
    })

  static let man = Verb(
    name: "man",
    summary: "Print the manual page, in man(7) macros",
    examples: [Example(command: "rogues man | man -l -", effect: "read it")],
    run: { (_) async throws(UsageError) in CommandOutput.print(ManualPage(verbs: CommandTable.shown).text) })

  static let schema = Verb(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors",
    examples: [
      Example(command: "rogues schema scenario > scenario.schema.json", effect: "completion and checks in an editor")
    ],
    flags: [],
    operand: Operand(usage: "NAME", kind: .words(Gallery.schemaNames), maximum: 1, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      Gallery.schema(invocation.operands.first ?? "").rawValue
    })

  static let completions = Verb(
    name: "completions",
    summary: "Print completions for a shell",
    examples: [
      Example(command: "rogues completions bash > ~/.local/share/bash-completion/completions/rogues", effect: "bash"),
      Example(command: "rogues completions zsh > ~/.zfunc/_rogues", effect: "zsh, with ~/.zfunc in fpath"),
      Example(command: "rogues completions fish > ~/.config/fish/completions/rogues.fish", effect: "fish"),
    ],
    operand: Operand(usage: "SHELL", kind: .words(Completions.Shell.allCases.map(\.rawValue)), maximum: 1, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      guard let shell = invocation.operands.first.flatMap(Completions.Shell.init(rawValue:)) else {
        throw UsageError("'completions' needs a shell", verb: "completions")
      }
      return CommandOutput.print(Completions(verbs: CommandTable.shown).script(for: shell))
    })
}
