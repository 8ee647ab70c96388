internal import RogueModel
internal import RogueYAML

extension ValueParser {
  /// A list; nil when any item is wrong.
  static func list<Item>(of item: ValueParser<Item>, minimum: Int = 0, _ what: String) -> ValueParser
  where Value == [Item] {
    let form = ValueSyntax.list(of: item.form, minimum: minimum, what: what)
    return ValueParser(form) { node, reader in
      guard case .sequence(let sequence) = node else {
        return reader.mismatch(node, form, help: node.scalarText.map { "write it as a list: [\($0)]" })
      }
      guard sequence.items.count >= minimum else {
        reader.report(at: sequence.position, "expected a list of \(what), found an empty one")
        return nil
      }
      return Self.items(sequence.items, item, reader)
    }
  }

  /// One value, or a list of them that is not empty.
  static func oneOrList<Item>(of item: ValueParser<Item>, _ what: String) -> ValueParser where Value == [Item] {
    let list = ValueParser<[Item]>.list(of: item, minimum: 1, what)
    return ValueParser(.oneOrList(of: item.form)) { node, reader in
      if case .sequence = node { return list.read(node, reader) }
      return item.read(node, reader).map { [$0] }
    }
  }

  /// A mapping with free keys, in the order of the file.
  static func map<Item>(keys: ValueSyntax.MapKeys, of item: ValueParser<Item>) -> ValueParser
  where Value == [(YAMLNode.Scalar, Item)] {
    let form = ValueSyntax.map(keys: keys, of: item.form)
    return ValueParser(form) { node, reader in
      guard !node.isNull else { return [] }
      guard case .mapping(let mapping) = node else { return reader.mismatch(node, form) }
      var pairs: [(YAMLNode.Scalar, Item)] = []
      for entry in mapping.entries {
        let isGood = keys.check(entry.key, reader)
        if let value = item.read(entry.value, reader), isGood { pairs.append((entry.key, value)) }
      }
      return pairs.count == mapping.entries.count ? pairs : nil
    }
  }

  /// A mapping with the keys of a table.
  static func table(_ table: Table, _ make: @escaping @Sendable (Entries) -> Value?) -> ValueParser {
    ValueParser(.table(table)) { node, reader in table.entries(of: node, reader).flatMap(make) }
  }

  /// The value, or nil where `null` was written: distinct from a missing one.
  static func nullable<Wrapped>(_ shape: ValueParser<Wrapped>) -> ValueParser where Value == Wrapped? {
    ValueParser(.nullable(shape.form)) { node, reader in
      if node.isNull { return .some(nil) }
      return shape.read(node, reader).map { .some($0) }
    }
  }

  private static func items<Item>(_ nodes: [YAMLNode], _ item: ValueParser<Item>, _ reader: NodeReader) -> [Item]? {
    let items = nodes.compactMap { item.read($0, reader) }
    return items.count == nodes.count ? items : nil
  }
}

extension Table {
  /// The entries of a mapping, its keys checked; nothing at all counts as an empty one.
  func entries(of node: YAMLNode, _ reader: NodeReader) -> Entries? {
    let mapping: YAMLNode.Mapping
    switch node {
    case .mapping(let given): mapping = given
    case .scalar where node.isNull: mapping = YAMLNode.Mapping(entries: [], position: node.position)
    case .scalar, .sequence: return reader.mismatch(node, .table(self))
    }
    check(mapping, reader)
    return Entries(mapping, reader)
  }

  /// Reports keys that the table does not have and required ones that the mapping does not have.
  private func check(_ mapping: YAMLNode.Mapping, _ reader: NodeReader) {
    for entry in mapping.entries where !has(entry.key.text) {
      reader.report(
        at: entry.key.position, "unknown key '\(NodeReader.shortened(entry.key.text))' in \(subject)",
        help: NearMiss.question(for: entry.key.text, among: names) ?? "known keys: \(names.joined(separator: ", "))")
    }
    for key in required where mapping.entry(key.name) == nil {
      reader.report(at: mapping.position, "missing key '\(key.name)' in \(subject)", help: key.summary)
    }
  }
}

extension ValueSyntax.MapKeys {
  /// Whether a key is one of these; reports it otherwise.
  func check(_ key: YAMLNode.Scalar, _ reader: NodeReader) -> Bool {
    switch self {
    case .names:
      if Name.isValid(key.text) { return true }
      reader.report(at: key.position, "expected \(Name.what), found '\(NodeReader.shortened(key.text))'")
    case .references(let reference): return reader.check(key.text, is: reference, at: key.position)
    case .numbers:
      if let number = Int(key.text), number >= 1, String(number) == key.text { return true }
      reader.report(at: key.position, "expected a whole number from 1, found '\(NodeReader.shortened(key.text))'")
    case .capabilities:
      let known = (Capability.known + [.https]).map(\.rawValue)
      if known.contains(key.text) { return true }
      reader.report(
        at: key.position, "unknown capability '\(NodeReader.shortened(key.text))'",
        help: NearMiss.question(for: key.text, among: known))
    case .attemptFields:
      let known = AttemptField.allCases.map(\.rawValue)
      if known.contains(key.text) { return true }
      reader.report(
        at: key.position, "unknown field '\(NodeReader.shortened(key.text))' of an attempt",
        help: NearMiss.question(for: key.text, among: known) ?? "fields: \(known.joined(separator: ", "))")
    case .conditions:
      let known = AdapterManifest.ArgumentGroup.Condition.allCases.map(\.rawValue)
      if known.contains(key.text) { return true }
      reader.report(
        at: key.position, "unknown condition '\(NodeReader.shortened(key.text))'",
        help: NearMiss.question(for: key.text, among: known) ?? "conditions: \(known.joined(separator: ", "))")
    case .variables:
      if !key.text.isEmpty, !key.text.unicodeScalars.contains(where: { $0 == "=" || $0.value == 0 }) { return true }
      reader.report(
        at: key.position, "expected the name of a variable, found '\(NodeReader.shortened(key.text))'",
        help: "a name has neither '=' nor NUL")
    case .hosts:
      if let problem = RequestedHost.problem(with: key.text) {
        reader.report(
          at: key.position, "'\(NodeReader.shortened(key.text))' is no valid host: \(problem.message)",
          help: problem.help)
      } else if InternetAddress.isValid(HostName.withoutFinalDot(key.text)) {
        reader.report(at: key.position, "no ClientHello names an address (RFC 6066, section 3)", help: "write a host")
      } else {
        return true
      }
    case .path, .text: return true
    }
    return false
  }
}

extension YAMLNode {
  /// The text of a short scalar that is not null.
  var scalarText: String? {
    if case .scalar(let scalar) = self, !isNull, scalar.text.count <= 60 { return scalar.flowText }
    return nil
  }
}

extension YAMLNode.Scalar {
  fileprivate var flowText: String { YAMLNode.scalar(self).flow }
}
