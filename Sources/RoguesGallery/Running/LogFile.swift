internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// An event log on disk.
struct LogFile {
  /// A file that can be read only once, such as a pipe, is kept in memory.
  private static let longestPipe = 1 << 32

  var path: String

  init(_ path: String) { self.path = path }

  /// The log, of which nothing is kept but its header and its end. Throws `bad-data` if it cannot be read, or is no log.
  func checked(truncation: EventLogReader.Truncation = .refused) throws(HarnessFailure) -> CheckedLog {
    try EventLogReader(name: path, truncation: truncation).check(try source())
  }

  private func source() throws(HarnessFailure) -> LogSource {
    do throws(SystemError) {
      let file = try FileReader(path)
      guard file.isRegular, file.size > 0 else { return LogSource(try Files.read(path, cap: Self.longestPipe)) }
      return LogSource(size: file.size) { (range) throws(HarnessFailure) in
        do throws(SystemError) { return try file.read(range)[...] } catch {
          throw HarnessFailure(.badData, error.description)
        }
      }
    } catch {
      throw HarnessFailure(.badData, error.description)
    }
  }
}
