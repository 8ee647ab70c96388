/// One verb of the command line with its help.
struct Verb: Sendable {
  /// The arguments beside the flags.
  struct Operand: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// Scenario patterns and ids.
      case scenarios
      case adapters
      case files
      /// New names, which nothing completes.
      case names
      /// One of a closed list.
      case words([String])
    }

    /// As usage lines show it: `[PATTERN...]`.
    var usage: String
    var kind: Kind
    /// At most so many; nil: any number.
    var maximum: Int?
    var minimum = 0
  }

  struct Example: Sendable, Hashable {
    var command: String
    /// Its effect, after the command.
    var says: String
  }

  let name: String
  /// One line for the list of verbs.
  let summary: String
  /// A paragraph or two for `--help`; may be empty.
  var discussion = ""
  var examples: [Example] = []
  var flags: [Flag] = []
  var operand: Operand?
  /// Kept out of help, completions and suggestions: for the harness itself.
  var isHidden = false
  /// Starts servers and validators: interrupts are to be handled, not to end the process.
  var judges = false
  /// Performs the verb and gives the exit status.
  let run: @Sendable (Invocation) async throws(UsageError) -> Int32

  /// The flags with those that every verb has.
  var allFlags: [Flag] { flags + [.help] }

  /// `rogues run --adapter NAME [PATTERN...]`.
  var usage: String {
    (["rogues", name] + (flags.isEmpty ? [] : ["[FLAGS]"]) + (operand.map { [$0.usage] } ?? []))
      .joined(separator: " ")
  }
}
