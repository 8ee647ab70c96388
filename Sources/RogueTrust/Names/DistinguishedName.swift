internal import RogueModel

/// A Name as it is compared (RFC 5280, section 7.1).
///
/// Attributes of one type are equal when their texts are, whichever string type holds them: without regard to letter case, to
/// spaces at the ends and to how many there are between words. That is the comparison of RFC 4518 as far as it decides anything
/// in practice. Values that are no text are compared octet by octet.
struct DistinguishedName: Hashable, Sendable {
  struct Attribute: Hashable, Sendable {
    /// The content of the object identifier.
    var type: [UInt8]
    /// Nil if the value is no text.
    var text: String?
    /// The value with its tag, if it is no text.
    var encoding: [UInt8]
    /// The content of the value as it is written; says nothing about equality.
    var written: [UInt8]
    /// For people; says nothing about equality.
    var shown: String

    static func == (left: Attribute, right: Attribute) -> Bool {
      left.type == right.type && left.text == right.text && left.encoding == right.encoding
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(text)
      hasher.combine(encoding)
    }
  }

  /// The relative names in order, each a set of attributes.
  private(set) var parts: [Set<Attribute>] = []
  /// The whole encoding if it cannot be read: then it equals itself alone, and lies within nothing.
  private var unread: [UInt8] = []

  /// - Parameter der: the SEQUENCE with its tag.
  init(_ der: some Sequence<UInt8>) {
    let der = Array(der)
    if let parts = Self.parts(der) { self.parts = parts } else { unread = der }
  }

  var isEmpty: Bool { parts.isEmpty && unread.isEmpty }
  var isReadable: Bool { unread.isEmpty }

  /// Whether this name begins with the relative names of the other (RFC 5280, section 4.2.1.10: directoryName).
  func begins(with subtree: DistinguishedName) -> Bool {
    unread.isEmpty && subtree.unread.isEmpty && parts.starts(with: subtree.parts)
  }

  /// This name, and one relative name below it; nil if either cannot be read.
  ///
  /// - Parameter attributes: the content of the SET.
  func followed(by attributes: ArraySlice<UInt8>) -> DistinguishedName? {
    guard isReadable, attributes.count < 0x10000 else { return nil }
    func length(_ count: Int) -> [UInt8] { [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] }
    let set = [DERTag.set.rawValue] + length(attributes.count) + attributes
    guard let last = Self.parts([DERTag.sequence.rawValue] + length(set.count) + set) else { return nil }
    var name = self
    name.parts += last
    return name
  }

  /// The mailboxes in attributes of type emailAddress (RFC 5280, section 4.1.2.6).
  var mailboxes: [[UInt8]] {
    parts.flatMap { $0.filter { $0.type == Self.emailAddress }.map(\.written) }
  }

  /// 1.2.840.113549.1.9.1
  private static let emailAddress: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x01]

  private static func parts(_ der: [UInt8]) -> [Set<Attribute>]? {
    var outer = DERReader(der, lengths: .any)
    guard var names = outer.constructed(.sequence), outer.isAtEnd else { return nil }
    var parts: [Set<Attribute>] = []
    while !names.isAtEnd {
      guard var set = names.constructed(.set) else { return nil }
      var part: Set<Attribute> = []
      while !set.isAtEnd {
        guard var pair = set.constructed(.sequence), let type = pair.primitive(.objectIdentifier),
          let value = pair.next(), pair.isAtEnd
        else { return nil }
        let text = text(of: value)
        part.insert(
          Attribute(
            type: Array(type), text: text, encoding: text == nil ? Array(value.encoding) : [],
            written: Array(value.content), shown: decoded(value) ?? "#\(Hexadecimal.encode(Array(value.encoding)))"))
      }
      parts.append(part)
    }
    return parts
  }

  /// Without what does not count; nil if the value is no text.
  private static func text(of value: DERReader.Value) -> String? {
    guard let text = decoded(value) else { return nil }
    return text.lowercased().split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  private static func decoded(_ value: DERReader.Value) -> String? {
    switch value.tag {
    case .utf8String: return String(validating: value.content, as: UTF8.self)
    // VisibleString has no separate name here.
    case .printableString, .ia5String, DERTag(rawValue: 0x1a):
      return value.content.allSatisfy { $0 < 0x80 } ? String(decoding: value.content, as: UTF8.self) : nil
    // TeletexString above ASCII is read as Latin-1, as usual.
    case .teletexString: return String(String.UnicodeScalarView(value.content.map { Unicode.Scalar($0) }))
    case .bmpString: return text(value.content, octets: 2)
    case .universalString: return text(value.content, octets: 4)
    default: return nil
    }
  }

  private static func text(_ content: ArraySlice<UInt8>, octets: Int) -> String? {
    guard content.count.isMultiple(of: octets) else { return nil }
    var text = String.UnicodeScalarView()
    for start in stride(from: content.startIndex, to: content.endIndex, by: octets) {
      let number = content[start..<start + octets].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(number) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }
}
