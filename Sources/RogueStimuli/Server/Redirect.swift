public import RogueModel

/// The host to which requests for any other are redirected (RFC 9110, section 15.4.3), at the same address and port.
///
/// In a world a label relative to its domain, served as a full name. Nil: there is no redirect.
public enum Redirect: ServerSetting {
  public static let standard: String? = nil

  public static var written: Written<String?> { .host }

  public static let stimulus = Stimulus<ServerRecipe>(
    "redirect",
    "the host to which requests for any other host are redirected, at the same address and port; default: none",
    evidence: .setting, text: { $0[Redirect.self] ?? "none" }
  )
  .found(by: "redirect")
  .needing { server, _ in server[Redirect.self] == nil ? [] : [.redirects] }
  .ofHTTP { $0[Redirect.self] != nil }

  public static func served(_ value: String?, in world: World) -> String? { value.map(world.fullName(of:)) }
}
