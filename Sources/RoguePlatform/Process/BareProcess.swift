#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A child process without supervision: no deadline, no pipes, no process group.
///
/// The floor for supervised children in the benchmark. Its three streams are `/dev/null`; it is killed with the last
/// reference, if the caller did not wait for it.
public final class BareProcess {
  private let identifier: pid_t
  private var hasEnded = false

  /// - Parameter environment: the whole of it.
  public init(_ program: String, arguments: [String], environment: [String: String]) throws(SystemError) {
    let given = environment.map { "\($0.key)=\($0.value)" }
    identifier = unsafe try spawn(program, arguments, environment: given) { actions, _ in
      for number: Int32 in 0...2 {
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      }
      return 0
    }
  }

  deinit { end() }

  /// Blocks until it has exited; its exit status, or 128 and the signal that ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    _ = retryingInterrupts { unsafe waitpid(identifier, &status, 0) }
    hasEnded = true
    // WIFEXITED, WEXITSTATUS and WTERMSIG are macros that the importer does not see.
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
  }

  /// The same, with the processor time that it used, in milliseconds: its own, and that of the children that it had
  /// waited for. Nil where the system does not say.
  public func waitMeasured() -> (status: Int32, time: (own: Int64, children: Int64)?) {
    var ended = unsafe siginfo_t()
    _ = retryingInterrupts { unsafe waitid(P_PID, id_t(identifier), &ended, WEXITED | WNOWAIT) }
    let time = ProcessStatus(identifier)?.processorMilliseconds
    return (wait(), time)
  }

  /// Kills it and waits until it is gone.
  public func end() {
    guard !hasEnded else { return }
    kill(identifier, SIGKILL)
    _ = wait()
  }
}
