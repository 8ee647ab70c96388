internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// A connection that an attempt left open for the next one.
struct KeptConnection {
  let connection: TLSConnection
  let transport: ClientTransport
  /// What the server presented when the connection began: it is not shown again.
  let flight: ServerFlight
  private let purpose: Purpose

  /// What a connection is made for, as far as it cannot be judged again: another host, another client or other versions
  /// of TLS need a connection of their own.
  private struct Purpose: Hashable {
    var connect: Attempt.Endpoint
    var versions: ClosedRange<TLSVersion>
    var alpn: [String]
    var identity: AttemptPolicy.Identity?

    init(_ attempt: Attempt) {
      connect = attempt.connect
      connect.path = "/"
      versions = attempt.minimumTLS...attempt.maximumTLS
      alpn = attempt.alpn
      identity = attempt.policy.identity
    }
  }

  init(_ connection: TLSConnection, _ transport: ClientTransport, _ flight: ServerFlight, after attempt: Attempt) {
    self.connection = connection
    self.transport = transport
    self.flight = flight
    purpose = Purpose(attempt)
  }

  func fits(_ attempt: Attempt, _ checks: Set<ApproachCheck>) -> Bool {
    var wanted = Purpose(attempt)
    if !checks.contains(.ownIdentity) { wanted.identity = purpose.identity }
    return purpose == wanted
  }

  /// Says good-bye, and waits for nothing.
  func close() {
    connection.close()
    // Whether it arrives changes nothing: the end of the stream says the same.
    try? transport.send(connection.takeOutput())
  }
}
