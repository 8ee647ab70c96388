#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// This process's own standard input and output, as a conversation with the program that started it.
///
/// Belongs to one thread at a time, which steps it. The two streams are taken: what this process prints afterwards goes to
/// standard error, and no child inherits the conversation.
///
/// Unchecked: the thread that takes the streams reads the first line and is done before a session's own thread, the only other
/// one, steps them; nothing else has a reference.
public final class ParentStream: @unchecked Sendable {
  /// Bytes that a pipe takes without blocking once it is writable (`pipe(7)`: PIPE_BUF).
  private static let chunk = 4096
  private static let tickMilliseconds = 50
  /// The time that the parent has to take what is in line when the conversation ends.
  private static let flushMilliseconds = 1000

  private static let isTaken = Mutex(false)

  private let input: Int32
  private var output: Int32
  private var pending: ArraySlice<UInt8> = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// False once the parent has closed its end, or has been told that nothing more comes.
  public private(set) var isOpen = true

  /// Takes the streams; nil: they were taken before.
  ///
  /// - Throws: one of them is a terminal, which no program speaks through, or is closed.
  public static func take() throws(SystemError) -> ParentStream? {
    let wasTaken = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    guard !wasTaken else { return nil }
    #if os(Linux)
      ParentProcess.remember()
    #endif
    return try ParentStream()
  }

  private init() throws(SystemError) {
    for stream in [STDIN_FILENO, STDOUT_FILENO] where isatty(stream) == 1 {
      throw SystemError(
        code: ENOTSUP, operation: "cannot speak through",
        path: stream == STDIN_FILENO ? "standard input" : "standard output", cause: "it is a terminal")
    }
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard input >= 0 else { throw .last("cannot read", "standard input") }
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { throw .last("cannot write to", "standard output") }
    let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw .last("cannot move", "the standard streams")
    }
    if nothing > STDERR_FILENO { close(nothing) }
  }

  deinit {
    close(input)
    if output >= 0 { close(output) }
  }

  /// Puts bytes in line for the parent.
  public func send(_ bytes: [UInt8]) { if output >= 0 { pending += bytes } }

  /// Waits until there is something to do, does it, and gives what the parent wrote; at most 64 KiB.
  public func step(timeoutMilliseconds: Int, bell: WakePipe? = nil) -> [UInt8] {
    var polls: [pollfd] = []
    if isOpen { polls.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
    if !pending.isEmpty { polls.append(pollfd(fd: output, events: Int16(POLLOUT), revents: 0)) }
    if let bell { polls.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)) }
    let timeout = Int32(max(0, min(timeoutMilliseconds, Self.tickMilliseconds)))
    guard retryingInterrupts({ unsafe poll(&polls, nfds_t(polls.count), timeout) }) > 0 else { return [] }
    var bytes: [UInt8] = []
    for entry in polls where entry.revents != 0 {
      switch entry.fd {
      case input: bytes = read()
      case output: write()
      default: bell?.quieten()
      }
    }
    return bytes
  }

  /// Sends what is in line, and closes this end.
  public func finish() {
    let end = MonotonicInstant.now.advanced(milliseconds: Self.flushMilliseconds)
    while !pending.isEmpty, isOpen, MonotonicInstant.now < end { _ = step(timeoutMilliseconds: Self.tickMilliseconds) }
    closeOutput()
    isOpen = false
  }

  private func read() -> [UInt8] {
    let count = retryingInterrupts { unsafe platformRead(input, &buffer, buffer.count) }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK { isOpen = false }
    return count > 0 ? Array(buffer[..<count]) : []
  }

  private func write() {
    let descriptor = output
    let part = pending.prefix(Self.chunk)
    let written = unsafe part.withUnsafeBytes { bytes in
      retryingInterrupts { unsafe platformWrite(descriptor, bytes.baseAddress, bytes.count) }
    }
    if written >= 0 {
      pending = pending.dropFirst(written)
    } else if errno != EAGAIN, errno != EWOULDBLOCK {
      // The parent no longer reads (EPIPE).
      closeOutput()
    }
  }

  private func closeOutput() {
    pending = []
    if output >= 0 { close(output) }
    output = -1
  }
}
