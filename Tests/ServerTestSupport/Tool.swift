import Foundation
import RoguePlatform

/// Programs that the tests run, found on the PATH.
package enum Tool {
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
  }

  /// Runs a program to its end; standard error goes with standard output.
  @discardableResult package static func run(_ name: String, _ arguments: [String], input: String? = nil) -> Result {
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", #"exec "$0" "$@" 2>&1"#, name] + arguments,
      environment: ["PATH": searchPath, "HOME": "/nonexistent"],
      // Programs such as s_client end with their input; it stays open until they have answered.
      input: input.map { .held(Array($0.utf8)) { _ in false } } ?? .empty, deadlineMilliseconds: 3_600_000,
      keptBytes: 16 << 20, floodBytes: 16 << 20)
    let result = command.runBlocking()
    let output = String(decoding: result.standardOutput, as: UTF8.self)
    guard case .exited(let status) = result.ending else {
      return Result(status: -1, output: "\(result.ending): \(output)")
    }
    return Result(status: status, output: output)
  }

  package static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  package static func runAside(_ name: String, _ arguments: [String], input: String? = nil) async -> Result {
    await onThread { run(name, arguments, input: input) }
  }

  package static func isInstalled(_ name: String) -> Bool {
    searchPath.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

/// Runs blocking work aside, so that the tests' own tasks go on.
package func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
