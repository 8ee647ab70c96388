/// DNS names in the forms for comparison and for SNI.
public enum HostName {
  /// In lower case and without a final dot, so that two spellings of one name are equal (RFC 4343; RFC 1034, section
  /// 3.1).
  public static func plain(_ name: some StringProtocol) -> String { withoutFinalDot(name.lowercased()) }

  /// With its letter case but without the final dot, as in SNI (RFC 6066, section 3).
  public static func withoutFinalDot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// Whether it is written as an IP address: IPv6 has colons, IPv4 has no top-level domain (RFC 1123, section 2.1).
  public static func isAddress(_ name: some StringProtocol) -> Bool {
    name.utf8.contains(UInt8(ascii: ":"))
      || !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }
  }
}
