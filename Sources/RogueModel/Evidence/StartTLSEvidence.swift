/// The plaintext dialogue on a connection before TLS, read from the bytes.
public struct StartTLSEvidence: Sendable, Hashable {
  /// Whether the server offered TLS; nil: the client did not query the server's capabilities.
  public var offered: Bool?
  /// Whether the server agreed to start TLS; nil: the client did not request it.
  public var agreed: Bool?
  /// The server's greeting said that the client is logged in.
  public var isPreauthenticated: Bool
  /// The number of bytes that the server sent in plaintext after it had agreed to start TLS.
  public var surplusBytes: Int
  /// The number of bytes that the client sent in plaintext besides asking for capabilities, asking for TLS, and
  /// quitting.
  public var applicationBytes: Int
  public var firstApplicationAt: Int?
  /// The client's commands in order; the last ones are omitted if there are many.
  public var commands: [String]

  public init(
    offered: Bool? = nil, agreed: Bool? = nil, isPreauthenticated: Bool = false, surplusBytes: Int = 0,
    applicationBytes: Int = 0, firstApplicationAt: Int? = nil, commands: [String] = []
  ) {
    self.offered = offered
    self.agreed = agreed
    self.isPreauthenticated = isPreauthenticated
    self.surplusBytes = surplusBytes
    self.applicationBytes = applicationBytes
    self.firstApplicationAt = firstApplicationAt
    self.commands = commands
  }
}
