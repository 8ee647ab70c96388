/// Whether a text is an IP address, so that a typing error shows at its place and not when a certificate is made.
enum InternetAddress {
  static func isValid(_ text: String) -> Bool { isVersion4(text) || isVersion6(text) }

  /// Whether two texts are one IPv6 address, however each is written (RFC 5952, section 2).
  static func areSame(_ first: String, _ second: String) -> Bool {
    groups(of: first).map { $0 == groups(of: second) } ?? false
  }

  /// An address, a slash and the number of leading bits that count.
  static func isNetwork(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let length = Int(parts[1]), String(length) == parts[1] else { return false }
    let address = String(parts[0])
    return isVersion4(address) && (0...32).contains(length) || isVersion6(address) && (0...128).contains(length)
  }

  /// Four decimal numbers without leading zeros.
  private static func isVersion4(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }

  private static func isVersion6(_ text: String) -> Bool { groups(of: text) != nil }

  /// The eight groups of an IPv6 address in one of the three forms of RFC 4291, section 2.2; nil: it is none.
  private static func groups(of text: String) -> [UInt16]? {
    let halves = groups(around: "::", in: text)
    guard halves.count <= 2 else { return nil }
    var found: [[UInt16]] = []
    for (index, half) in halves.enumerated() {
      found.append([])
      if half.isEmpty, halves.count == 2 { continue }
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if index == halves.count - 1, place == parts.count - 1, isVersion4(part) {
          let octets = part.split(separator: ".").compactMap { UInt16($0) }
          found[index] += [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
        } else if (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
        {
          found[index].append(group)
        } else {
          return nil
        }
      }
    }
    let missing = 8 - found.joined().count
    guard found.count == 2 else { return missing == 0 ? found[0] : nil }
    return missing > 0 ? found[0] + Array(repeating: 0, count: missing) + found[1] : nil
  }

  private static func groups(around separator: String, in text: String) -> [Substring] {
    var groups: [Substring] = []
    var rest = text[...]
    while let start = rest.indices.first(where: { rest[$0...].hasPrefix(separator) }) {
      groups.append(rest[..<start])
      rest = rest[rest.index(start, offsetBy: separator.count)...]
    }
    groups.append(rest)
    return groups
  }
}
