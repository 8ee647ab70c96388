public import RogueModel

/// The parts of connections whose ClientHello names a host (RFC 6066, section 3), by the host's label.
///
/// A client that names no host, or one that is not listed, meets the server itself. Parts by connection number take
/// precedence, whatever host the client names.
public enum VirtualHosts: ServerSetting {
  public static let written = SettingParser<[String: ServerRecipe.Connection]>(.hosts(of: .connection), standard: [:]) {
    value throws(ParsingProblem) in
    var hosts: [String: ServerRecipe.Connection] = [:]
    for entry in value.entries {
      let isKnown = hosts.keys.contains { HostName.plain($0) == HostName.plain(entry.key) }
      guard !isKnown else { throw ParsingProblem("'\(entry.key)' occurs twice", help: "names have no case") }
      hosts[entry.key] = try entry.value.typed() as ServerRecipe.Connection
    }
    return hosts
  }

  public static let stimulus = Stimulus<ServerRecipe>(
    "virtual-hosts",
    "what differs on connections whose ClientHello names this host (RFC 6066, section 3), by its label; others, and"
      + " those that name no host, get what the server has; default none",
    evidence: .parts { change in
      let hosts = change.world.server[VirtualHosts.self]
      let label = change.below.first ?? (hosts.count == 1 ? hosts.keys.first : nil)
      return label.map { ServerPlace.host(HostName.plain(change.world.fullName(of: $0))) }
    },
    below: { server, path in
      let own = path.first.map { server[VirtualHosts.self][$0] ?? ServerRecipe.Connection() }
      return own.flatMap { ConnectionParts.all.text(of: server, with: $0, at: path.dropFirst()) }
    }, text: { $0[VirtualHosts.self].isEmpty ? "none" : nil }
  )
  .holdingParts()
  .found(by: "SNI", "server_name", "virtual host")

  public static func hosts(_ value: [String: ServerRecipe.Connection]) -> [String: ServerRecipe.Connection] { value }
}
