import Foundation
import Testing

@testable import RoguePlatform

/// The built command while it runs; belongs to the thread that started it.
///
/// Not Foundation's `Process`: that lets its children inherit the descriptors by which it notices the end of others, so
/// that a program that lives long keeps all of them from being seen to end.
final class RunningCommand {
  /// In seconds: so long that no machine is so slow, and short enough that what would wait for ever fails.
  static let longest: Double = 1200

  private let child: ChildProcess
  private let outputPath: String
  private let errorPath: String

  /// - Parameters:
  ///   - place: gets the streams, HOME, and the temporary folders.
  ///   - environment: Beside what a shell would have set.
  ///   - program: The command, or `rogues-lab`.
  init(
    _ arguments: [String], in place: TemporaryWorkplace, environment: [String: String] = [:],
    program: URL = BuiltCommand.program
  ) throws {
    let name = UUID().uuidString
    outputPath = place.path("\(name).out")
    errorPath = place.path("\(name).err")
    // Files, not pipes: nothing can fill up and wait.
    let script = #"out=$1 err=$2; shift 2; exec "$@" >"$out" 2>"$err" </dev/null"#
    child = try ChildProcess(
      starting: ChildCommand(
        program: "/bin/sh",
        arguments: ["-c", script, "sh", outputPath, errorPath, program.path] + arguments,
        workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 0),
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
      ].merging(environment) { $1 }.map { "\($0.key)=\($0.value)" })
  }

  var isRunning: Bool { !child.hasExited }

  /// The most memory that it has had so far, in bytes; nil where the system does not say.
  var peak: Int? {
    guard let status = try? Files.read("/proc/\(child.identifier)/status") else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
  }

  func send(_ signal: Int32) { kill(child.identifier, signal) }

  /// The numbers of the processes that it has started, where there is a `/proc`.
  func children() -> [Int32] {
    let tasks = "/proc/\(child.identifier)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).flatMap { task -> [Int32] in
      guard let bytes = try? Files.read("\(tasks)/\(task)/children") else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Waits until that is so, or the command has ended; where neither comes, the test fails and the command is killed.
  func wait(_ location: Testing.SourceLocation = #_sourceLocation, until isSo: () throws -> Bool) rethrows {
    let deadline = Date().addingTimeInterval(Self.longest)
    while isRunning, try !isSo() {
      if Date() > deadline {
        Issue.record("what the test waits for has not come", sourceLocation: location)
        return send(SIGKILL)
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// Waits for the end; what takes longer is killed.
  ///
  /// The status of a command that a signal ended is that signal's number, negated.
  func ending(within seconds: Double = longest) -> BuiltCommand.Ending {
    let deadline = Date().addingTimeInterval(seconds)
    while isRunning {
      if Date() > deadline { send(SIGKILL) }
      Thread.sleep(forTimeInterval: 0.005)
    }
    let status: Int32 =
      switch child.reap() {
      case .exited(let status): status
      case .signalled(let signal): -signal
      default: .min
      }
    return BuiltCommand.Ending(status: status, output: Self.text(outputPath), error: Self.text(errorPath))
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
