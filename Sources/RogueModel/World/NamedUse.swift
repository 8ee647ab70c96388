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

/// What a defect or behaviour is called, says of itself and takes: the vocabulary that the loader checks against.
public struct NamedDescriptor: Hashable, Sendable {
  public var name: String
  /// One line for `rogues list --defects`, `rogues list --behaviours` and the schema.
  public var summary: String
  public var parameters: [Parameter]
  /// The versions of TLS in which there is such a thing; of a defect, all of them.
  public var versions: [TLSVersion]

  public init(
    name: String, summary: String, parameters: [Parameter] = [], versions: [TLSVersion] = TLSVersion.allCases
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.versions = versions
  }

  public struct Parameter: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case integer, text, flag }
    public var name: String
    public var kind: Kind
    public var summary: String
    public var isRequired: Bool
    /// The only texts that are taken; empty: any.
    public var choices: [String]
    /// The whole numbers that are taken; nil: any.
    public var range: ClosedRange<Int>?

    public init(
      name: String, kind: Kind, summary: String, isRequired: Bool = false, choices: [String] = [],
      range: ClosedRange<Int>? = nil
    ) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.isRequired = isRequired
      self.choices = choices
      self.range = range
    }
  }
}
