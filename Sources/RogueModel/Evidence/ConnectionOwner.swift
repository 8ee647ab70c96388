/// Which process owns the client's end of a connection.
public enum ConnectionOwner: String, Sendable, Hashable, CaseIterable {
  /// A process of the adapter, or a descendant of it.
  case adapter
  /// This process: a client of the harness, or its proxy's connection on behalf of a client that may connect.
  case harness
  /// What the adapter declares that its client is, on the kernel's word.
  case declared
  /// Anybody, or a peer of the declared address: the kernel was not asked.
  case unverified
  /// The system cannot say.
  case unknown

  /// What each verdict says that rests on a connection of which the kernel was not asked.
  public static let unverifiedMark = "unverified owner"
}

extension Observation {
  public var hasUnverifiedOwner: Bool { (connections + proxied).contains { $0.owner == .unverified } }
}

extension CaseResult {
  /// Whether it rests on connections of which the kernel was not asked.
  public var hasUnverifiedOwner: Bool { steps.contains(where: \.observation.hasUnverifiedOwner) }
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
