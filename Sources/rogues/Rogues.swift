import RoguePlatform
import RoguesGallery

/// The command `rogues`: arguments in, exit status out; everything else is the library's.
@main
struct Rogues {
  /// Synchronous on purpose: an asynchronous `main` leaves its thread to the concurrency runtime, which on Linux waits
  /// there with every signal let through, so that Ctrl-C would end the process before the log is closed.
  static func main() {
    guard let arguments = ProcessArguments.all else { Signals.exitNow(CommandOutput.failWithoutArguments()) }
    let command = Self.read(Array(arguments.dropFirst()))
    // Before the first task: signal masks are inherited by threads, and without threads no task would ever run.
    var judges = false
    if case .success(.run(let verb, _)) = command { judges = verb.judges }
    if let status = Gallery.prepare(judges: judges) { Signals.exitNow(status.rawValue) }
    Task.detached {
      Interruption.shared.exit(await perform(command))
    }
    Signals.hang()
  }

  static func read(_ arguments: [String]) -> Result<ArgumentParser.Request, UsageError> {
    do throws(UsageError) {
      return .success(try ArgumentParser(verbs: CommandTable.verbs).parse(arguments))
    } catch {
      return .failure(error)
    }
  }

  /// Performs the request and returns the exit status.
  static func perform(_ command: Result<ArgumentParser.Request, UsageError>) async -> Int32 {
    do throws(UsageError) {
      switch try command.get() {
      case .nothing: return CommandOutput.print(HelpText.short)
      case .help(let verb): return CommandOutput.print(verb.map(HelpText.full) ?? HelpText.command)
      case .version: return CommandOutput.printVersion()
      case .run(let verb, let invocation): return try await verb.run(invocation)
      }
    } catch {
      return CommandOutput.fail(error)
    }
  }
}
