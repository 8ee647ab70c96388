package import RogueModel

/// What a client knows when it decides about its next connection.
package struct ClientSituation {
  /// With the host that redirects have led to.
  package var attempt: Attempt
  /// Servers that earlier attempts accepted.
  package var visits: Set<Visit> = []
  /// To another host, in this attempt.
  package var redirects = 0
  /// The last redirect named a path only.
  package var hasMovedByPath = false
  /// Handshakes of this attempt that are complete.
  package var handshakes = 0
  /// The session that the next handshake offers.
  package var session: SessionTerms?
  /// A server answered 421 on a connection to another host.
  package var isMisdirected = false

  package var isBehindProxy: Bool { attempt.needs.contains(.proxy) }

  package struct Visit: Hashable, Sendable {
    package var host: String
    package var hasIdentity: Bool

    init(_ attempt: Attempt) {
      host = HostName.plain(attempt.connect.host)
      hasIdentity = attempt.policy.identity != nil
    }
  }
}
