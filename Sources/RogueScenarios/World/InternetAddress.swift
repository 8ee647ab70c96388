/// Whether a text is an IP address, so that a typing error shows at its place and not when a certificate is made.
enum InternetAddress {
  static func isValid(_ text: String) -> Bool { isVersion4(text) || isVersion6(text) }

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

  /// RFC 4291, section 2.2, all three forms.
  private static func isVersion6(_ text: String) -> Bool {
    let halves = groups(around: "::", in: text)
    guard halves.count <= 2 else { return false }
    var count = 0
    for (index, half) in halves.enumerated() {
      if half.isEmpty, halves.count == 2 { continue }
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if index == halves.count - 1, place == parts.count - 1, isVersion4(part) {
          count += 2
        } else if (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), part.allSatisfy(\.isASCII) {
          count += 1
        } else {
          return false
        }
      }
    }
    return halves.count == 2 ? count < 8 : count == 8
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
