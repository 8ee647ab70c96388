extension Verb {
  static let man = Verb(
    name: "man",
    summary: "Print the manual page, in man(7) macros",
    examples: [Example(command: "rogues man | man -l -", says: "read it")],
    run: { (_) async throws(UsageError) in CommandOutput.print(ManualPage(verbs: CommandTable.shown).text) })
}
