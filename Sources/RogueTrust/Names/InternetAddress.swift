/// An Internet address in text form as the octets that an iPAddress has (RFC 9525, section 6.2).
enum InternetAddress {
  /// 4 octets for `192.0.2.1`, 16 for `2001:db8::1` (RFC 4291, section 2.2); nil if the text is not an address.
  static func octets(of text: some StringProtocol) -> [UInt8]? {
    text.utf8.contains(UInt8(ascii: ":")) ? version6(text) : version4(text)
  }

  /// Four decimal numbers, without zeros before them, which some read as octal.
  private static func version4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var octets: [UInt8] = []
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part == "0" || !part.hasPrefix("0"),
        let octet = UInt8(part)
      else { return nil }
      octets.append(octet)
    }
    return octets
  }

  private static func version6(_ text: some StringProtocol) -> [UInt8]? {
    guard let gap = gap(in: text) else { return octets(ofGroups: text).flatMap { $0.count == 16 ? $0 : nil } }
    guard let left = octets(ofGroups: text[..<gap.lowerBound]), let right = octets(ofGroups: text[gap.upperBound...]),
      left.count + right.count < 16
    else { return nil }
    return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
  }

  private static func gap(in text: some StringProtocol) -> Range<String.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      guard next < text.endIndex else { return nil }
      if text[index] == ":", text[next] == ":" { return index..<text.index(after: next) }
      index = next
    }
    return nil
  }

  /// Groups of up to four hexadecimal digits; the last two may be written as an IPv4 address.
  private static func octets(ofGroups text: some StringProtocol) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var octets: [UInt8] = []
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    guard groups.count <= 8 else { return nil }
    for (place, group) in groups.enumerated() {
      if place == groups.count - 1, group.contains(".") {
        guard let address = version4(group) else { return nil }
        octets += address
        continue
      }
      guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy(\.isHexadecimalDigit),
        let number = UInt16(group, radix: 16)
      else { return nil }
      octets += [UInt8(number >> 8), UInt8(number & 0xff)]
    }
    return octets
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
