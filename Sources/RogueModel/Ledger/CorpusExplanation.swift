/// Why validators and a foreign corpus disagree about some of its cases: an entry of `Findings/corpora/NAME.yaml`.
public struct CorpusExplanation: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The corpus asks for more than the standard asks of validators.
    case corpusIsStricter = "corpus-is-stricter"
    /// The standard leaves the answer open.
    case standardLeavesItOpen = "standard-leaves-it-open"
    /// The validator was asked something that the case is not about, such as what TLS asks of a leaf.
    case anotherQuestion = "another-question"
    /// The validator lacks what the case is about.
    case notImplemented = "not-implemented"
    /// The validator breaks the standard.
    case validatorIsWrong = "validator-is-wrong"
  }

  public var title: String
  public var kind: Kind
  /// What the validators do against the corpus: true: they accept what it cancels; false: they refuse what it accepts.
  public var accepts: Bool
  /// Ids of the corpus, in which `*` is any text.
  public var cases: [String]
  /// The validators that it is about; nil: all.
  public var validators: Set<String>?
  public var text: String
  public var references: [String]

  public init(
    title: String, kind: Kind, accepts: Bool, cases: [String], validators: Set<String>?, text: String,
    references: [String]
  ) {
    self.title = title
    self.kind = kind
    self.accepts = accepts
    self.cases = cases
    self.validators = validators
    self.text = text
    self.references = references
  }

  /// Whether it explains what the validator says about a case.
  public func explains(_ id: String, of validator: String) -> Bool {
    guard validators?.contains(validator) ?? true else { return false }
    return cases.contains { Self.matches(id, $0) }
  }

  /// Whether an id has the form of a pattern, in which `*` is any text.
  public static func matches(_ id: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
    guard parts.count > 1 else { return id == pattern }
    var rest = Array(id.utf8)[...]
    guard rest.starts(with: parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      while !rest.starts(with: part) {
        guard rest.popFirst() != nil else { return false }
      }
      rest = rest.dropFirst(part.count)
    }
    let last = parts[parts.count - 1]
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
