/// A DNS name as it is compared: octets, ASCII letters in lower case, without the final dot of an absolute name.
///
/// A-labels are compared as they are (RFC 9525, section 6.3; RFC 5280, section 7.2), and no letter outside ASCII equals any other.
struct DomainName: Hashable, Sendable {
  var text: ArraySlice<UInt8>

  static let dot = UInt8(ascii: ".")
  static let star = UInt8(ascii: "*")

  init(_ written: some Collection<UInt8>) {
    text = Array(written.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 })[...]
    if text.last == Self.dot, text.count > 1 { text = text.dropLast() }
  }

  private init(text: ArraySlice<UInt8>) { self.text = text }

  static func == (left: DomainName, right: DomainName) -> Bool { left.text.elementsEqual(right.text) }

  func hash(into hasher: inout Hasher) { for octet in text { hasher.combine(octet) } }

  /// Whether it is labels with dots between them, none of them empty, and every octet one that can be seen.
  var isWellFormed: Bool {
    guard let last = text.last, last != Self.dot else { return false }
    var previous = Self.dot
    for octet in text {
      guard (0x21...0x7e).contains(octet), octet != Self.dot || previous != Self.dot else { return false }
      previous = octet
    }
    return true
  }

  /// Whether it ends in the other name, with a dot before it.
  func isBelow(_ domain: DomainName) -> Bool {
    text.count > domain.text.count + 1 && text.dropLast(domain.text.count).last == Self.dot
      && text.suffix(domain.text.count).elementsEqual(domain.text)
  }

  /// The rest after the first dot; nil if there is none.
  var parent: DomainName? { text.firstIndex(of: Self.dot).map { DomainName(text: text[($0 + 1)...]) } }

  /// The rest after `*.`; nil for other names. A star anywhere else is an ordinary letter.
  var behindWildcard: DomainName? {
    text.first == Self.star && text.dropFirst().first == Self.dot ? DomainName(text: text.dropFirst(2)) : nil
  }

  /// Whether a presented name is a reference name, or has a wildcard that matches its first label.
  ///
  /// A wildcard is a whole label, the left-most one, and matches exactly one label (RFC 9525, section 6.3). This one also wants
  /// two labels behind it: below a name of one label are the domains of many owners, and no list of such names is at hand.
  func matches(_ reference: DomainName) -> Bool {
    if self == reference { return true }
    guard let domain = behindWildcard, domain.text.contains(Self.dot), let parent = reference.parent else {
      return false
    }
    return reference.text.first != Self.dot && parent == domain
  }
}
