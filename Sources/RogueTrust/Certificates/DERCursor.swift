/// Walks over DER elements that were checked by nobody: whatever does not parse ends the walk.
struct DERCursor {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes)[...] }

  /// Bytes that are left.
  var left: Int { bytes.count }

  /// The next element's tag and content; nil at the end and at anything that is no element.
  mutating func next() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7f)
      guard (1...4).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard bytes.count >= length else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return (tag, bytes.prefix(length))
  }

  /// The content of the next element when it has this tag.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard let element = next(), element.tag == tag else { return nil }
    return element.content
  }

  /// All elements that are left.
  mutating func rest() -> [(tag: UInt8, content: ArraySlice<UInt8>)] {
    var elements: [(tag: UInt8, content: ArraySlice<UInt8>)] = []
    while let element = next() { elements.append(element) }
    return elements
  }
}
