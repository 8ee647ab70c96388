import Foundation

/// A folder in which one test runs the command, so that the files of a run can be distinguished from everything else on
/// the machine: every process of the run has the folder's path in its environment.
final class TemporaryWorkplace: Sendable {
  /// Without links and without a final slash.
  let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("rogues-place-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    try SharedCache.link(home: path("home"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Where the command puts its temporary folders.
  var temporary: String { path("tmp") }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file, its folders included.
  @discardableResult
  func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
    try write(Data(text.utf8), to: name, executable: executable)
  }

  @discardableResult
  func write(_ data: Data, to name: String, executable: Bool = false) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    if executable { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path) }
    return url.path
  }

  /// The text of a file; empty when there is none.
  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Runs the command to its end.
  ///
  /// - Parameter seconds: how long it may take; what takes longer is killed, and its status tells so.
  func run(
    _ arguments: [String], within seconds: Double = 3600, environment: [String: String] = [:],
    program: URL = BuiltCommand.program
  ) async throws -> BuiltCommand.Ending {
    try await blocking {
      try RunningCommand(arguments, in: self, environment: environment, program: program).ending(within: seconds)
    }
  }

  /// The event log of a run that was given `--log path("log.jsonl")`.
  func log() throws -> RunLog { try RunLog(path: path("log.jsonl")) }

  // MARK: - What is left

  /// The processes of this place's runs that are still there after some minutes in which they could have ended: a good
  /// test does not wait, and a busy machine is given the time.
  func processesLeft() async throws -> [String] {
    try await blocking {
      let deadline = Date().addingTimeInterval(600)
      while true {
        let left = self.processes()
        if left.isEmpty || Date() > deadline { return left }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }

  /// The files in temporary folders that hold private keys of clients: PEM, or PKCS #12 by the case's policy.
  func keysLeft() -> [String] {
    (FileManager.default.enumerator(atPath: temporary)?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".key") || $0.hasSuffix(".p12") }
  }

  /// The temporary folders that are left once the watchdog, which is none of the place's own processes, had its time.
  func foldersLeftByWatchdog() throws -> [String] {
    let deadline = Date().addingTimeInterval(RunningCommand.longest)
    while true {
      let left = try foldersLeft()
      if left.isEmpty || Date() > deadline { return left }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// The temporary folders that nobody has removed.
  func foldersLeft() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: temporary) }

  /// Command lines of the processes that run for this place now. None is ever found where there is no `/proc`.
  func processes() -> [String] {
    let mark = Data(folder.utf8)
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
    return numbers.compactMap { number in
      // Files of /proc have no size, so that they are read to their end instead of mapped.
      func content(_ name: String) -> Data? {
        guard let handle = FileHandle(forReadingAtPath: "/proc/\(number)/\(name)") else { return nil }
        defer { try? handle.close() }
        return try? handle.readToEnd()
      }
      guard let environment = content("environ"), environment.range(of: mark) != nil else { return nil }
      return "\(number) " + String(decoding: content("cmdline") ?? Data(), as: UTF8.self)
    }
  }
}
