extension Verb {
  static let help = Verb(
    name: "help",
    summary: "Show help for the command or for a verb",
    operand: Operand(usage: "[VERB]", kind: .words(CommandTable.names), maximum: 1),
    run: { (invocation) async throws(UsageError) in
      let verb = invocation.operands.first.flatMap { name in CommandTable.verbs.first { $0.name == name } }
      return CommandOutput.print(verb.map(HelpText.full) ?? HelpText.command)
    })
}
