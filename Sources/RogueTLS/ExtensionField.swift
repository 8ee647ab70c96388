/// One extension as a message carries it (RFC 8446, section 4.2).
package struct ExtensionField {
  package var type: HelloExtension
  package var content: ArraySlice<UInt8>
}

extension ByteCursor {
  /// A list of extensions with its length; nil when the lengths do not add up.
  package mutating func extensionFields() -> [ExtensionField]? {
    guard let list = vector16() else { return nil }
    var cursor = ByteCursor(list)
    var fields: [ExtensionField] = []
    while !cursor.isAtEnd {
      guard let type = cursor.uint16(), let content = cursor.vector16() else { return nil }
      fields.append(ExtensionField(type: HelloExtension(rawValue: type), content: content))
    }
    return fields
  }
}
