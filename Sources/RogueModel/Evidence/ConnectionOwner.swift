/// Which process owns the client's end of a connection.
public enum ConnectionOwner: String, Sendable, Hashable, CaseIterable {
  /// A process of the adapter, or a descendant of it.
  case adapter
  /// This process: a client of the harness, or its proxy's connection on behalf of a client that may connect.
  case harness
  /// The system cannot say.
  case unknown
}

/// A connection that the server closed before it sent a byte, because it was not the validator's.
public struct DroppedConnection: Sendable, Hashable {
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// Another process opened it.
    case stranger
    /// No process owned its other end any more when the server accepted it.
    case gone
  }
  /// Microseconds since the attempt began.
  public var at: Int
  public var cause: Cause
  /// The other process, such as `process 4711 (python3) of user 1000`; nil if the system does not report it.
  public var name: String?

  public init(at: Int, cause: Cause, name: String? = nil) {
    self.at = at
    self.cause = cause
    self.name = name
  }
}

/// Whose connections count for an adapter.
public enum OwnerRule: String, Sendable, Hashable, CaseIterable {
  /// Those of its processes, on the kernel's word. Where the kernel cannot say whose a connection is, the case proves nothing.
  case verified
  /// Those of its processes if the kernel reports owners; otherwise all.
  case unverified
}
