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
  public init(_ program: String, arguments: [String], environment: [String: String]) throws(BareFailure) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + settings).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let status = unsafe posix_spawn(&child, program, &actions, nil, &words, &settings)
    guard status == 0 else { throw BareFailure(operation: "start \(program)", code: status) }
    identifier = child
  }

  deinit { end() }

  /// Blocks until it has exited; its exit status, or 128 and the signal that ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    hasEnded = true
    // WIFEXITED, WEXITSTATUS and WTERMSIG are macros that the importer does not see.
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
  }

  /// The same, with the processor time that it used, in milliseconds: its own, and that of the children that it had
  /// waited for. Nil where the system does not say.
  public func waitMeasured() -> (status: Int32, time: (own: Int64, children: Int64)?) {
    var ended = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &ended, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    let time = processorTime
    return (wait(), time)
  }

  /// The same, with the most memory that it had, in bytes (ru_maxrss in getrusage(2)).
  public func waitForMemory() -> (status: Int32, peak: Int) {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) == -1, errno == EINTR {}
    hasEnded = true
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return (status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f), usage.ru_maxrss * unit)
  }

  /// From the fields 14 to 17 of `/proc/NUMBER/stat` (proc(5)); what is before them, a name in parentheses, may hold anything.
  private var processorTime: (own: Int64, children: Int64)? {
    guard let file = unsafe fopen("/proc/\(identifier)/stat", "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let times = text[text.index(after: end)...].split(separator: " ").dropFirst(11).prefix(4).compactMap { Int64($0) }
    guard times.count == 4 else { return nil }
    let tick = Int64(1000 / max(sysconf(Int32(_SC_CLK_TCK)), 1))
    return ((times[0] + times[1]) * tick, (times[2] + times[3]) * tick)
  }

  /// Kills it and waits until it is gone.
  public func end() {
    guard !hasEnded else { return }
    kill(identifier, SIGKILL)
    _ = wait()
  }
}
