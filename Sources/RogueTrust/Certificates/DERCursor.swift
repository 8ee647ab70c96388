/// Walks over unchecked DER elements: anything that does not parse ends the walk.
package struct DERCursor {
  private var reader: StrictDER

  package init(_ bytes: some Sequence<UInt8>) { reader = StrictDER(Array(bytes)[...], isLenient: true) }

  /// Bytes that are left.
  var left: Int { reader.left }

  /// The next element's tag and content; nil at the end, and if the bytes are not an element.
  package mutating func next() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
    guard !reader.isAtEnd, let value = try? reader.next("") else { return nil }
    return (value.tag, value.content)
  }

  /// The content of the next element when it has this tag.
  package mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard let element = next(), element.tag == tag else { return nil }
    return element.content
  }

  /// All elements that are left.
  package mutating func rest() -> [(tag: UInt8, content: ArraySlice<UInt8>)] {
    var elements: [(tag: UInt8, content: ArraySlice<UInt8>)] = []
    while let element = next() { elements.append(element) }
    return elements
  }
}
