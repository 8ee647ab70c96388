internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// An event log on disk.
struct LogFile {
  /// Logs of long comparisons are long.
  private static let longest = 1 << 32

  var path: String

  init(_ path: String) { self.path = path }

  /// Its events. Throws `bad-data` if it cannot be read, or is no log.
  func events(truncation: EventLogReader.Truncation = .refused) throws(HarnessFailure) -> [RunEvent] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Files.read(path, cap: Self.longest) } catch {
      throw HarnessFailure(.badData, error.description)
    }
    return try EventLogReader(name: path, truncation: truncation).events(in: bytes)
  }
}
