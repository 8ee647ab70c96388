internal import RogueModel
internal import RoguePlatform
internal import RogueRunner

extension RunClock {
  /// The clock that this process reads, and with it all clients that it starts.
  static func ofThisMachine(fixed: Timestamp? = nil) -> RunClock {
    RunClock(wall: { WallClock.sinceEpoch }, fixed: fixed)
  }
}
