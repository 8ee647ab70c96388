public import RogueModel

/// The hosts that redirect, each to the next (RFC 9110, section 15.4.3), at the same address and port; the last one
/// answers.
///
/// In a world these are labels relative to its domain; the server uses full names. Empty: there is no redirect.
public enum Redirect: ServerSetting {
  public static let written: SettingParser<[String]> = .hosts

  public static let stimulus = Stimulus<ServerRecipe>(
    "redirect",
    "the host to which requests for any other host are redirected, at the same address and port; of a list each host"
      + " redirects to the next; default: none",
    evidence: .always(.redirect, seenBy: .handshake),
    text: { server in
      let hosts = server[Redirect.self]
      return hosts.count > 1 ? flow(hosts) : hosts.first ?? "none"
    }
  )
  .found(by: "redirect")
  .needing { server, _ in server[Redirect.self].isEmpty ? [] : [.redirects] }
  .ofHTTP { !$0[Redirect.self].isEmpty }

  public static func serve(_ value: [String], of minted: MintedWorld, into settings: inout Settings) {
    settings[Redirect.self] = value.map(minted.world.fullName(of:))
  }
}
