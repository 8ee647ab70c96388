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
    /// As `any`, until the attempt ends: a later attempt declines them and makes a full handshake (RFC 8446, section 2.2).
    case forgotten

    /// Whether clients get anything that they can offer.
    public var isOffered: Bool { self != .none }
    /// Whether what one attempt issued is accepted in the next.
    public var isKept: Bool { self == .any || self == .ids }
    public var givesTickets: Bool { self == .any || self == .forgotten }
  }

  private static let ids = "ids"
  private static let forgotten = "forgotten"

  public static let written = SettingParser<Sessions>(.flagOr([ids, forgotten]), standard: .none) { written in
    switch written {
    case .flag(true): .any
    case .text(ids): .ids
    case .text(forgotten): .forgotten
    default: .none
    }
  }

  public static let stimulus = Stimulus<ServerRecipe>(
    "resumption",
    "sessions are issued and accepted: true by ticket or session ID, ids by session ID alone (TLS 1.2; RFC"
      + " 5246, section 7.3); forgotten: the server declines them in later steps (RFC 8446, section 2.2); default false",
    evidence: .setting,
    text: { server in
      switch server[Resumption.self] {
      case .none: "false"
      case .any: "true"
      case .ids: ids
      case .forgotten: forgotten
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
