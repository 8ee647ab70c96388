internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import Synchronization

/// The file of a run's event log: one that the user named, the one that is kept anyway, or one without a name, from which
/// results are read again where there is no other.
///
/// A log that the user named must be complete, so the run ends if it cannot be written. If another one cannot be written,
/// it ends, with one warning if its path was announced, and the run continues with the rest in memory.
final class EventLogFile: Sendable {
  private enum Kind { case asked, kept, unnamed }

  private struct State {
    var hasEnded = false
    /// How many bytes are in the file.
    var written = 0
    /// The text after them.
    var rest: [UInt8] = []
  }

  private let kind: Kind
  /// Nil: no file could be made.
  private let file: FileAppender?
  private let reader: FileReader?
  private let state: Mutex<State>

  init(_ path: String) throws(HarnessFailure) {
    do throws(SystemError) { file = try FileAppender(path) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    kind = .asked
    reader = Self.reader(of: path)
    state = Mutex(State())
  }

  /// The log that is kept anyway; nil if that is impossible. Reports the folder of such logs once.
  init?(keptAs name: String, isQuiet: Bool) {
    guard let logs = RunLogs.ofThisUser, let log = logs.open(name) else { return nil }
    kind = .kept
    file = log
    reader = Self.reader(of: log.path)
    state = Mutex(State())
    if !isQuiet, let announcement = logs.announcement() { try? StandardWriters.error("rogues: \(announcement)\n") }
  }

  /// A file without a name.
  init() {
    kind = .unnamed
    let made = try? Files.makeUnnamedFile()
    (file, reader) = (made?.0, made?.1)
    state = Mutex(State(hasEnded: made == nil))
  }

  /// Nil: its content cannot be read again, or others write there as well.
  private static func reader(of path: String) -> FileReader? {
    (try? FileReader(path)).flatMap { $0.isRegular && !$0.isStandardStream ? $0 : nil }
  }

  /// Whether what was written can be read again.
  var isReadable: Bool { reader != nil || kind == .unnamed }

  var writer: ReportWriter {
    { [self] text throws(HarnessFailure) in try append(Array(text.utf8)) }
  }

  /// Reads what was written.
  var read: LogSource.Read {
    { [self] range throws(HarnessFailure) in
      let (written, rest) = state.withLock { ($0.written, $0.rest) }
      if range.lowerBound >= written { return rest[range.lowerBound - written..<range.upperBound - written] }
      do throws(SystemError) { return try reader?.read(range)[...] ?? [] } catch {
        throw HarnessFailure(.files, error.description)
      }
    }
  }

  /// The path of the log; nil if it had to end early.
  func close() throws(HarnessFailure) -> String? {
    let hasEnded = try state.withLock { (state) throws(HarnessFailure) in
      guard !state.hasEnded else { return true }
      do throws(SystemError) { try file?.close() } catch { try end(&state, error) }
      return state.hasEnded
    }
    return hasEnded ? nil : file?.path
  }

  private func append(_ bytes: [UInt8]) throws(HarnessFailure) {
    try state.withLock { (state) throws(HarnessFailure) in
      if !state.hasEnded, let file {
        do throws(SystemError) {
          try file.append(bytes)
          state.written += bytes.count
          return
        } catch {
          try end(&state, error)
        }
      }
      if isReadable { state.rest += bytes }
    }
  }

  private func end(_ state: inout State, _ error: SystemError) throws(HarnessFailure) {
    guard kind != .asked else { throw HarnessFailure(.files, error.description) }
    state.hasEnded = true
    guard kind == .kept else { return }
    try? StandardWriters.error("rogues: the event log ends here, the run continues: \(error.description)\n")
  }
}
