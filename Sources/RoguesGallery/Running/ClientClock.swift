internal import RogueModel
internal import RoguePlatform

/// The clock of the programs that this process starts.
///
/// Certificates are dated by the clock of this process. A client that goes by another one, because time is faked for
/// this process alone, would be wrong about every date because of the clock alone.
enum ClientClock {
  /// In seconds: more than it takes to read one clock after the other.
  private static let tolerance: Int64 = 2

  /// The environment of a program that prints its time.
  static let argument = "clock"

  /// Refuses to judge programs whose clock differs from ours. If their clock cannot be read, they are judged: no program
  /// can be started then, or the command's own file is out of reach.
  static func check(_ adapters: [any Adapter]) async throws(HarnessFailure) {
    guard adapters.contains(where: { $0.description.door != .inProcess }),
      let program = try? Files.currentExecutable()
    else { return }
    let before = WallClock.secondsSince1970
    let result = await ChildCommand(program: program, arguments: [argument], deadlineMilliseconds: 5000).run()
    let after = WallClock.secondsSince1970
    let said = String(decoding: result.standardOutput, as: UTF8.self).prefix { $0.isNumber }
    guard result.ending == .exited(0), let theirs = Int64(said) else { return }
    guard theirs < before - tolerance || theirs > after + tolerance else { return }
    let away = abs(theirs - before)
    throw HarnessFailure(
      .internal,
      """
      the clock of this process is \(Timestamp(secondsSince1970: before)), that of the clients which it starts \
      \(Timestamp(secondsSince1970: theirs)), \(away) s \(theirs < before ? "behind" : "ahead"): no verdict about a date \
      would be right (--at gives clients the time that certificates are dated by)
      """)
  }
}
