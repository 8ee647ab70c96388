/// The bytes of one connection as the server read and wrote them, with the keys to decrypt them: what a capture file is
/// made of.
public struct CapturedConnection: Sendable, Hashable {
  /// Bytes that one side sent at once.
  public struct Piece: Sendable, Hashable {
    public var from: Side
    /// Microseconds since the attempt began.
    public var at: Int
    public var bytes: [UInt8]

    public init(from: Side, at: Int, bytes: [UInt8]) {
      self.from = from
      self.at = at
      self.bytes = bytes
    }
  }

  /// 1-based within the attempt, as in `ConnectionEvidence`.
  public var index: Int
  /// It leads to the world's proxy, not to the server.
  public var isToProxy: Bool
  /// Of the server, or of the proxy.
  public var port: UInt16
  /// Microseconds since the attempt began.
  public var openedAt: Int
  public var closedAt: Int?
  public var end: ConnectionEnd
  /// In the order of reads and writes, plaintext before TLS included.
  public var pieces: [Piece]
  /// Lines of a key log (draft-ietf-tls-keylogfile), without line ends.
  public var keyLog: [String]

  public init(
    index: Int, isToProxy: Bool = false, port: UInt16, openedAt: Int, closedAt: Int?, end: ConnectionEnd,
    pieces: [Piece], keyLog: [String]
  ) {
    self.index = index
    self.isToProxy = isToProxy
    self.port = port
    self.openedAt = openedAt
    self.closedAt = closedAt
    self.end = end
    self.pieces = pieces
    self.keyLog = keyLog
  }
}
