public import RogueModel

/// The clear protocol that comes before TLS, which is then spoken under TLS as well; nil: TLS from the first byte.
public enum StartTLS: ServerSetting {
  public static let written: SettingParser<StartTLSRecipe?> = .typed(.startTLS)

  public static let stimulus = Stimulus<ServerRecipe>(
    "starttls", "the protocol that begins in plaintext and continues under TLS; default: TLS from the start",
    evidence: .startTLS,
    below: { server, path in server[StartTLS.self].flatMap { StartTLSParts.all.text(of: $0, at: path) } },
    text: { $0[StartTLS.self] == nil ? "none" : nil }
  )
  .found(by: "STARTTLS")
  .needing { server, _ in server[StartTLS.self].map { [.startTLS($0.speaks)] } ?? [] }
  .precedingTLS { $0[StartTLS.self] != nil }
}

/// The keys of a protocol that starts in plaintext.
public enum StartTLSParts {
  public static let speaks = Part<StartTLSRecipe>(
    "speaks", "the protocol that is spoken before TLS and under it",
    required: true, text: { $0.speaks.rawValue })
  public static let offer = Part<StartTLSRecipe>(
    "offer", "how the server offers TLS, and responds to the client's request; default honest",
    text: { $0.offer.rawValue })
  public static let injects = Part<StartTLSRecipe>(
    "injects", "responses to the client's requests under TLS are sent before TLS, in plaintext; default false",
    text: { String($0.injects) })

  static let all: [Part<StartTLSRecipe>] = [
    speaks, offer, injects,
  ]
}
