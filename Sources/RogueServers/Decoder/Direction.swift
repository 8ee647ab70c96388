internal import RogueModel
internal import RogueTLS

/// One side of a connection, and how far it has been read.
///
/// A class, so that a record's handlers can change the direction that they are reading from.
final class Direction {
  /// The protection of a record.
  enum Protection {
    case none
    case sealed(RecordProtection)
    /// Protected under keys that are not known, and why not.
    case unknown(Undecodable)
  }

  let side: Side
  var records = RecordReader()
  var handshake: HandshakeReader
  var protection = Protection.none
  /// The secret behind `protection`, which KeyUpdate replaces (TLS 1.3).
  var trafficSecret: [UInt8] = []
  /// The next data has no meaning before the other side has answered.
  var isWaiting = false
  /// This side's first Finished has been read.
  var hasFinished = false
  /// The first thing that could not be followed.
  var trouble: Undecodable?
  /// Reading ended because of `trouble`.
  var hasStopped = false

  init(_ side: Side) {
    self.side = side
    // A server's messages are ours, and may be as long as a behaviour makes them.
    handshake = HandshakeReader(passesOverLong: side == .server)
  }
}
