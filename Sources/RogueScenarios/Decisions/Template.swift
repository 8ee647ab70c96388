internal import RogueModel
internal import RogueYAML

/// A YAML tree with variables.
///
/// A scalar that is `${name}` alone becomes the variable's node: an item or entry whose variable is null disappears, and
/// a list in the place of an item becomes items. Inside other text, `${name}` becomes the variable's text.
struct Template {
  /// A variable may lead to another so often.
  private static let deepest = 8

  var variables: [String: YAMLNode]
  var reader: NodeReader

  /// The tree without variables; nil after a report.
  func filled(_ node: YAMLNode) -> YAMLNode? { filled(node, 0) }

  private func filled(_ node: YAMLNode, _ depth: Int) -> YAMLNode? {
    // What stays as it is stays shared, and is found quickly to be the same.
    guard node.mayHaveVariables else { return node }
    switch node {
    case .scalar(let scalar): return self.scalar(scalar, depth)
    case .sequence(var sequence):
      var items: [YAMLNode] = []
      for item in sequence.items {
        guard let value = filled(item, depth) else { return nil }
        if Self.variable(item) == nil {
          items.append(value)
        } else if case .sequence(let list) = value {
          items += list.items
        } else if !value.isNull {
          items.append(value)
        }
      }
      sequence.items = items
      return .sequence(sequence)
    case .mapping(var mapping):
      var entries: [YAMLNode.Entry] = []
      for entry in mapping.entries {
        guard let value = filled(entry.value, depth), case .scalar(let key)? = scalar(entry.key, depth) else {
          return nil
        }
        if Self.variable(entry.value) == nil || !value.isNull { entries.append(YAMLNode.Entry(key: key, value: value)) }
      }
      mapping.entries = entries
      return .mapping(mapping)
    }
  }

  private func scalar(_ scalar: YAMLNode.Scalar, _ depth: Int) -> YAMLNode? {
    guard scalar.mayHaveVariables, scalar.text.contains("${") else { return .scalar(scalar) }
    guard depth < Self.deepest else {
      reader.report(at: scalar.position, "variables lead to variables without an end")
      return nil
    }
    if let name = Self.variable(.scalar(scalar)) {
      return value(of: name, at: scalar.position).flatMap { filled($0, depth + 1) }
    }
    var scalar = scalar
    var text = ""
    var rest = scalar.text[...]
    while let start = rest.firstRange(of: "${") {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}") else {
        reader.report(at: scalar.position, "'${' without '}'")
        return nil
      }
      guard let value = value(of: String(rest[..<end]), at: scalar.position), let filled = filled(value, depth + 1)
      else { return nil }
      guard case .scalar(let inner) = filled else {
        reader.report(at: scalar.position, "'${\(rest[..<end])}' is not text, and cannot be part of text")
        return nil
      }
      text += inner.isNull ? "" : inner.text
      rest = rest[rest.index(after: end)...]
    }
    scalar.text = (text + rest).split(separator: " ").joined(separator: " ")
    return .scalar(scalar)
  }

  private func value(of name: String, at position: YAMLPosition) -> YAMLNode? {
    if let value = variables[name] { return value }
    reader.report(
      at: position, "nothing sets the variable '\(NodeReader.shortened(name))' in this cell",
      help: NearMiss.question(for: name, among: variables.keys.sorted()))
    return nil
  }

  /// The name of the variable that a node is, and nothing else.
  private static func variable(_ node: YAMLNode) -> String? {
    guard case .scalar(let scalar) = node, scalar.text.utf8.first == UInt8(ascii: "$"), scalar.text.hasPrefix("${"),
      scalar.text.hasSuffix("}")
    else { return nil }
    let name = scalar.text.dropFirst(2).dropLast()
    return name.contains("}") ? nil : String(name)
  }
}

extension YAMLNode {
  fileprivate var mayHaveVariables: Bool {
    switch self {
    case .scalar(let scalar): scalar.mayHaveVariables
    case .sequence(let sequence): sequence.items.contains(where: \.mayHaveVariables)
    case .mapping(let mapping):
      mapping.entries.contains { $0.key.mayHaveVariables || $0.value.mayHaveVariables }
    }
  }
}

extension YAMLNode.Scalar {
  /// Most texts have none, and a search for two characters costs a hundred times as much.
  var mayHaveVariables: Bool { text.utf8.contains(UInt8(ascii: "$")) }
}
