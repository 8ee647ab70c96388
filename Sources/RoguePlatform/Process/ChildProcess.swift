#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A started child: the leader of a new process group, with our ends of its three streams.
struct ChildProcess: ~Copyable {
  let identifier: pid_t
  /// -1 once closed.
  var input: Int32
  var output: Int32
  var error: Int32

  deinit {
    for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) }
  }

  /// Starts the program.
  ///
  /// It gets its own process group, no descriptor but the three standard streams, an empty signal mask and the default
  /// action for every signal: signals that this process or its parent ignores would be inherited otherwise,
  /// SIGPIPE above all.
  init(starting command: ChildCommand, environment: [String]) throws(SystemError) {
    var toInput = try Pipe("cannot start", command.program)
    var fromOutput = try Pipe("cannot start", command.program)
    var fromError = try Pipe("cannot start", command.program)
    let streams = [toInput.reading, fromOutput.writing, fromError.writing]
    identifier = unsafe try spawn(command.program, command.arguments, environment: environment) { actions, attributes in
      for (number, descriptor) in streams.enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
      var flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        if let directory = command.workingDirectory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
      #else
        var status = unsafe GNUCalls.addCloseFrom(&actions, 3)
        if status == 0, let directory = command.workingDirectory {
          status = unsafe GNUCalls.addChangeDirectory(&actions, directory)
        }
        guard status == 0 else { return status }
      #endif
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe posix_spawnattr_setsigmask(&attributes, &signals)
      for signal in Int32(1)...31 where signal != SIGKILL && signal != SIGSTOP { unsafe sigaddset(&signals, signal) }
      unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      return unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }
    input = toInput.takeWriting()
    output = fromOutput.takeReading()
    error = fromError.takeReading()
    for descriptor in [input, output, error] { Pipe.neverBlock(descriptor) }
  }

  /// Whether the leader has exited. It stays a zombie until `reap`, so that no other process can get its number, or its
  /// group's, while signals are still sent there.
  var hasExited: Bool {
    var information = unsafe siginfo_t()
    let status = retryingInterrupts {
      unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    }
    #if canImport(Darwin)
      return status != 0 || information.si_pid != 0
    #else
      return unsafe status != 0 || information.si_signo != 0
    #endif
  }

  /// Blocks until the leader, which must exit or have been killed, is a zombie.
  func waitForExit() {
    var information = unsafe siginfo_t()
    _ = retryingInterrupts { unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) }
  }

  /// Collects the leader, which must have exited or been killed.
  func reap() -> ChildResult.Ending {
    var status: Int32 = 0
    guard retryingInterrupts({ unsafe waitpid(identifier, &status, 0) }) == identifier else {
      return .notStarted(.last("lost sight of the child"))
    }
    // WIFEXITED, WEXITSTATUS and WTERMSIG are macros that the importer does not see.
    return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
  }

  mutating func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func signalGroup(_ signal: Int32) { kill(-identifier, signal) }
}
