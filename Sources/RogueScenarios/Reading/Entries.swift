internal import RogueYAML

/// The entries of one mapping, asked for by field.
struct Entries {
  var mapping: YAMLNode.Mapping
  var reader: NodeReader
  private var values: [String: YAMLNode.Entry]

  init(_ mapping: YAMLNode.Mapping, _ reader: NodeReader) {
    self.mapping = mapping
    self.reader = reader
    values = Dictionary(mapping.entries.map { ($0.key.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The field's value; nil when it is not there, or is wrong and was reported.
  subscript<Value>(field: Field<Value>) -> Value? {
    node(field).flatMap { field.shape.read($0, reader) }
  }

  func has<Value>(_ field: Field<Value>) -> Bool { values[field.key.name] != nil }

  func node<Value>(_ field: Field<Value>) -> YAMLNode? { values[field.key.name]?.value }

  /// Where the field's value stands, or the mapping when the field is not there.
  func position<Value>(_ field: Field<Value>) -> YAMLPosition { node(field)?.position ?? mapping.position }

  /// Where the field's key stands, or the mapping when the field is not there.
  func keyPosition<Value>(_ field: Field<Value>) -> YAMLPosition {
    values[field.key.name]?.key.position ?? mapping.position
  }
}
