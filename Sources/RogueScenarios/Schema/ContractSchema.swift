internal import RogueModel

/// The adapter contract, version 1, as JSON Schema. Unknown keys are allowed: the contract may grow.
enum ContractSchema {
  static func document(_ schema: [JSON.Member], titled title: String) -> JSON {
    .object([JSON.Member("$schema", .string(SchemaWriter.dialect)), JSON.Member("title", .string(title))] + schema)
  }

  static let identifier: JSON = ["type": "string", "minLength": 1]
  static let file: JSON = ["type": "string", "minLength": 1, "description": "relative to the attempt's folder"]
  static let optionalFile: JSON = ["type": ["string", "null"], "description": "relative to the attempt's folder"]

  static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> JSON where Word.RawValue == String {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }

  /// An object with these members, of which the named ones must be there.
  static func object(
    _ description: String, required: [String], _ properties: KeyValuePairs<String, JSON>
  ) -> [JSON.Member] {
    [
      JSON.Member("description", .string(description)), JSON.Member("type", "object"),
      JSON.Member("required", .array(required.map(JSON.string))),
      JSON.Member("properties", .object(properties.map { JSON.Member($0.key, $0.value) })),
    ]
  }
}
