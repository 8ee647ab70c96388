import Foundation

/// Programs that the tests run, found on the PATH.
enum Tool {
  struct Result: Sendable {
    var status: Int32
    var output: String
  }

  /// Runs a program to its end; standard error goes with standard output.
  @discardableResult static func run(_ name: String, _ arguments: [String], input: String? = nil) -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
    ]
    let output = Pipe()
    let source = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = source
    // A program that ends at once must not take the tests with it.
    signal(SIGPIPE, SIG_IGN)
    guard (try? process.run()) != nil else { return Result(status: -1, output: "cannot run \(name)") }
    if let input { try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    // Programs such as s_client end with their input; it stays open until they have answered.
    if input == nil { try? source.fileHandleForWriting.close() }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  static func runAside(_ name: String, _ arguments: [String], input: String? = nil) async -> Result {
    await onThread { run(name, arguments, input: input) }
  }

  static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

/// Runs blocking work aside, so that the tests' own tasks go on.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
