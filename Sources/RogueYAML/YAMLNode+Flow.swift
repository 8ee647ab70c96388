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
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where TextCheck.isShowable(scalar): quoted.unicodeScalars.append(scalar)
      default:
        quoted +=
          "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
      }
    }
    return quoted + "\""
  }
}
