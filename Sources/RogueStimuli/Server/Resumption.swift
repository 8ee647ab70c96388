public import RogueModel

/// How a server keeps its clients' sessions, so that they may take them up again.
public enum Resumption: ServerSetting {
  public enum Sessions: Hashable, Sendable, CaseIterable {
    /// The server keeps no sessions.
    case none
    /// By ticket for clients that take one (RFC 8446, section 4.6.1; RFC 5077), by session id for the others.
    case any
    /// By session id alone (RFC 5246, section 7.3), which TLS 1.3 has no more.
    case ids

    /// Whether a client can resume anything.
    public var isOffered: Bool { self != .none }
  }

  public static let standard = Sessions.none

  private static let ids = "ids"

  public static var written: Written<Sessions> {
    Written(.flagOr(ids)) { $0 == .flag(true) ? .any : $0 == .text(ids) ? .ids : .none }
  }

  public static let stimulus = Stimulus<ServerRecipe>(
    "resumption",
    "sessions are issued and accepted: true by ticket or session ID, ids by session ID alone (TLS 1.2; RFC"
      + " 5246, section 7.3); default false",
    evidence: .setting,
    text: { server in
      switch server[Resumption.self] {
      case .none: "false"
      case .any: "true"
      case .ids: ids
      }
    }
  )
  .found(
    by: "resumption",
    and: { server in
      server[Resumption.self] == .ids
        ? ["session ID"] : ["session ticket", "NewSessionTicket", "session_ticket", "PSK", "pre_shared_key"]
    }
  )
  .limited { world, serving in
    serving.version == .tls13 && world.server[Resumption.self] == .ids ? "there are no session ids in TLS 1.3" : nil
  }
}
