/// Whose the client's end of a served connection is.
public enum ConnectionOwner: String, Sendable, Hashable, CaseIterable {
  /// A process of the adapter, or a descendant of it.
  case adapter
  /// This process: a client of its own, or the leg that a proxy of its own makes for a client that was asked for.
  case harness
  /// The system cannot say.
  case unknown
}

/// A connection that was ended before a byte was sent on it, because it was none of the validator's.
public struct DroppedConnection: Sendable, Hashable {
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// Another process has made it.
    case stranger
    /// Nobody held its other end any more when it was accepted.
    case gone
  }
  /// Microseconds since the attempt began.
  public var at: Int
  public var cause: Cause
  /// The other process, such as `process 4711 (python3) of user 1000`; nil where nobody knows.
  public var name: String?

  public init(at: Int, cause: Cause, name: String? = nil) {
    self.at = at
    self.cause = cause
    self.name = name
  }
}
