internal import RogueModel

/// Writes tables and forms as JSON Schema, every table once, as a definition.
struct SchemaWriter {
  private let vocabulary: Vocabulary
  private var definitions: [String: JSON] = [:]
  /// In order of first use, which is the order in which they are read.
  private var order: [String] = []

  private init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  static func document(of table: Table, titled title: String, _ vocabulary: Vocabulary) -> JSON {
    var writer = SchemaWriter(vocabulary)
    var members: [JSON.Member] = [
      JSON.Member("$schema", .string(Self.dialect)), JSON.Member("title", .string(title)),
    ]
    members += writer.members(of: table)
    let definitions = writer.order.map { JSON.Member($0, writer.definitions[$0] ?? .null) }
    if !definitions.isEmpty { members.append(JSON.Member("$defs", .object(definitions))) }
    return .object(members)
  }

  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  private mutating func members(of table: Table) -> [JSON.Member] {
    var members: [JSON.Member] = [
      JSON.Member("description", .string(table.summary)), JSON.Member("type", "object"),
      JSON.Member("additionalProperties", false),
    ]
    let required = table.required.map { JSON.string($0.name) }
    if !required.isEmpty { members.append(JSON.Member("required", .array(required))) }
    var properties: [JSON.Member] = []
    for key in table.keys {
      var schema: [JSON.Member] = [JSON.Member("description", .string(key.summary))]
      schema += self.members(of: key.form)
      properties.append(JSON.Member(key.name, .object(schema)))
    }
    members.append(JSON.Member("properties", .object(properties)))
    return members
  }

  private mutating func schema(of form: ValueSyntax) -> JSON { .object(members(of: form)) }

  private mutating func reference(to table: Table) -> [JSON.Member] {
    if definitions[table.name] == nil {
      order.append(table.name)
      // Taken before its keys are walked, so that a table that holds itself ends.
      definitions[table.name] = .null
      definitions[table.name] = .object(members(of: table))
    }
    return [JSON.Member("$ref", .string("#/$defs/\(table.name)"))]
  }

  private mutating func reference(to list: WordList) -> [JSON.Member] {
    if definitions[list.name] == nil {
      order.append(list.name)
      definitions[list.name] = .object(list.definition)
    }
    return [JSON.Member("$ref", .string("#/$defs/\(list.name)"))]
  }

  private mutating func members(of form: ValueSyntax) -> [JSON.Member] {
    switch form {
    case .text(_, let pattern):
      return [JSON.Member("type", "string")] + (pattern.map { [JSON.Member("pattern", .string($0))] } ?? [])
    case .flag: return [JSON.Member("type", "boolean")]
    case .integer(let range):
      var members = [JSON.Member("type", "integer")]
      if range.lowerBound > .min { members.append(JSON.Member("minimum", JSON(Optional(range.lowerBound)))) }
      if range.upperBound < .max { members.append(JSON.Member("maximum", JSON(Optional(range.upperBound)))) }
      return members
    case .explained(let list): return reference(to: list)
    case .words(let words): return [JSON.Member("enum", .array(words.map(JSON.string)))]
    case .reference: return [JSON.Member("type", "string"), JSON.Member("pattern", .string(Name.pattern))]
    case .list(let item, let minimum, _):
      var members = [JSON.Member("type", "array"), JSON.Member("items", schema(of: item))]
      if minimum > 0 { members.append(JSON.Member("minItems", JSON(Optional(minimum)))) }
      return members
    case .oneOrList(let item):
      let one = schema(of: item)
      let list = JSON.object([
        JSON.Member("type", "array"), JSON.Member("items", one), JSON.Member("minItems", 1),
      ])
      return [JSON.Member("anyOf", .array([one, list]))]
    case .map(let keys, let item): return map(keys, of: item)
    case .table(let table): return reference(to: table)
    case .either(let forms):
      var schemas: [JSON] = []
      for form in forms { schemas.append(schema(of: form)) }
      return [JSON.Member("anyOf", .array(schemas))]
    case .nullable(let form): return [JSON.Member("anyOf", .array([schema(of: form), ["type": "null"]]))]
    case .uses(let use): return [JSON.Member("type", "array"), JSON.Member("items", uses(use))]
    case .anything: return []
    }
  }

  private mutating func map(_ keys: ValueSyntax.MapKeys, of item: ValueSyntax) -> [JSON.Member] {
    var members = [JSON.Member("type", "object"), JSON.Member("additionalProperties", schema(of: item))]
    switch keys {
    case .names, .references: members.append(JSON.Member("propertyNames", ["pattern": .string(Name.pattern)]))
    case .numbers: members.append(JSON.Member("propertyNames", ["pattern": "^[1-9][0-9]*$"]))
    case .path:
      let roots = MutationPath.roots.joined(separator: "|")
      members.append(JSON.Member("propertyNames", ["pattern": .string("^(\(roots))(\\.[a-z0-9-]+)+$")]))
      members.append(JSON.Member("minProperties", 1))
      members.append(JSON.Member("maxProperties", 1))
    case .capabilities:
      members.append(
        JSON.Member("propertyNames", ["enum": .array((Capability.known + [.https]).map { .string($0.rawValue) })]))
    case .attemptFields:
      members.append(
        JSON.Member("propertyNames", ["enum": .array(AttemptField.allCases.map { .string($0.rawValue) })]))
    case .conditions:
      let conditions = WordList(of: AdapterManifest.ArgumentGroup.Condition.self)
      members.append(JSON.Member("propertyNames", .object(reference(to: conditions))))
      members.append(JSON.Member("minProperties", 1))
      members.append(JSON.Member("maxProperties", 1))
    case .hosts, .text, .variables: break
    }
    return members
  }

  /// One defect or behaviour: its name where it needs no parameters, or a mapping from it to them.
  private mutating func uses(_ use: ValueSyntax.Use) -> JSON {
    let known = use == .defect ? vocabulary.defects : vocabulary.behaviours
    guard !known.isEmpty else {
      return ["anyOf": [["type": "string"], ["type": "object", "minProperties": 1, "maxProperties": 1]]]
    }
    let bare = known.filter { descriptor in !descriptor.parameters.contains(where: \.isRequired) }
    var alternatives: [JSON] = bare.map { ["const": .string($0.name), "description": .string($0.summary)] }
    for descriptor in known where !descriptor.parameters.isEmpty {
      alternatives.append([
        "type": "object", "additionalProperties": false, "required": [.string(descriptor.name)],
        "properties": .object([JSON.Member(descriptor.name, .object(reference(to: descriptor.table)))]),
      ])
    }
    return ["anyOf": .array(alternatives)]
  }
}
