public import RogueModel

/// The protocols that are selected when the client offers them (RFC 7301), the most wanted first.
///
/// Empty: the extension is ignored.
public enum ApplicationProtocols: ServerSetting {
  public static let written: SettingParser<[String]> = .texts(.text(what: "a protocol"), "protocols")

  public static let stimulus = Stimulus<ServerRecipe>(
    "alpn", "protocols selected when the client offers them",
    evidence: .setting, text: { flow($0[ApplicationProtocols.self]) }
  )
  .found(by: "ALPN")
  .demanding { $0[ApplicationProtocols.self].isEmpty ? [] : [.alpn] }
  .needing { server, _ in server.speaksHTTP2 ? [.http2] : [] }
  .limited { world, serving in
    guard world.server.speaksHTTP2 else { return nil }
    return serving.library.map { "\($0) speaks no HTTP/2 here" }
  }
  .ofHTTP { !$0[ApplicationProtocols.self].isEmpty }
}

extension SettingsOwner {
  /// Whether HTTP/2 is spoken with clients that offer it.
  public var speaksHTTP2: Bool { self[ApplicationProtocols.self].contains(ApplicationProtocol.http2) }
}
