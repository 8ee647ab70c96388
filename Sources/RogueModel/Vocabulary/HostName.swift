/// DNS names in the forms for comparison and for SNI.
public enum HostName {
  /// In lower case and without a final dot, so that two spellings of one name are equal (RFC 4343; RFC 1034, section
  /// 3.1).
  public static func plain(_ name: some StringProtocol) -> String { withoutFinalDot(name.lowercased()) }

  /// As DNS has it: plain, and with A-labels in the place of U-labels (RFC 5890, section 2.3.2.1).
  public static func ascii(_ name: some StringProtocol) -> String { withALabels(plain(name)) }

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
