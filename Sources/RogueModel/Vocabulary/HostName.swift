/// DNS names in the forms for comparison and for SNI.
public enum HostName {
  /// In lower case and without a final dot, so that two spellings of one name are equal (RFC 4343; RFC 1034, section
  /// 3.1).
  public static func plain(_ name: some StringProtocol) -> String { withoutFinalDot(name.lowercased()) }

  /// With its letter case but without the final dot, as in SNI (RFC 6066, section 3).
  public static func withoutFinalDot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
