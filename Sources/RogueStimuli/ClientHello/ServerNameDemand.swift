public import RogueModel

/// The content of the extension server_name (RFC 6066, section 3).
public enum ServerNameDemand: HelloDemand {
  public enum Names: String, Hashable, Sendable, CaseIterable {
    /// The requested host, without a trailing dot.
    case host
    /// No name: the extension is absent.
    case none
  }

  public static let standard: Names? = nil
  public static let name = "server-name"
  public static let summary =
    "the server_name extension (SNI; RFC 6066, section 3): host, the requested one, without a trailing dot; none, no"
    + " name, as for a literal address"

  public static let written: SettingParser<Names?> = .optionalWord()

  public static func text(_ value: Names?) -> String? { value?.rawValue }

  public static func objection(_ value: Names?, to hello: ClientHelloEvidence, asking host: String) -> String? {
    switch value {
    case nil: return nil
    case .host?:
      guard let named = hello.serverName else { return "names no host" }
      if named.hasSuffix(".") { return "names \(named), with a trailing dot" }
      return HostName.plain(named) == HostName.plain(host) ? nil : "names \(named), not \(host)"
    case Optional.some(.none): return hello.serverName.map { "names \($0)" }
    }
  }
}
