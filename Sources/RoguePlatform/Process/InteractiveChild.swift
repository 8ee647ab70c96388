#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A child that is talked with while it runs.
///
/// Belongs to one thread, which steps it; nothing happens in between. Unlike `ChildCommand.run` it has no deadline of
/// its own, because only the conversation knows what it waits for. The command's `input`, `deadlineMilliseconds` and
/// `floodBytes` do not count here.
public struct InteractiveChild: ~Copyable {
  /// How often a child is looked at besides its streams: it may exit and leave them to a descendant.
  private static let tickMilliseconds = 50
  private static let drainMicroseconds = 20_000

  private var child: RegisteredChild
  private var error: ChildOutput
  private var input = ChildInput([])
  private var closesInput = false
  /// False once the child has closed its standard output.
  public private(set) var outputIsOpen = true
  private let started = MonotonicInstant.now
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  /// Throws ECANCELED when this process is stopping.
  public init(starting command: ChildCommand) throws(SystemError) {
    error = ChildOutput(kept: command.keptBytes)
    child = try RegisteredChild(starting: command)
  }

  /// Whether children must end now because this process stops.
  public static var mustStop: Bool { ChildRegistry.shared.isClosing }

  /// Whether the leader has exited; its output may still be in the pipes.
  public var hasExited: Bool { child.process.hasExited }

  /// The last bytes of standard error.
  public var standardError: [UInt8] { error.tail }

  /// All bytes of standard error so far.
  public var standardErrorTotal: Int { error.total }

  /// Puts bytes in line for standard input.
  public mutating func send(_ bytes: [UInt8]) {
    if child.process.input >= 0 { input.append(bytes) }
  }

  /// Ends standard input once everything in line is taken.
  public mutating func finishInput() { closesInput = true }

  /// Waits until there is something to do, does it, and gives what came on standard output; at most 64 KiB.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: the longest wait; it may be shorter.
  ///   - bell: ends the wait as well.
  public mutating func step(timeoutMilliseconds: Int, bell: WakePipe? = nil) -> [UInt8] {
    if closesInput, input.isEmpty { child.process.closeInput() }
    var polls: [pollfd] = []
    if outputIsOpen { polls.append(pollfd(fd: child.process.output, events: Int16(POLLIN), revents: 0)) }
    if error.isOpen { polls.append(pollfd(fd: child.process.error, events: Int16(POLLIN), revents: 0)) }
    if child.process.input >= 0, !input.isEmpty {
      polls.append(pollfd(fd: child.process.input, events: Int16(POLLOUT), revents: 0))
    }
    if let bell { polls.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)) }
    let timeout = Int32(max(0, min(timeoutMilliseconds, Self.tickMilliseconds)))
    let ready = retryingInterrupts { unsafe poll(&polls, nfds_t(polls.count), timeout) }
    guard ready > 0 else { return [] }
    var bytes: [UInt8] = []
    for entry in polls where entry.revents != 0 {
      switch entry.fd {
      case child.process.output: bytes = readOutput()
      case child.process.error: error.drain(entry.fd, through: &chunk)
      case child.process.input: input.feed(&child.process)
      default: bell?.quieten()
      }
    }
    return bytes
  }

  private mutating func readOutput() -> [UInt8] {
    let descriptor = child.process.output
    let count = retryingInterrupts { unsafe platformRead(descriptor, &chunk, chunk.count) }
    if count < 0 { outputIsOpen = errno == EAGAIN || errno == EWOULDBLOCK }
    if count == 0 { outputIsOpen = false }
    return count > 0 ? Array(chunk[..<count]) : []
  }

  /// Ends the child if it has not exited by itself: TERM, so many milliseconds, KILL, to its whole group, then to every
  /// descendant that left it.
  ///
  /// - Returns: how it ended, `interrupted` when it was ended here; with the last of standard error.
  public consuming func end(graceMilliseconds: Int = 200) -> ChildResult {
    let exitedByItself = hasExited
    if !exitedByItself {
      child.process.signalGroup(SIGTERM)
      let end = MonotonicInstant.now.advanced(milliseconds: graceMilliseconds)
      // Its streams are read meanwhile: it may have something to say, and must not block on a full pipe.
      while !hasExited, MonotonicInstant.now < end {
        _ = step(timeoutMilliseconds: 5)
        if !outputIsOpen, !error.isOpen { Pause.milliseconds(1) }
      }
    }
    child.process.signalGroup(SIGKILL)
    // A descendant that left the group and holds standard error open gets little time to say more.
    let drained = MonotonicInstant.now.advanced(microseconds: Self.drainMicroseconds)
    error.drain(child.process.error, through: &chunk)
    while error.isOpen, MonotonicInstant.now < drained {
      Pause.microseconds(500)
      error.drain(child.process.error, through: &chunk)
    }
    let (tail, began) = (error.tail, started)
    let (ending, strays) = child.finish()
    return ChildResult(
      ending: exitedByItself ? ending : .interrupted, standardError: tail,
      milliseconds: (MonotonicInstant.now.microseconds(since: began) + 500) / 1000, strays: strays)
  }
}
