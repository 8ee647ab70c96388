import RogueModel

/// Reads a command line against the table of verbs.
///
/// Flags may be anywhere after the verb, as `--flag value`, `--flag=value`, `-f value` or `-fvalue`; short flags
/// without a value may be joined (`-vn`); `--` ends them. An unknown word gets the nearest known one.
struct ArgumentParser {
  /// The request on the command line.
  enum Request {
    case run(Verb, Invocation)
    /// `--help`, of a verb or of the command.
    case help(Verb?)
    case version
    /// Nothing at all: the short help.
    case nothing
  }

  let verbs: [Verb]

  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    guard let first = arguments.first else { return .nothing }
    switch first {
    case "-h", "--help": return .help(nil)
    case "--version": return .version
    default: break
    }
    guard !first.hasPrefix("-") else {
      throw UsageError("a verb must come before '\(first)'", help: "such as: rogues run \(first)")
    }
    guard let verb = verbs.first(where: { $0.name == first }) else {
      let known = verbs.filter { !$0.isHidden }.map(\.name)
      throw UsageError(
        "there is no verb '\(first)'",
        help: NearMiss.question(for: first, among: known) ?? "the verbs are: \(known.joined(separator: ", "))")
    }
    return try parse(verb, arguments)
  }

  private func parse(_ verb: Verb, _ arguments: [String]) throws(UsageError) -> Request {
    var reading = Reading(verb: verb, rest: arguments.dropFirst())
    try reading.read()
    if reading.flags.contains(where: { $0.flag == .help }) { return .help(verb) }
    try check(reading.operands, verb)
    return .run(
      verb, Invocation(verb: verb.name, flags: reading.flags, operands: reading.operands, arguments: arguments))
  }

  private func check(_ operands: [String], _ verb: Verb) throws(UsageError) {
    guard let operand = verb.operand else {
      if let first = operands.first { throw UsageError("'\(verb.name)' takes no '\(first)'", verb: verb.name) }
      return
    }
    if operands.count < operand.minimum {
      throw UsageError("'\(verb.name)' needs \(operand.usage)", help: possible(operand), verb: verb.name)
    }
    if let maximum = operand.maximum, operands.count > maximum {
      throw UsageError("'\(verb.name)' has no use for '\(operands[maximum])'", verb: verb.name)
    }
    guard case .words(let words) = operand.kind else { return }
    for word in operands where !words.contains(word) {
      throw UsageError(
        "'\(verb.name)' does not know '\(word)'", help: NearMiss.question(for: word, among: words) ?? possible(operand),
        verb: verb.name)
    }
  }

  private func possible(_ operand: Verb.Operand) -> String? {
    guard case .words(let words) = operand.kind else { return nil }
    return "one of: \(words.joined(separator: ", "))"
  }
}

extension ArgumentParser {
  /// One pass over the arguments of a verb.
  private struct Reading {
    let verb: Verb
    var rest: ArraySlice<String>
    var flags: [(flag: Flag, value: String)] = []
    var operands: [String] = []

    mutating func read() throws(UsageError) {
      while let argument = rest.popFirst() {
        if argument == "--" {
          operands += rest
          return
        } else if argument.hasPrefix("--") {
          try long(argument)
        } else if argument.hasPrefix("-"), argument.count > 1 {
          try short(argument)
        } else {
          operands.append(argument)
        }
      }
    }

    private mutating func long(_ argument: String) throws(UsageError) {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let flag = verb.allFlags.first(where: { $0.name == name }) else {
        let known = verb.allFlags.map { "--\($0.name)" }
        throw UsageError(
          "'\(verb.name)' has no flag '--\(name)'", help: NearMiss.question(for: "--\(name)", among: known),
          verb: verb.name)
      }
      if parts.count == 2 {
        guard flag.value != nil else { throw UsageError("--\(name) takes no value", verb: verb.name) }
        try add(flag, String(parts[1]))
      } else {
        try add(flag, try flag.value == nil ? "" : nextValue(of: "--\(name)", flag))
      }
    }

    private mutating func short(_ argument: String) throws(UsageError) {
      var letters = argument.dropFirst()
      while let letter = letters.popFirst() {
        guard let flag = verb.allFlags.first(where: { $0.short == letter }) else {
          let known = verb.allFlags.compactMap(\.short).map { "-\($0)" }
          throw UsageError(
            "'\(verb.name)' has no flag '-\(letter)'", help: "short flags: \(known.joined(separator: " "))",
            verb: verb.name)
        }
        if flag.value == nil {
          try add(flag, "")
        } else if letters.isEmpty {
          try add(flag, try nextValue(of: "-\(letter)", flag))
        } else {
          try add(flag, String(letters))
          return
        }
      }
    }

    private mutating func nextValue(of shown: String, _ flag: Flag) throws(UsageError) -> String {
      guard let value = rest.first, value == "-" || !value.hasPrefix("-") else {
        let placeholder = flag.value?.placeholder ?? ""
        let hint = rest.first.map { "if '\($0)' is the value: --\(flag.name)=\($0)" }
        throw UsageError("\(shown) needs a value: \(shown) \(placeholder)", help: hint, verb: verb.name)
      }
      rest.removeFirst()
      return value
    }

    private mutating func add(_ flag: Flag, _ value: String) throws(UsageError) {
      guard flag.repeats || flag == .help || !flags.contains(where: { $0.flag == flag }) else {
        throw UsageError("--\(flag.name) is given twice", verb: verb.name)
      }
      if case .word(_, let words) = flag.value, !words.contains(value) {
        throw UsageError(
          "--\(flag.name) cannot be '\(value)'",
          help: NearMiss.question(for: value, among: words) ?? "one of: \(words.joined(separator: ", "))",
          verb: verb.name)
      }
      flags.append((flag, value))
    }
  }
}
