public import RogueModel

/// Whether redirects lead to `https:` or to `http:` URLs (RFC 9110, section 4.2).
///
/// Requests without TLS are answered at the same port as those over TLS.
public enum RedirectScheme: ServerSetting {
  public enum Scheme: String, Hashable, Sendable, CaseIterable { case http, https }

  public static let written: SettingParser<Scheme> = .word(.https)

  public static let stimulus = Stimulus<ServerRecipe>(
    "redirect-scheme",
    "the scheme of the URLs in redirects (RFC 9110, section 4.2); requests without TLS are answered at the same port;"
      + " default https",
    evidence: .always(.clearRedirect, seenBy: .handshake), text: { $0[RedirectScheme.self].rawValue }
  )
  .found(by: "HTTPS downgrade", "cleartext")
  .ofHTTP { $0[RedirectScheme.self] != .https }
}
