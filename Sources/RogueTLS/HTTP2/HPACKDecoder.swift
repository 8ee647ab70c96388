/// Reads the fields of a connection (RFC 7541), block by block: entries that a block adds to the table are named by
/// those after it.
package struct HPACKDecoder: Sendable {
  /// The default of SETTINGS_HEADER_TABLE_SIZE (RFC 9113, section 6.5.2), in bytes.
  private static let tableSize = 4096
  /// The limit for the fields of one block, in bytes: a few bytes can name a long field again and again.
  static let longestList = 65_536

  /// The youngest first.
  private var table: [HeaderField] = []
  private var size = 0
  private var limit = tableSize

  package init() {}

  package mutating func decode(_ block: [UInt8]) throws(HTTP2Fault) -> [HeaderField] {
    var cursor = Cursor(rest: block[...])
    var fields: [HeaderField] = []
    var total = 0
    while let first = cursor.rest.first {
      if first & 0xE0 == 0x20 {
        // Only before the fields (section 4.2).
        guard fields.isEmpty else { throw Self.fault("the size of the table is changed after a field") }
        try resize(to: cursor.number(5))
        continue
      }
      let field = try self.field(first, &cursor)
      total += field.size
      guard total <= Self.longestList else { throw HTTP2Fault(.calmDown, "the fields are too long") }
      fields.append(field)
    }
    return fields
  }

  private mutating func field(_ first: UInt8, _ cursor: inout Cursor) throws(HTTP2Fault) -> HeaderField {
    if first & 0x80 != 0 { return try entry(cursor.number(7)) }
    let isAdded = first & 0x40 != 0
    let index = try cursor.number(isAdded ? 6 : 4)
    let name = index == 0 ? try cursor.text() : try entry(index).name
    let field = HeaderField(name, try cursor.text())
    if isAdded { add(field) }
    return field
  }

  /// RFC 7541, section 2.3.3.
  private func entry(_ index: Int) throws(HTTP2Fault) -> HeaderField {
    let known = HeaderField.known
    if (1...known.count).contains(index) { return known[index - 1] }
    let place = index - known.count - 1
    guard table.indices.contains(place) else { throw Self.fault("there is no entry \(index)") }
    return table[place]
  }

  private mutating func add(_ field: HeaderField) {
    size += field.size
    table.insert(field, at: 0)
    evict()
  }

  private mutating func resize(to size: Int) throws(HTTP2Fault) {
    guard size <= Self.tableSize else { throw Self.fault("a table of \(size) bytes was not allowed") }
    limit = size
    evict()
  }

  private mutating func evict() { while size > limit, let oldest = table.popLast() { size -= oldest.size } }

  private static func fault(_ why: String) -> HTTP2Fault { HTTP2Fault(.compression, why) }

  private struct Cursor {
    var rest: ArraySlice<UInt8>

    /// RFC 7541, section 5.1.
    mutating func number(_ bits: UInt8) throws(HTTP2Fault) -> Int {
      let mask = UInt8((1 << Int(bits)) - 1)
      guard let first = rest.popFirst() else { throw HPACKDecoder.fault("a number is missing") }
      guard first & mask == mask else { return Int(first & mask) }
      var value = Int(mask)
      for shift in stride(from: 0, to: 28, by: 7) {
        guard let byte = rest.popFirst() else { throw HPACKDecoder.fault("a number ends early") }
        value += Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      throw HPACKDecoder.fault("a number is too large")
    }

    /// Section 5.2.
    mutating func text() throws(HTTP2Fault) -> String {
      let isCoded = (rest.first ?? 0) & 0x80 != 0
      let length = try number(7)
      guard length <= rest.count else { throw HPACKDecoder.fault("a text ends early") }
      let bytes = rest.prefix(length)
      rest = rest.dropFirst(length)
      guard isCoded else { return String(decoding: bytes, as: UTF8.self) }
      guard let text = HPACKHuffman.decode(bytes) else { throw HPACKDecoder.fault("a text is coded wrongly") }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
