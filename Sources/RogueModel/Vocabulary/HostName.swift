/// DNS names in the forms for comparison and for SNI.
public enum HostName {
  /// In lower case and without a final dot, so that two spellings of one name are equal (RFC 4343; RFC 1034, section
  /// 3.1).
  public static func plain(_ name: some StringProtocol) -> String { withoutFinalDot(name.lowercased()) }

  /// As DNS has it: plain, and with A-labels in the place of U-labels (RFC 5890, section 2.3.2.1). An IPv6 address, which
  /// has many texts (RFC 4291, section 2.2), has all of its groups.
  public static func ascii(_ name: some StringProtocol) -> String {
    let name = withALabels(plain(name))
    guard isVersion6(name), let groups = groups(ofVersion6: name) else { return name }
    return groups.map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// The eight groups of an IPv6 address; nil: it is none.
  private static func groups(ofVersion6 text: String) -> [UInt16]? {
    guard text.allSatisfy({ $0 == ":" || $0 == "." || $0.isHexDigit }) else { return nil }
    var halves: [[UInt16]] = []
    for half in text.split(separator: "::", omittingEmptySubsequences: false) {
      var groups: [UInt16] = []
      for part in half.split(separator: ":", omittingEmptySubsequences: half.isEmpty) {
        if part.utf8.contains(UInt8(ascii: ".")) {
          let octets = part.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
          guard octets.count == 4 else { return nil }
          groups += [UInt16(octets[0]) << 8 | UInt16(octets[1]), UInt16(octets[2]) << 8 | UInt16(octets[3])]
        } else {
          guard part.utf8.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
          groups.append(group)
        }
      }
      halves.append(groups)
    }
    let count = halves.reduce(0) { $0 + $1.count }
    return switch halves.count {
    case 1 where count == 8: halves[0]
    case 2 where count < 8: halves[0] + Array(repeating: 0, count: 8 - count) + halves[1]
    default: nil
    }
  }

  /// With its letter case, its final dot, and A-labels in the place of U-labels.
  public static func withALabels(_ name: String) -> String {
    guard !name.unicodeScalars.allSatisfy(\.isASCII) else { return name }
    return name.split(separator: ".", omittingEmptySubsequences: false)
      .map { Punycode.label($0) ?? String($0) }.joined(separator: ".")
  }

  /// With its letter case but without the final dot, as in SNI (RFC 6066, section 3).
  public static func withoutFinalDot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// Whether it is written as an IP address: IPv6 has colons, IPv4 has no top-level domain (RFC 1123, section 2.1).
  public static func isAddress(_ name: some StringProtocol) -> Bool {
    isVersion6(name) || !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }
  }

  /// Whether it is written as an IPv6 address.
  public static func isVersion6(_ name: some StringProtocol) -> Bool { name.utf8.contains(UInt8(ascii: ":")) }

  /// As it is written where a port may follow, in brackets if it is an IPv6 address (RFC 3986, section 3.2.2).
  public static func inURL(_ name: String) -> String { isVersion6(name) ? "[\(name)]" : name }

  /// Host and port of a Host field, the host without brackets.
  public static func parts(of authority: String) -> (host: Substring, port: Substring?) {
    let end = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    let separator = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
    let host = end.map { authority[..<$0].dropFirst() } ?? authority[..<(separator ?? authority.endIndex)]
    return (host, separator.map { authority[authority.index(after: $0)...] })
  }
}
