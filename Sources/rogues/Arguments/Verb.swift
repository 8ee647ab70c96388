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
      /// First one of a closed list, and then files.
      case actions([String])
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
    var effect: String
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
  /// Its exit status is a verdict on validators.
  var gates = false
  /// Performs the verb and gives the exit status.
  let run: @Sendable (Invocation) async throws(UsageError) -> Int32

  /// The flags with those that every verb has.
  var allFlags: [Flag] { flags + [.help] }

  /// The flags as help lists them: a long list in groups, each with its title.
  var flagGroups: [(title: String, flags: [Flag])] {
    guard allFlags.count > Self.mostUngrouped else { return [("Flags", allFlags)] }
    let groups = Flag.topics.map { topic in
      (title: topic.title, flags: topic.flags.compactMap { flag in allFlags.first { $0 == flag } })
    }
    let rest = allFlags.filter { flag in !groups.contains { $0.flags.contains(flag) } }
    return (groups + [("Others", rest)]).filter { !$0.flags.isEmpty }
  }

  /// So many flags are one list.
  private static let mostUngrouped = 20

  /// `rogues run --adapter NAME [PATTERN...]`.
  var usage: String {
    (["rogues", name] + (flags.isEmpty ? [] : ["[FLAGS]"]) + (operand.map { [$0.usage] } ?? []))
      .joined(separator: " ")
  }
}
