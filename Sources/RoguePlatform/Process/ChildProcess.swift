#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A started child: the leader of a process group of its own, with our ends of its three streams.
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
  /// action for every signal: what this process or the one that started it ignores would be inherited otherwise,
  /// SIGPIPE above all.
  init(starting command: ChildCommand, environment: [String]) throws(SystemError) {
    func failure(_ code: Int32) -> SystemError {
      SystemError(code: code, operation: "cannot start", path: command.program)
    }
    guard var toInput = Pipe(), var fromOutput = Pipe(), var fromError = Pipe() else { throw failure(errno) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in [toInput.reading, fromOutput.writing, fromError.writing].enumerated() {
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
      guard status == 0 else { throw failure(status) }
    #endif
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in Int32(1)...31 where signal != SIGKILL && signal != SIGSTOP { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var child: pid_t = 0
    let result = unsafe withCStrings([command.program] + command.arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        var attempts = 0
        while true {
          let status = unsafe posix_spawn(&child, command.program, &actions, &attributes, arguments, environment)
          attempts += 1
          // A program that this process has just written is busy as long as another child, started in between, has
          // not got rid of its copy of the descriptor.
          guard status == ETXTBSY, attempts < 100 else { return status }
          MonotonicClock.sleep(microseconds: 2000)
        }
      }
    }
    guard result == 0 else { throw failure(result) }
    identifier = child
    input = toInput.takeWriting()
    output = fromOutput.takeReading()
    error = fromError.takeReading()
    for descriptor in [input, output, error] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Whether the leader has exited. It stays a zombie until `reap`, so that neither its number nor its group's is given
  /// to anybody else while signals are still sent there.
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

/// A pipe; the ends that nobody took are closed with it.
private struct Pipe: ~Copyable {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init?() {
    var numbers: [Int32] = [-1, -1]
    guard unsafe pipe(&numbers) == 0 else { return nil }
    let moved = numbers.map(Pipe.aboveStandardStreams)
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for number in moved where number >= 0 { close(number) }
      return nil
    }
    reading = moved[0]
    writing = moved[1]
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Moves a descriptor out of the way of the child's own streams, in case this process was started without them, and
  /// marks it close-on-exec.
  private static func aboveStandardStreams(_ number: Int32) -> Int32 {
    guard number <= 2 else {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      return number
    }
    let moved = fcntl(number, F_DUPFD_CLOEXEC, 3)
    close(number)
    return moved
  }

  mutating func takeReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }

  mutating func takeWriting() -> Int32 {
    defer { writing = -1 }
    return writing
  }
}

/// Calls `body` with a null-terminated array of C strings.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
  for (index, string) in strings.enumerated() { unsafe pointers[index] = strdup(string) }
  unsafe pointers[strings.count] = nil
  defer {
    for index in strings.indices { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
  return unsafe body(pointers)
}
