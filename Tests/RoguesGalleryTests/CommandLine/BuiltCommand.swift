import Foundation
import RoguePlatform

/// The command as it was built, run as a process of its own.
enum BuiltCommand {
  struct Ending: Sendable {
    var status: Int32
    var output: String
    var error: String
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The one that `ROGUES_COMMAND` names: `make test` builds it optimised, as users run it. Without that, the one beside
  /// the test bundle.
  static let program =
    ProcessInfo.processInfo.environment["ROGUES_COMMAND"].map { URL(fileURLWithPath: $0, relativeTo: root).absoluteURL }
    ?? Bundle.main.bundleURL.appendingPathComponent("rogues")
  /// `rogues-lab`, which is built beside it.
  static let lab = program.deletingLastPathComponent().appendingPathComponent("rogues-lab")

  /// - Parameters:
  ///   - environment: Beside what a shell would have set.
  ///   - output: The file that standard output goes to, instead of coming back.
  ///   - program: Another copy of the command, which looks for its catalogue from there.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: URL = root, output: String? = nil,
    deadlineMilliseconds: Int = 3_600_000, program: URL = program
  ) async throws -> Ending {
    try await blocking { try runBlocking(program, arguments, environment, directory, output, deadlineMilliseconds) }
  }

  private static func runBlocking(
    _ program: URL, _ arguments: [String], _ environment: [String: String], _ directory: URL, _ output: String?,
    _ deadlineMilliseconds: Int
  ) throws -> Ending {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-test")
    defer { try? Files.removeTemporaryDirectory(folder) }
    try SharedCache.link(home: folder)
    let redirection = output.map { " >'\($0)'" } ?? ""
    let result = ChildCommand(
      program: "/bin/sh", arguments: ["-c", #"exec "$0" "$@""# + redirection, program.path] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8"].merging(environment) { $1 },
      workingDirectory: directory.path, deadlineMilliseconds: deadlineMilliseconds, keptBytes: 64 << 20,
      floodBytes: 64 << 20
    ).runBlocking()
    guard case .exited(let status) = result.ending else { throw Abnormal(ending: result.ending) }
    return Ending(
      status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
      error: String(decoding: result.standardError, as: UTF8.self))
  }

  /// It crashed, hung or was not started.
  struct Abnormal: Error {
    var ending: ChildResult.Ending
  }
}
