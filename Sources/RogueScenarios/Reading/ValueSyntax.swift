/// What a value looks like: the one description that the reader's messages, the paths of mutations and the JSON
/// Schema are made from.
indirect enum ValueSyntax: Sendable {
  /// Text; `pattern` is an anchored regular expression for editors, `what` names it in messages.
  case text(what: String, pattern: String?)
  case flag
  case integer(ClosedRange<Int>)
  case words([String])
  /// Words that each need an explanation.
  case explained(WordList)
  /// The name of something that the world defines.
  case reference(Reference)
  case list(of: ValueSyntax, minimum: Int, what: String)
  /// One value, or a list of them.
  case oneOrList(of: ValueSyntax)
  case map(keys: MapKeys, of: ValueSyntax)
  case table(Table)
  case either([ValueSyntax])
  /// The value, or `null` with a separate meaning.
  case nullable(ValueSyntax)
  /// A list of defects or behaviours with their parameters.
  case uses(Use)
  case anything

  enum Reference: String, Sendable, Hashable {
    case certificate
    case certificateOrKey = "certificate or key"
    case policy, log
  }

  enum Use: String, Sendable, Hashable {
    case defect, behaviour
  }

  /// The keys of a mapping with free names.
  enum MapKeys: Sendable, Hashable {
    /// New names, which the mapping itself defines.
    case names
    case references(Reference)
    /// Whole numbers from 1.
    case numbers
    /// One path of a mutation.
    case path
    case capabilities
    /// Fields of an attempt.
    case attemptFields
    case conditions
    /// Names of environment variables.
    case variables
    /// Hosts that a ClientHello can name.
    case hosts
    /// Anything that is not empty.
    case text
  }

  /// The expected value, for messages.
  var expected: String {
    switch self {
    case .text(let what, _): what
    case .flag: "true or false"
    case .integer(let range):
      range.lowerBound == .min
        ? "a whole number"
        : range.upperBound == .max
          ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .words(let words): words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    case .explained(let list): ValueSyntax.words(list.words.map(\.word)).expected
    case .reference(let reference): "the name of a \(reference.rawValue)"
    case .list(_, _, let what): "a list of \(what)"
    case .oneOrList(let form): "\(form.expected), or a list of them"
    case .map: "a mapping"
    case .table: "a mapping"
    case .either(let forms): forms.map(\.expected).joined(separator: ", or ")
    case .nullable(let form): "\(form.expected), or null"
    case .uses(let use): "a list of \(use.rawValue)s"
    case .anything: "a value"
    }
  }
}
