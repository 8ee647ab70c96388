/// A key of a world below one that a scenario can change: what it is called, what it means, how its value is written.
public struct Part<Owner>: Sendable {
  public let name: String
  /// One line for messages, the schema and the documentation, with the section of the RFC.
  public let summary: String
  public let isRequired: Bool
  /// The value in YAML's flow form, with defaults in place; nil where it has no short form.
  public let text: @Sendable (Owner) -> String?

  init(
    _ name: String, _ summary: String, required: Bool = false, text: @escaping @Sendable (Owner) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = required
    self.text = text
  }
}

/// A key of a world that a scenario can change, with all that the stages have to know about it.
///
/// A value and no protocol: a stimulus is told apart from others by what it says alone, and stages fold over lists of
/// them. `Owner` is the recipe that the key belongs to.
public struct Stimulus<Owner>: Sendable {
  public let part: Part<Owner>
  /// What on the wire shows that it was changed.
  public let evidence: EvidenceRule
  /// The value below the key.
  let below: @Sendable (Owner, ArraySlice<String>) -> String?

  public var name: String { part.name }

  /// - Parameters:
  ///   - summary: One line with the section of the RFC.
  ///   - evidence: Has no default on purpose.
  ///   - below: The text of what a longer path names.
  ///   - text: The value in YAML's flow form.
  init(
    _ name: String, _ summary: String, required: Bool = false, evidence: EvidenceRule,
    below: @escaping @Sendable (Owner, ArraySlice<String>) -> String? = { _, _ in nil },
    text: @escaping @Sendable (Owner) -> String?
  ) {
    part = Part(name, summary, required: required, text: text)
    self.evidence = evidence
    self.below = below
  }

  func text(of owner: Owner, at path: ArraySlice<String>) -> String? {
    path.isEmpty ? part.text(owner) : below(owner, path)
  }
}

/// A list of names in YAML's flow form.
func flow(_ list: [String]) -> String { "[\(list.joined(separator: ", "))]" }
