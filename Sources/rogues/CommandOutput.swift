import RoguePlatform
import RoguesGallery

/// Text of the command itself: help, version, usage errors.
enum CommandOutput {
  /// Prints on standard output and gives the exit status.
  static func print(_ text: String) -> Int32 { write(text, to: .output) ? 0 : ExitStatus.cannotWrite.rawValue }

  static func printVersion() -> Int32 { print("rogues \(Gallery.identity)\n") }

  /// Prints a usage error on standard error and gives the exit status.
  static func fail(_ error: UsageError) -> Int32 {
    _ = write(error.rendered, to: .error)
    return ExitStatus.usage.rawValue
  }

  /// The request is unknown, so nothing is done, and that is no success.
  static func failWithoutArguments() -> Int32 {
    _ = write("rogues: the system does not hand over the arguments of this process (no /proc)\n", to: .error)
    return ExitStatus.internal.rawValue
  }

  private static func write(_ text: String, to stream: StandardStream) -> Bool {
    do throws(SystemError) {
      try stream.write(text)
      return true
    } catch {
      return false
    }
  }
}
