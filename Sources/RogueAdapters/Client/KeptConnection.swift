package import RogueModel

/// A connection that an attempt left open for the next one.
struct KeptConnection {
  let line: ClientLine
  /// The server's presentation at the start of the connection, which is not repeated.
  let flight: ServerFlight
  let terms: ConnectionTerms
}

/// The purpose of a connection.
package struct ConnectionTerms: Hashable {
  /// Another address or other versions of TLS need another connection.
  private struct Purpose: Hashable {
    var connect: Attempt.Endpoint
    var versions: ClosedRange<TLSVersion>
    var alpn: [String]

    init(_ attempt: Attempt) {
      connect = attempt.connect
      connect.host = ""
      connect.path = "/"
      versions = attempt.minimumTLS...attempt.maximumTLS
      alpn = attempt.alpn
    }
  }

  private let purpose: Purpose
  package let identity: AttemptPolicy.Identity?
  private let host: String

  /// The versions of TLS that the client offered.
  package var versions: ClosedRange<TLSVersion> { purpose.versions }

  init(_ attempt: Attempt) {
    purpose = Purpose(attempt)
    identity = attempt.policy.identity
    host = HostName.plain(attempt.connect.host)
  }

  /// Whether the connection leads where the attempt wants to go, under any host.
  package func serves(_ attempt: Attempt) -> Bool { purpose == Purpose(attempt) }

  /// Whether the connection was opened for the current host.
  package func areFor(_ attempt: Attempt) -> Bool { host == HostName.plain(attempt.connect.host) }
}
