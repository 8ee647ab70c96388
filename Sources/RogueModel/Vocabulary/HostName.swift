/// DNS names as they are compared, and as they travel.
public enum HostName {
  /// Without case and final dot: two spellings of one name give the same (RFC 4343; RFC 1034, section 3.1).
  public static func plain(_ name: some StringProtocol) -> String { withoutFinalDot(name.lowercased()) }

  /// In the case that it has, without the final dot, as a server name is sent (RFC 6066, section 3).
  public static func withoutFinalDot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
