/// A YAML tree with the position of every part.
///
/// Scalars stay text: only the reader knows what a word means. Aliases are already replaced by the node that they name,
/// which keeps its own position. Equal nodes are at the same place.
public enum YAMLNode: Sendable, Equatable {
  case scalar(Scalar)
  case sequence(Sequence)
  case mapping(Mapping)

  public var position: YAMLPosition {
    switch self {
    case .scalar(let scalar): scalar.position
    case .sequence(let sequence): sequence.position
    case .mapping(let mapping): mapping.position
    }
  }

  /// Nothing was written: an empty value, `~` or `null` without quotes.
  public var isNull: Bool {
    if case .scalar(let scalar) = self { return scalar.isNull }
    return false
  }

  public struct Scalar: Sendable, Equatable {
    public var text: String
    /// Written without quotes and not as a block.
    public var isPlain: Bool
    public var position: YAMLPosition

    public init(text: String, isPlain: Bool, position: YAMLPosition) {
      self.text = text
      self.isPlain = isPlain
      self.position = position
    }

    public var isNull: Bool { isPlain && (text.isEmpty || text == "~" || text == "null") }
  }

  public struct Sequence: Sendable, Equatable {
    public var items: [YAMLNode]
    public var position: YAMLPosition

    public init(items: [YAMLNode], position: YAMLPosition) {
      self.items = items
      self.position = position
    }
  }

  /// Entries in the order of the file; keys are unique.
  public struct Mapping: Sendable, Equatable {
    public var entries: [Entry]
    public var position: YAMLPosition

    public init(entries: [Entry], position: YAMLPosition) {
      self.entries = entries
      self.position = position
    }

    public func entry(_ key: String) -> Entry? { entries.first { $0.key.text == key } }

    public subscript(key: String) -> YAMLNode? { entry(key)?.value }
  }

  public struct Entry: Sendable, Equatable {
    public var key: Scalar
    public var value: YAMLNode

    public init(key: Scalar, value: YAMLNode) {
      self.key = key
      self.value = value
    }
  }
}
