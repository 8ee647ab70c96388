/// One DER value, read by the letter: X.690 with the restrictions of its sections 10 and 11.
///
/// `DERCursor` reads what it can; this reads what may be written, and throws at the first byte that may not.
struct DERValue {
  var tag: UInt8
  var content: ArraySlice<UInt8>

  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let identifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0c
  static let utcTime: UInt8 = 0x17
  static let generalizedTime: UInt8 = 0x18
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
}

/// Forbidden content of a certificate, in words for people.
struct FormFault: Error {
  var text: String

  init(_ text: String) { self.text = text }
}

/// Reads values one after the other.
struct StrictDER {
  private var rest: ArraySlice<UInt8>
  /// Accepts tags and lengths that are not DER, as long as they determine where the value ends.
  private let isLenient: Bool

  init(_ bytes: ArraySlice<UInt8>, isLenient: Bool = false) {
    rest = bytes
    self.isLenient = isLenient
  }

  var isAtEnd: Bool { rest.isEmpty }
  /// Bytes that are left.
  var left: Int { rest.count }
  var nextTag: UInt8? { rest.first }

  /// The next value, whatever it is.
  ///
  /// - Parameter what: names it in faults.
  mutating func next(_ what: String) throws(FormFault) -> DERValue {
    guard let tag = rest.popFirst() else { throw FormFault("\(what) is missing") }
    guard isLenient || tag & 0x1f != 0x1f else { throw FormFault("\(what) has a tag of several octets") }
    let length = try length(what)
    guard rest.count >= length else { throw FormFault("\(what) is longer than its container") }
    defer { rest = rest.dropFirst(length) }
    return DERValue(tag: tag, content: rest.prefix(length))
  }

  /// The content of the next value, which must have this tag.
  mutating func next(_ tag: UInt8, _ what: String) throws(FormFault) -> ArraySlice<UInt8> {
    guard rest.first == tag else { throw FormFault("\(what) is missing, or another value replaces it") }
    return try next(what).content
  }

  /// A reader of the next value's content.
  mutating func enter(_ tag: UInt8, _ what: String) throws(FormFault) -> StrictDER {
    StrictDER(try next(tag, what), isLenient: isLenient)
  }

  /// A BOOLEAN, which DER writes as 00 or FF.
  mutating func boolean(_ what: String) throws(FormFault) -> Bool {
    switch Array(try next(DERValue.boolean, what)) {
    case [0xff]: return true
    case [0x00]: return false
    default: throw FormFault("\(what) is neither TRUE nor FALSE in DER")
    }
  }

  /// An INTEGER's content octets: at least one, and no superfluous ones.
  mutating func integer(_ what: String) throws(FormFault) -> ArraySlice<UInt8> {
    let content = try next(DERValue.integer, what)
    guard let first = content.first else { throw FormFault("\(what) has no octet") }
    if content.count > 1, let second = content.dropFirst().first,
      first == 0 && second < 0x80 || first == 0xff && second >= 0x80
    {
      throw FormFault("\(what) has an octet that it does not need")
    }
    return content
  }

  /// A BIT STRING of whole octets or named bits; the bits that do not count are zero.
  mutating func bits(_ what: String) throws(FormFault) -> (octets: ArraySlice<UInt8>, unused: Int) {
    let content = try next(DERValue.bitString, what)
    guard let unused = content.first, unused < 8, content.count > 1 || unused == 0 else {
      throw FormFault("\(what) has a wrong number of unused bits")
    }
    let octets = content.dropFirst()
    if let last = octets.last, last & (1 << unused - 1) != 0 { throw FormFault("\(what) has unused bits that are set") }
    return (octets, Int(unused))
  }

  /// Nothing may follow.
  func end(_ what: String) throws(FormFault) {
    guard isAtEnd else { throw FormFault("something follows \(what)") }
  }

  private mutating func length(_ what: String) throws(FormFault) -> Int {
    guard let first = rest.popFirst() else { throw FormFault("\(what) has no length") }
    guard first >= 0x80 else { return Int(first) }
    let count = Int(first & 0x7f)
    guard count > 0 else { throw FormFault("\(what) has no definite length") }
    guard count <= 4, rest.count >= count else { throw FormFault("\(what) has a length that cannot be") }
    let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    guard isLenient || rest.first != 0 && length >= 0x80 else {
      throw FormFault("\(what) has a length that is not minimal")
    }
    rest = rest.dropFirst(count)
    return length
  }
}
