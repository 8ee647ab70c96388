internal import RogueModel
internal import RoguePlatform

/// A program that speaks the session protocol, and how it is started.
struct SessionProgram: Sendable {
  /// Where the program that started this command is asked; nil: a program of its own is started.
  var parent: ParentStream?
  /// Absolute path.
  var program: String
  var arguments: [String]
  var limits = SessionMachine.Limits()
  /// Milliseconds between an attempt's deadline, which the program knows, and the moment at which the runner ends it.
  var graceMilliseconds = 2000
  /// Milliseconds that the program has after `bye`.
  var byeMilliseconds = 1000
  /// Bytes of standard error between two answers after which the process is ended as flooding.
  var standardErrorBytes = 1 << 20

  func command(in folder: ConversationFolder) -> ChildCommand {
    ChildCommand(
      program: program, arguments: arguments,
      environment: folder.environment.merging(["ROGUES_PROTOCOL": "1"]) { $1 }, workingDirectory: folder.path,
      deadlineMilliseconds: 0)
  }

  /// A command that a person can paste into a shell: the same attempt in a new session.
  func shown(_ line: String) -> String {
    guard parent == nil else { return "# the program that started rogues was asked: \(line)" }
    let lines = [SessionProbe.hello, line, SessionProbe.bye].map(ShellQuoting.quote).joined(separator: " ")
    return "printf '%s\\n' \(lines) | \(ShellQuoting.line(program: program, arguments: arguments))"
  }
}
