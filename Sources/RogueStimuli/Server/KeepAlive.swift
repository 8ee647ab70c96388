public import RogueModel

/// A connection stays open after a response, and the server answers requests of later attempts on it (RFC 9112, section
/// 9.3).
public enum KeepAlive: ServerSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<ServerRecipe>(
    "keep-alive",
    "connections stay open after a response, and requests of later steps are answered on them as well; default false",
    evidence: .setting, text: { String($0[KeepAlive.self]) }
  )
  .found(by: "connection reuse")
  .needing { server, _ in server[KeepAlive.self] ? [.keepAlive] : [] }
  .limited { world, serving in
    guard world.server[KeepAlive.self] else { return nil }
    return serving.library.map { "\($0) closes a connection after its answer" }
  }
  .ofHTTP { $0[KeepAlive.self] }
}
