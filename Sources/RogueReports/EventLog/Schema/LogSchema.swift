public import RogueModel

/// The JSON Schema (2020-12) of one line of the event log: what other programs may rely on.
///
/// Readers ignore members that they do not know: the format may grow without a new number. Whatever changes its meaning or
/// its name raises the number (`EventLog.format`).
public enum LogSchema {
  public static var document: JSON {
    let lines = ["run", "control", "case", "plan", "end"]
    return .object([
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string("A line of an event log of Rogues' Gallery, format \(EventLog.format)")),
      .init(
        "description",
        .string(
          "An event log is JSON Lines: first 'run', then 'control' and 'case' in any order, then each 'plan', last 'end'. "
            + "A log without 'end' is of a run that was cut off.")),
      .init("type", "object"), .init("required", ["type"]),
      .init("properties", ["type": ["enum": .array(lines.map(JSON.string))]]),
      .init(
        "allOf",
        .array(
          lines.map { line in
            [
              "if": ["properties": ["type": ["const": .string(line)]]],
              "then": ["$ref": .string("#/$defs/\(line)")],
            ]
          })),
      .init("$defs", .object(definitions)),
    ])
  }

  private static var definitions: [JSON.Member] {
    [run, adapter, control, caseLine, step, report, outcome, observation, connection]
      .flatMap(\.self) + [plan, end].flatMap(\.self)
  }

  // MARK: - Parts of a schema

  struct Property {
    var name: String
    var schema: JSON
    var isRequired: Bool
  }

  static func object(_ name: String, _ description: String, _ properties: [Property]) -> [JSON.Member] {
    [JSON.Member(name, object(description, properties))]
  }

  static func object(_ description: String, _ properties: [Property]) -> JSON {
    [
      "description": .string(description), "type": "object",
      "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
      "properties": .object(properties.map { JSON.Member($0.name, $0.schema) }),
    ]
  }

  /// A member that every line of this kind has.
  static func has(_ name: String, _ schema: JSON, _ description: String? = nil) -> Property {
    Property(name: name, schema: described(schema, description), isRequired: true)
  }

  /// A member that is null where there is nothing to say.
  static func may(_ name: String, _ schema: JSON, _ description: String? = nil) -> Property {
    Property(
      name: name, schema: described(["anyOf": [schema, ["type": "null"]]], description), isRequired: true)
  }

  private static func described(_ schema: JSON, _ description: String?) -> JSON {
    guard let description else { return schema }
    return .object([JSON.Member("description", .string(description))] + (schema.members ?? []))
  }

  static let text: JSON = ["type": "string"]
  static let flag: JSON = ["type": "boolean"]
  static let count: JSON = ["type": "integer", "minimum": 0]
  static let moment: JSON = ["type": "string", "pattern": "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"]
  static let base64: JSON = ["type": "string", "contentEncoding": "base64"]
  static let microseconds: JSON = ["type": "integer", "description": "microseconds since the attempt began"]

  static func list(_ item: JSON) -> JSON { ["type": "array", "items": item] }
  static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }
  static func constant(_ text: String) -> JSON { ["const": .string(text)] }

  static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> JSON where Word.RawValue == String {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }

  static let verdict = words(Verdict.self)
  static let judgement = object(
    "A verdict with its explanation.",
    [has("verdict", verdict), has("explanation", text, "one sentence: what was expected and what was seen")])
}
