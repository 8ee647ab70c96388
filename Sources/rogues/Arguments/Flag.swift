/// One flag of the command line: parser, help, manual page and completions all read it from here.
struct Flag: Sendable, Hashable {
  /// The value of a flag.
  enum Value: Sendable, Hashable {
    /// Any text; help shows this word for it.
    case text(String)
    case file(String)
    case directory(String)
    /// One of a closed list.
    case word(String, [String])
    /// The name or path of an adapter.
    case adapter(String)
    /// The name of a profile.
    case profile(String)
    /// Any text; completions offer these words, or beginnings that end with `=`.
    case open(String, [String])

    var placeholder: String {
      switch self {
      case .text(let word), .file(let word), .directory(let word), .word(let word, _), .adapter(let word),
        .profile(let word), .open(let word, _):
        word
      }
    }
  }

  /// Without the two dashes.
  let name: String
  let short: Character?
  /// Nil: the flag takes no value.
  let value: Value?
  /// May be given more than once.
  let repeats: Bool
  /// One line for help; begins with a capital letter, has no final stop.
  let summary: String

  init(_ name: String, short: Character? = nil, value: Value? = nil, repeats: Bool = false, _ summary: String) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.summary = summary
  }

  /// The same flag with what it does for one verb.
  func with(_ summary: String) -> Flag { Flag(name, short: short, value: value, repeats: repeats, summary) }

  /// `-j, --jobs N`, as help shows it.
  var usage: String {
    let long = "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Flag {
  /// A flag is the same for every verb, whatever its summary there.
  static func == (left: Flag, right: Flag) -> Bool {
    left.name == right.name && left.short == right.short && left.value == right.value && left.repeats == right.repeats
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension [Flag] {
  /// The flags of a verb, one with its own summary.
  func replacing(_ flag: Flag) -> [Flag] { map { $0 == flag ? flag : $0 } }
}
