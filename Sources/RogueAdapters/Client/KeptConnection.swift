internal import RogueModel

/// A connection that an attempt left open for the next one.
struct KeptConnection {
  let line: ClientLine
  /// The server's presentation at the start of the connection, which is not repeated.
  let flight: ServerFlight
  let terms: ConnectionTerms
}

/// The purpose of a connection.
struct ConnectionTerms: Hashable {
  /// What cannot be judged again: another address, another client or other versions of TLS need a connection of their
  /// own. Another host does not: whether the certificate is right for it can be judged (RFC 9110, section 4.3.3).
  private struct Purpose: Hashable {
    var connect: Attempt.Endpoint
    var versions: ClosedRange<TLSVersion>
    var alpn: [String]
    var identity: AttemptPolicy.Identity?

    init(_ attempt: Attempt) {
      connect = attempt.connect
      connect.host = ""
      connect.path = "/"
      versions = attempt.minimumTLS...attempt.maximumTLS
      alpn = attempt.alpn
      identity = attempt.policy.identity
    }
  }

  private let purpose: Purpose
  private let host: String

  init(_ attempt: Attempt) {
    purpose = Purpose(attempt)
    host = HostName.plain(attempt.connect.host)
  }

  func fit(_ attempt: Attempt, _ checks: Set<ConnectionCheck>) -> Bool {
    var wanted = Purpose(attempt)
    if checks.takeForTheSame(purpose.identity, wanted.identity, ofConnection: true) {
      wanted.identity = purpose.identity
    }
    return purpose == wanted
  }

  /// Whether the connection was opened for the current host.
  func areFor(_ attempt: Attempt) -> Bool { host == HostName.plain(attempt.connect.host) }
}
