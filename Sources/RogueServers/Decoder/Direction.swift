internal import RogueModel
internal import RogueTLS

/// What one side of a connection sends, and how far it has been read.
///
/// A class, so that a record's handlers can change the direction that they are reading from.
final class Direction {
  /// What has to be done to a record before its content can be read.
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
  /// What comes next means nothing before the other side has answered.
  var isWaiting = false
  /// This side's first Finished has been read.
  var hasFinished = false
  /// The first thing that could not be followed.
  var trouble: Undecodable?
  /// Reading ended because of `trouble`.
  var hasStopped = false

  init(_ side: Side) {
    self.side = side
    // What a server says is ours, and may be as long as a behaviour makes it.
    handshake = HandshakeReader(passesOverLong: side == .server)
  }
}
