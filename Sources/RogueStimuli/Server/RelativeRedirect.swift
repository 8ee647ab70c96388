public import RogueModel

/// Whether the first host redirects to another of its paths before it does anything else, by a reference that names
/// neither scheme nor host (RFC 9110, section 10.2.2; RFC 3986, section 4.2).
public enum RelativeRedirect: ServerSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<ServerRecipe>(
    "relative-redirect",
    "whether the first host first redirects to another of its paths, by a Location without scheme and host (RFC 9110,"
      + " section 10.2.2), before the redirects to other hosts; default false",
    evidence: .setting, text: { String($0[RelativeRedirect.self]) }
  )
  .found(by: "relative redirect")
  .needing { server, _ in server[RelativeRedirect.self] ? [.redirects] : [] }
  .ofHTTP { $0[RelativeRedirect.self] }
}
