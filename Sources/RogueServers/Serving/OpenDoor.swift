internal import RogueModel

/// How a server treats clients started elsewhere: no task waits for an attempt's end, so each connection is
/// reported when it is over, and forgotten.
struct OpenDoor: Sendable {
  /// So many connections of one rogue may be open; one more ends the oldest.
  static let openConnections = 32
  /// A connection lives no longer, in milliseconds.
  static let lifetimeMilliseconds = 30_000
  /// A client that sends more on one connection is cut off, in bytes.
  static let clientBytes = 256 << 10

  /// Gets a connection, the id of the attempt that served it, and the client's address, if it is known; called on a
  /// loop's thread, so it must not block.
  var seen: @Sendable (ConnectionEvidence, _ attempt: String, _ peer: String?) -> Void
}
