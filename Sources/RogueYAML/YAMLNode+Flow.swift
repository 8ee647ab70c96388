extension YAMLNode {
  /// The tree in YAML flow form on one line, for people.
  public var flow: String {
    switch self {
    case .scalar(let scalar): scalar.flow
    case .sequence(let sequence): "[" + sequence.items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let mapping):
      "{" + mapping.entries.map { "\($0.key.flow): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }
}

extension YAMLNode.Scalar {
  fileprivate var flow: String {
    if isNull { return "null" }
    if isPlain, !text.unicodeScalars.contains(where: { "\n,[]{}".unicodeScalars.contains($0) }) { return text }
    return YAMLText.quoted(text)
  }
}
