/// What was said in the clear on a connection before TLS, read from the bytes.
public struct StartTLSEvidence: Sendable, Hashable {
  /// Whether the server offered TLS; nil: it was not asked what it can.
  public var offered: Bool?
  /// Whether the server agreed to begin TLS; nil: it was not asked to.
  public var agreed: Bool?
  /// The server's greeting said that the client is logged in.
  public var isPreauthenticated: Bool
  /// What the server sent in the clear after it had agreed, in bytes.
  public var surplusBytes: Int
  /// What the client said beyond asking what the server can, asking for TLS and leaving, in bytes.
  public var applicationBytes: Int
  public var firstApplicationAt: Int?
  /// The client's commands as they came, the last ones left out where there are many.
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
