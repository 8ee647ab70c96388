/// A named defect or behaviour with its parameters, as written in a world or scenario.
public struct NamedUse: Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var parameters: [String: ParameterValue]

  public init(_ name: String, _ parameters: [String: ParameterValue] = [:]) {
    self.name = name
    self.parameters = parameters
  }

  public enum ParameterValue: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case text(String)
    case flag(Bool)

    public var description: String {
      switch self {
      case .integer(let value): String(value)
      case .text(let value): value
      case .flag(let value): String(value)
      }
    }
  }

  /// In YAML flow form, for people.
  public var description: String {
    guard !parameters.isEmpty else { return name }
    let pairs = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "{\(name): {\(pairs.joined(separator: ", "))}}"
  }
}

/// The name, summary and parameters of a defect or behaviour, against which the loader checks its uses.
public struct NamedDescriptor: Hashable, Sendable {
  public var name: String
  /// One line for `rogues list --defects`, `rogues list --behaviours` and the schema.
  public var summary: String
  /// Standard terms for it, such as `EKU`; `rogues list --grep` finds scenarios that use it by them.
  public var keywords: [String]
  /// Keywords in one version of TLS only, if the fault is in another message there.
  public var versionKeywords: [TLSVersion: [String]]
  public var parameters: [Parameter]
  /// The TLS versions in which it exists; for a defect, all of them.
  public var versions: [TLSVersion]
  /// The fields of an attempt that must reach a validator, or must be known, so that its result means anything.
  public var demands: Set<AttemptField>

  public init(
    name: String, summary: String, keywords: [String] = [], versionKeywords: [TLSVersion: [String]] = [:],
    parameters: [Parameter] = [], versions: [TLSVersion] = TLSVersion.allCases, demands: Set<AttemptField> = []
  ) {
    self.name = name
    self.summary = summary
    self.keywords = keywords
    self.versionKeywords = versionKeywords
    self.parameters = parameters
    self.versions = versions
    self.demands = demands
  }

  /// The keywords of one use of it in some versions of TLS.
  public func keywords(of use: NamedUse, in tls: [TLSVersion]) -> [String] {
    let chosen = parameters.flatMap { parameter in
      use.parameters[parameter.name].flatMap { parameter.keywords[$0.description] } ?? []
    }
    return keywords + tls.flatMap { versionKeywords[$0] ?? [] } + chosen
  }

  public struct Parameter: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case integer, text, flag }
    public var name: String
    public var kind: Kind
    public var summary: String
    public var isRequired: Bool
    /// The only texts that are allowed; empty: any.
    public var choices: [String]
    /// Further keywords of a use with one of these choices.
    public var keywords: [String: [String]]
    /// The whole numbers that are allowed; nil: any.
    public var range: ClosedRange<Int>?

    public init(
      name: String, kind: Kind, summary: String, isRequired: Bool = false, choices: [String] = [],
      keywords: [String: [String]] = [:], range: ClosedRange<Int>? = nil
    ) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.isRequired = isRequired
      self.choices = choices
      self.keywords = keywords
      self.range = range
    }
  }
}
