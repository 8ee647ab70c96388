internal import RogueModel

/// A key of a world below one that a scenario can change: its name, its meaning, the form of its value.
public struct Part<Owner>: Sendable {
  public let name: String
  /// One line for messages, the schema and the documentation, with the section of the RFC.
  public let summary: String
  public let isRequired: Bool
  /// The value in YAML's flow form, with defaults filled in; nil if it has no short form.
  public let text: @Sendable (Owner) -> String?
  /// Standard terms for it, for `rogues list --grep`.
  private(set) var keywords: [String] = []

  init(
    _ name: String, _ summary: String, required: Bool = false, text: @escaping @Sendable (Owner) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = required
    self.text = text
  }

  /// The same with keywords.
  func found(by keywords: String...) -> Part {
    var part = self
    part.keywords = keywords
    return part
  }
}

/// A key of a world that a scenario can change, with everything that the stages need to know about it.
///
/// A value, not a protocol: stimuli differ only in what they declare, and stages fold over lists of them. `Owner` is
/// the recipe that the key belongs to.
public struct Stimulus<Owner>: Sendable {
  public private(set) var part: Part<Owner>
  /// The evidence of its change on the wire.
  public let evidence: EvidenceRule
  /// The value below the key.
  let below: @Sendable (Owner, ArraySlice<String>) -> String?

  /// The capabilities that a validator needs for the owner's value; nil: none, whatever the value.
  private(set) var needs: (@Sendable (Owner, TLSVersion) -> Set<Capability>)?
  /// Why an engine cannot serve the value that the world has; nil: each can serve all.
  private(set) var limit: (@Sendable (World, Serving) -> String?)?
  /// The fields of an attempt that must reach a validator, or must be known, so that its result means anything.
  private(set) var demands: @Sendable (Owner) -> Set<AttemptField> = { _ in [] }
  /// Whether the owner's value is about HTTP.
  private(set) var isAboutHTTP: @Sendable (Owner) -> Bool = { _ in false }
  /// Whether the owner's value is about how a client comes to TLS.
  private(set) var precedesTLS: @Sendable (Owner) -> Bool = { _ in false }
  /// The certificates that the owner's value has the server, or its proxy, present.
  private(set) var presents: @Sendable (Owner) -> [String] = { _ in [] }
  /// Standard terms for the owner's value, for `rogues list --grep`.
  private(set) var keywords: @Sendable (Owner) -> [String] = { _ in [] }

  /// Whether it holds parts of some connections, by their number or name.
  private(set) var holdsParts = false

  /// Whether healthy owners have it too; then only a mutation of it is about it.
  private(set) var isOrdinary = false

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

  private func with(_ change: (inout Stimulus) -> Void) -> Stimulus {
    var stimulus = self
    change(&stimulus)
    return stimulus
  }

  /// The same with its requirements on a validator: features of its configuration, never security.
  func needing(_ needs: @escaping @Sendable (Owner, TLSVersion) -> Set<Capability>) -> Stimulus {
    with { $0.needs = needs }
  }

  /// The same with what not every engine can serve.
  func limited(_ limit: @escaping @Sendable (World, Serving) -> String?) -> Stimulus { with { $0.limit = limit } }

  /// The same with fields of an attempt that have to reach a validator.
  func demanding(_ demands: @escaping @Sendable (Owner) -> Set<AttemptField>) -> Stimulus {
    with { $0.demands = demands }
  }

  /// The same as a key of HTTP alone.
  func ofHTTP(_ isAboutHTTP: @escaping @Sendable (Owner) -> Bool) -> Stimulus { with { $0.isAboutHTTP = isAboutHTTP } }

  /// The same with keywords: scenarios that mutate it, or that use an owner with it, are found by them.
  ///
  /// - Parameters:
  ///   - ordinary: Healthy owners have it too; then only a mutation of it is about it.
  ///   - more: Further keywords that depend on the value.
  func found(
    by keywords: String..., ordinary: Bool = false, and more: @escaping @Sendable (Owner) -> [String] = { _ in [] }
  ) -> Stimulus {
    with { stimulus in
      stimulus.keywords = { owner in keywords + more(owner) }
      stimulus.isOrdinary = ordinary
    }
  }

  /// The same as something about how a client comes to TLS.
  func precedingTLS(_ precedesTLS: @escaping @Sendable (Owner) -> Bool) -> Stimulus {
    with { $0.precedesTLS = precedesTLS }
  }

  /// The same with the certificates that it presents.
  func presenting(_ presents: @escaping @Sendable (Owner) -> [String]) -> Stimulus { with { $0.presents = presents } }

  /// The same as a key with parts of some connections.
  func holdingParts() -> Stimulus { with { $0.holdsParts = true } }

  /// The same stimulus as an optional key.
  func optional(_ summary: String) -> Stimulus { with { $0.part = Part(name, summary, text: part.text) } }

  func text(of owner: Owner, at path: ArraySlice<String>) -> String? {
    path.isEmpty ? part.text(owner) : below(owner, path)
  }
}

/// A list of names in YAML's flow form.
func flow(_ list: [String]) -> String { "[\(list.joined(separator: ", "))]" }
