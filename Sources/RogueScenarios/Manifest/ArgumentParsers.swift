internal import RogueModel
internal import RogueYAML

/// The mapping form of an argument: once for every pin.
enum EachKeys {
  private static let item = ValueParser<String>.handed(.template(Placeholder.attempt + Placeholder.item))

  static let each = Field(
    "each", ValueParser<[String]>.oneOrList(of: item, "arguments"), required: true,
    "for every pin, with {base64} {hex} {der} {pem}")
  static let join = Field(
    "join", .anyText(), "the separator that joins them into one argument; default: one argument each")

  static let table = Table(
    "each", subject: "'each'", "An argument for every pin.", [each.key, join.key])

  static let shape = ValueParser<AdapterManifest.Argument>.table(table) { entries in
    let separator = entries[join]
    guard let items = entries[each] else { return nil }
    guard let separator else {
      return entries.has(join) ? nil : .repeated(each: items)
    }
    guard let only = items.first, items.count == 1 else {
      entries.reader.report(at: entries.position(each), "'join' needs one text in 'each'")
      return nil
    }
    return .joined(each: only, separator: separator)
  }
}

extension ValueParser where Value == AdapterManifest.Argument {
  static var argument: ValueParser {
    let form = ValueSyntax.either([.text(what: "an argument", pattern: nil), .table(EachKeys.table)])
    return ValueParser(form) { node, reader in
      if case .mapping = node { return EachKeys.shape.read(node, reader) }
      return ValueParser<String>.handed(.template).read(node, reader).map { .text($0) }
    }
  }
}

/// `arguments` as written: their meaning depends on the door.
struct ArgumentsDraft {
  var node: YAMLNode

  static let exec = ValueParser<[String]>.list(of: .handed(.anyText("an argument")), "arguments")

  private static let group = ValueParser<[(YAMLNode.Scalar, [AdapterManifest.Argument])]>.map(
    keys: .conditions, of: .list(of: .argument, "arguments"))
  static let recipe = ValueParser<[[(YAMLNode.Scalar, [AdapterManifest.Argument])]]>.list(
    of: group, "{condition: [arguments]}")

  /// The groups of a recipe; nil after a report.
  func groups(_ reader: NodeReader) -> [AdapterManifest.ArgumentGroup]? {
    guard let groups = Self.recipe.read(node, reader), case .sequence(let nodes) = node else { return nil }
    var result: [AdapterManifest.ArgumentGroup] = []
    for (pairs, item) in zip(groups, nodes.items) {
      guard pairs.count == 1, let (key, arguments) = pairs.first,
        let condition = AdapterManifest.ArgumentGroup.Condition(rawValue: key.text)
      else {
        reader.report(at: item.position, "a group is one condition with its arguments", help: "- always: [--silent]")
        continue
      }
      let hasItems = arguments.contains { if case .text = $0 { false } else { true } }
      if hasItems, condition.pins == nil {
        reader.report(
          at: key.position, "'each' has nothing to repeat under '\(key.text)'",
          help: "use it under pins.spki or pins.certificate")
      }
      result.append(AdapterManifest.ArgumentGroup(when: condition, arguments: arguments))
    }
    return result
  }
}

extension ValueParser where Value == ArgumentsDraft {
  static var arguments: ValueParser {
    ValueParser(.either([ArgumentsDraft.recipe.form, ArgumentsDraft.exec.form])) { node, _ in ArgumentsDraft(node: node)
    }
  }
}
