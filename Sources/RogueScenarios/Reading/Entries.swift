internal import RogueYAML

/// The entries of one mapping, asked for by field.
struct Entries {
  var mapping: YAMLNode.Mapping
  var reader: NodeReader
  /// By name; nil for the common small mapping, in which looking is quicker than hashing.
  private var values: [String: YAMLNode.Entry]?

  init(_ mapping: YAMLNode.Mapping, _ reader: NodeReader) {
    self.mapping = mapping
    self.reader = reader
    if mapping.entries.count > 16 {
      values = Dictionary(mapping.entries.map { ($0.key.text, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private func entry(_ field: some ReadableField) -> YAMLNode.Entry? { entry(field.key.name) }

  private func entry(_ name: String) -> YAMLNode.Entry? {
    if let values { return values[name] }
    return mapping.entry(name)
  }

  /// The field's value; nil when it is not there, or is wrong and was reported.
  subscript<Value>(field: some ReadableField<Value>) -> Value? {
    node(field).flatMap { field.shape.read($0, reader) }
  }

  func has(_ field: some ReadableField) -> Bool { has(field.key.name) }

  func has(_ name: String) -> Bool { entry(name) != nil }

  func node(_ field: some ReadableField) -> YAMLNode? { entry(field)?.value }

  /// The position of the field's value, or of the mapping if the field is missing.
  func position(_ field: some ReadableField) -> YAMLPosition { node(field)?.position ?? mapping.position }

  /// The position of the field's key, or of the mapping if the field is missing.
  func keyPosition(_ field: some ReadableField) -> YAMLPosition {
    entry(field)?.key.position ?? mapping.position
  }
}
