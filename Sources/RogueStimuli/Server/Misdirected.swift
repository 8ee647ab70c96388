public import RogueModel

/// Which requests are answered with 421 (RFC 9110, section 15.5.20) and without the nonce.
public enum Misdirected: ServerSetting {
  /// The requests that a server refuses on a connection.
  public enum Requests: String, Hashable, Sendable, CaseIterable {
    /// The server answers every request.
    case none
    /// Requests for another host than the one that the connection's ClientHello named (RFC 6066, section 3).
    case otherHosts = "other-hosts"
    /// Every request.
    case all
  }

  public static let written: SettingParser<Requests> = .word(.none)

  public static let stimulus = Stimulus<ServerRecipe>(
    "misdirected",
    "which requests are answered with 421 and without the nonce (RFC 9110, section 15.5.20): those for another host"
      + " than the connection was opened for, or all; default none",
    evidence: .always(.handshake, seenBy: .handshake), text: { $0[Misdirected.self].rawValue }
  )
  .found(by: "421 Misdirected Request")
  .limited { world, serving in
    guard world.server[Misdirected.self] == .otherHosts else { return nil }
    return serving.library.map { "\($0) does not say here which host a connection was opened for" }
  }
  .ofHTTP { $0[Misdirected.self] != .none }
}
