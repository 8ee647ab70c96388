internal import RogueModel
internal import RogueYAML

extension ValueParser where Value == [NamedUse] {
  /// A list of defects or behaviours: a name, or a name with its parameters.
  static func uses(_ use: ValueSyntax.Use) -> ValueParser {
    let form = ValueSyntax.uses(use)
    return ValueParser(form) { node, reader in
      guard case .sequence(let sequence) = node else { return reader.mismatch(node, form) }
      let known = use == .defect ? reader.vocabulary.defects : reader.vocabulary.behaviours
      let uses = sequence.items.compactMap { Self.use(use, $0, known, reader) }
      return uses.count == sequence.items.count ? uses : nil
    }
  }

  private static func use(
    _ use: ValueSyntax.Use, _ node: YAMLNode, _ known: [NamedDescriptor], _ reader: NodeReader
  ) -> NamedUse? {
    let what = ValueSyntax.text(what: "a \(use.rawValue), or a mapping from one to its parameters", pattern: nil)
    let name: YAMLNode.Scalar
    var parameters: YAMLNode?
    switch node {
    case .scalar(let scalar) where !scalar.isNull: name = scalar
    case .mapping(let mapping) where mapping.entries.count == 1:
      name = mapping.entries[0].key
      parameters = mapping.entries[0].value
    case .scalar, .sequence, .mapping: return reader.mismatch(node, what)
    }
    guard let descriptor = known.first(where: { $0.name == name.text }) else {
      reader.report(
        at: name.position, "unknown \(use.rawValue) '\(NodeReader.shortened(name.text))'",
        help: NearMiss.question(for: name.text, among: known.map(\.name))
          ?? "rogues list --\(use == .defect ? "defects" : "behaviours") lists them")
      return nil
    }
    return Self.parameters(of: descriptor, parameters, at: name.position, reader).map { NamedUse(name.text, $0) }
  }

  private static func parameters(
    of descriptor: NamedDescriptor, _ node: YAMLNode?, at position: YAMLPosition, _ reader: NodeReader
  ) -> [String: NamedUse.ParameterValue]? {
    let table = descriptor.table
    let shape = ValueParser<[String: NamedUse.ParameterValue]>.table(table) { entries in
      var values: [String: NamedUse.ParameterValue] = [:]
      for parameter in descriptor.parameters {
        guard let node = entries.mapping[parameter.name] else { continue }
        guard let value = parameter.value(node, entries.reader) else { return nil }
        values[parameter.name] = value
      }
      return values
    }
    let empty = YAMLNode.mapping(YAMLNode.Mapping(entries: [], position: position))
    let before = reader.errors
    let values = shape.read(node.flatMap { $0.isNull ? nil : $0 } ?? empty, reader)
    return reader.errors == before ? values : nil
  }
}

extension NamedDescriptor {
  /// The parameters as a table, for the reader and the schema.
  var table: Table {
    Table(
      "\(name)-parameters", subject: "the parameters of '\(name)'", summary,
      parameters.map { Key(name: $0.name, summary: $0.summary, isRequired: $0.isRequired, form: $0.form) })
  }
}

extension NamedDescriptor.Parameter {
  /// Integers of the parameter's 64 bits, unless its range is smaller.
  private var integers: ValueParser<Int> { .integer(range ?? Int.min...Int.max) }

  private var texts: ValueParser<String> { choices.isEmpty ? .anyText() : .choice(of: choices) }

  var form: ValueSyntax {
    switch kind {
    case .integer: integers.form
    case .text: texts.form
    case .flag: ValueParser<Bool>.flag.form
    }
  }

  func value(_ node: YAMLNode, _ reader: NodeReader) -> NamedUse.ParameterValue? {
    switch kind {
    case .integer: integers.read(node, reader).map { .integer(Int64($0)) }
    case .text: texts.read(node, reader).map { .text($0) }
    case .flag: ValueParser<Bool>.flag.read(node, reader).map { .flag($0) }
    }
  }
}
