import Foundation

/// Does something that waits for other processes, on a thread that may wait: the few threads of the concurrency runtime
/// are needed by every other test. Few at once, because each thing is a process that wants a processor.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    waitingThreads.addOperation { continuation.resume(with: Swift.Result { try body() }) }
  }
}

private let waitingThreads: OperationQueue = {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 3
  return queue
}()

/// The built command while it runs; belongs to the thread that started it.
final class RunningCommand {
  private let process = Process()
  private let outputPath: String
  private let errorPath: String

  /// - Parameter place: gets the streams, HOME, and the temporary folders.
  init(_ arguments: [String], in place: Workplace) throws {
    let name = UUID().uuidString
    outputPath = place.path("\(name).out")
    errorPath = place.path("\(name).err")
    #if os(Linux)
      // A test runner that was started in the background has SIGINT ignored, and its children would inherit that.
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["--default-signal", BuiltCommand.program.path] + arguments
    #else
      process.executableURL = BuiltCommand.program
      process.arguments = arguments
    #endif
    process.currentDirectoryURL = BuiltCommand.root
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.file(outputPath)
    process.standardError = try Self.file(errorPath)
    try process.run()
  }

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// What standard error says so far.
  var error: String { Self.text(errorPath) }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Waits for the end; what takes longer is killed.
  ///
  /// The status of a command that a signal ended is that signal's number, negated.
  func ending(within seconds: Double) -> BuiltCommand.Ending {
    let deadline = Date().addingTimeInterval(seconds)
    while process.isRunning {
      if Date() > deadline { send(SIGKILL) }
      Thread.sleep(forTimeInterval: 0.005)
    }
    let status = process.terminationStatus
    return BuiltCommand.Ending(
      status: process.terminationReason == .uncaughtSignal ? -status : status, output: Self.text(outputPath),
      error: error)
  }
}
