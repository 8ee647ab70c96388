internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// A connection that an attempt left open for the next one.
struct KeptConnection {
  let connection: TLSConnection
  let transport: ClientTransport
  /// What the server presented when the connection began: it is not shown again.
  let flight: ServerFlight
  /// Where HTTP/2 is spoken on it; nil: HTTP/1.1 is.
  let http2: HTTP2Conversation?
  private let purpose: Purpose
  private let host: String

  /// What a connection is made for, as far as it cannot be judged again: another address, another client or other
  /// versions of TLS need a connection of their own. Another host does not: whether the certificate is right for it can
  /// be judged (RFC 9110, section 4.3.3).
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

  init(
    _ connection: TLSConnection, _ transport: ClientTransport, _ flight: ServerFlight, _ http2: HTTP2Conversation?,
    after attempt: Attempt
  ) {
    self.http2 = http2
    self.connection = connection
    self.transport = transport
    self.flight = flight
    purpose = Purpose(attempt)
    host = attempt.connect.host
  }

  func fits(_ attempt: Attempt, _ checks: Set<PreTLSCheck>) -> Bool {
    var wanted = Purpose(attempt)
    if !checks.contains(.ownIdentity) { wanted.identity = purpose.identity }
    return purpose == wanted
  }

  /// Whether it was opened for the host that is asked for now.
  func isFor(_ attempt: Attempt) -> Bool { HostName.plain(host) == HostName.plain(attempt.connect.host) }

  /// Says good-bye, and waits for nothing.
  func close() {
    connection.close()
    // Whether it arrives changes nothing: the end of the stream says the same.
    try? transport.send(connection.takeOutput())
  }
}
