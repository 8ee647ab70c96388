public import RogueModel

/// Holds JSON against a JSON Schema, as far as the schemas of this project go; what else a schema says is a problem.
///
/// Stricter than a validator: a member that the schema does not describe is a problem, too, so that nothing is written that
/// no page tells.
public struct SchemaCheck: Sendable {
  private let root: JSON
  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "enum", "const", "required", "properties", "items",
    "minimum", "maximum", "pattern", "allOf", "anyOf", "oneOf", "if", "then", "propertyNames", "additionalProperties",
    "contentEncoding",
  ]

  public init(_ schema: JSON) { root = schema }

  /// What is wrong, with its place; empty: nothing.
  public func problems(_ value: JSON) -> [String] {
    var described: Set<String> = []
    return problems(value, root, "", &described)
  }

  private func problems(_ value: JSON, _ schema: JSON, _ path: String, _ described: inout Set<String>) -> [String] {
    var problems = (schema.members ?? []).filter { !Self.known.contains($0.name) }.map {
      "\(path): the check does not know '\($0.name)'"
    }
    problems += own(value, schema, path)
    var names = Set((schema["properties"]?.members ?? []).map(\.name))
    if let reference = schema["$ref"]?.string {
      problems += self.problems(value, definition(reference), path, &names)
    }
    for part in schema["allOf"]?.array ?? [] {
      if let condition = part["if"] {
        var ignored: Set<String> = []
        guard self.problems(value, condition, path, &ignored).allSatisfy({ $0.contains("not described") }) else {
          continue
        }
        if let then = part["then"] { problems += self.problems(value, then, path, &names) }
      } else {
        problems += self.problems(value, part, path, &names)
      }
    }
    for word in ["anyOf", "oneOf"] {
      guard let parts = schema[word]?.array else { continue }
      let tries = parts.map { part -> (problems: [String], names: Set<String>) in
        var inner: Set<String> = []
        return (self.problems(value, part, path, &inner), inner)
      }
      let fitting = tries.filter(\.problems.isEmpty)
      if let first = fitting.first {
        names.formUnion(first.names)
        if word == "oneOf", fitting.count > 1 { problems.append("\(path): fits \(fitting.count) of oneOf") }
      } else {
        problems += tries.min { $0.problems.count < $1.problems.count }?.problems ?? []
      }
    }
    described.formUnion(names)
    let isOpen = schema["additionalProperties"] != nil || schema["properties"] == nil && schema["$ref"] == nil
    if !isOpen, path.isEmpty || schema["properties"] != nil {
      for member in value.members ?? [] where !names.contains(member.name) {
        problems.append("\(path).\(member.name): not described")
      }
    }
    return problems
  }

  private func definition(_ reference: String) -> JSON {
    root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] ?? ["enum": []]
  }

  private func own(_ value: JSON, _ schema: JSON, _ path: String) -> [String] {
    var problems: [String] = []
    if let type = schema["type"] {
      let types = type.string.map { [$0] } ?? (type.array ?? []).compactMap(\.string)
      if !types.contains(where: { value.isA($0) }) {
        return ["\(path): should be \(types.joined(separator: " or ")), is \(value.line.prefix(60))"]
      }
    }
    if let words = schema["enum"]?.array, !words.contains(value) {
      problems.append("\(path): \(value.line.prefix(60)) is not one of the words")
    }
    if let constant = schema["const"], constant != value { problems.append("\(path): should be \(constant.line)") }
    if let number = value.integer {
      if let minimum = schema["minimum"]?.integer, number < minimum { problems.append("\(path): below \(minimum)") }
      if let maximum = schema["maximum"]?.integer, number > maximum { problems.append("\(path): above \(maximum)") }
    }
    if let pattern = schema["pattern"]?.string, let text = value.string,
      (try? Regex(pattern).firstMatch(in: text)) == nil
    {
      problems.append("\(path): '\(text)' does not fit \(pattern)")
    }
    if schema["contentEncoding"] == "base64", let text = value.string, Base64.decode(text) == nil {
      problems.append("\(path): not base64")
    }
    if let members = value.members {
      for name in schema["required"]?.array ?? [] where value[name.string ?? ""] == nil {
        problems.append("\(path): '\(name.string ?? "")' is missing")
      }
      for member in members {
        var ignored: Set<String> = []
        if let inner = schema["properties"]?[member.name] {
          problems += self.problems(member.value, inner, "\(path).\(member.name)", &ignored)
        } else if let other = schema["additionalProperties"], other.members != nil {
          problems += self.problems(member.value, other, "\(path).\(member.name)", &ignored)
          if let names = schema["propertyNames"] {
            problems += self.problems(.string(member.name), names, "\(path).\(member.name)", &ignored)
          }
        }
      }
    }
    if let items = schema["items"] {
      for (index, item) in (value.array ?? []).enumerated() {
        var ignored: Set<String> = []
        problems += self.problems(item, items, "\(path)[\(index)]", &ignored)
      }
    }
    return problems
  }
}

extension JSON {
  fileprivate func isA(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .number),
      ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
