public import RogueModel

/// The host that requests for any other are sent on to (RFC 9110, section 15.4.3), at the same address and port.
///
/// In a world a label relative to its domain, served as a full name. Nil: nobody is sent on.
public enum Redirect: ServerSetting {
  public static let standard: String? = nil

  public static var written: Written<String?> { .host }

  public static let stimulus = Stimulus<ServerRecipe>(
    "redirect",
    "the host that requests for any other are sent on to, at the same address and port; default: nobody is sent on",
    evidence: .setting, text: { $0[Redirect.self] ?? "none" }
  )
  .found(by: "redirect")
  .needing { server, _ in server[Redirect.self] == nil ? [] : [.redirects] }
  .ofHTTP { $0[Redirect.self] != nil }

  public static func served(_ value: String?, in world: World) -> String? { value.map(world.fullName(of:)) }
}
