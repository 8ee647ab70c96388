public import RogueModel
public import RogueOpenSSL

/// The raw bytes of one TCP connection in both directions, with the keys to read them.
///
/// Evidence is read from here and not from a library's callbacks, so that every engine is judged by the same reader and
/// nothing depends on what a library chooses to report.
public struct WireTranscript: Sendable {
  public typealias Chunk = CapturedConnection.Piece
  /// One line of a key log (draft-ietf-tls-keylogfile).
  public typealias Secret = TLSSecret

  /// Bytes of the server's that left in one go. A chunk is what the engine said at once; this is when the client got it.
  public struct Departure: Hashable, Sendable {
    /// Microseconds since the attempt began.
    public var at: Int
    public var bytes: Int
    /// Others were waiting to leave.
    public var leftOthers: Bool

    public init(at: Int, bytes: Int, leftOthers: Bool) {
      self.at = at
      self.bytes = bytes
      self.leftOthers = leftOthers
    }
  }

  /// In the order in which the server read or wrote them.
  public var chunks: [Chunk]
  public var secrets: [Secret]
  /// Of this attempt alone.
  public var departures: [Departure] = []
  /// How many chunks came in attempts before this one, on a connection that is used again.
  package var earlierChunks = 0

  public init(chunks: [Chunk] = [], secrets: [Secret] = []) {
    self.chunks = chunks
    self.secrets = secrets
  }

  /// The secret with this label, of the handshake that began with this client random.
  package func secret(_ label: String, clientRandom: [UInt8]) -> [UInt8]? {
    secrets.first { $0.clientRandom == clientRandom && $0.label == label }?.secret
  }
}
