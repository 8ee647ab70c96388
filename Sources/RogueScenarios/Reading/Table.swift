/// A key of a mapping, declared once: the reader, paths of mutations and the schema all go by it.
struct Key: Sendable {
  var name: String
  var summary: String
  var isRequired: Bool
  var form: ValueSyntax
}

/// The keys that one kind of mapping may have.
struct Table: Sendable {
  /// The name of the definition in the schema; unique in a document.
  let name: String
  /// The subject of the mapping, for messages: "a certificate".
  let subject: String
  let summary: String
  let keys: [Key]
  /// Those that a mapping must have.
  let required: [Key]
  private let indices: [String: Int]

  init(_ name: String, subject: String, _ summary: String, _ keys: [Key]) {
    self.name = name
    self.subject = subject
    self.summary = summary
    self.keys = keys
    required = keys.filter(\.isRequired)
    indices = Dictionary(keys.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func key(_ name: String) -> Key? { indices[name].map { keys[$0] } }

  func has(_ name: String) -> Bool { indices[name] != nil }

  var names: [String] { keys.map(\.name) }
}

/// A key together with how its value is read.
struct Field<Value>: ReadableField, Sendable {
  var key: Key
  var shape: ValueParser<Value>

  init(_ name: String, _ shape: ValueParser<Value>, required: Bool = false, _ summary: String) {
    key = Key(name: name, summary: summary, isRequired: required, form: shape.form)
    self.shape = shape
  }
}
