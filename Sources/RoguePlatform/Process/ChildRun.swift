#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension ChildCommand {
  /// Runs the child to its end on a separate thread.
  ///
  /// Never throws: every failure of a child is a value. When it returns, nothing of the child runs any more: its
  /// process group has been killed, and so has every descendant that left the group (on Linux; elsewhere such a
  /// descendant cannot be found). A cancelled task ends the child.
  public func run() async -> ChildResult {
    await onOwnThread { runBlocking($0) }
  }

  /// The same on the calling thread, for callers that have their own.
  public func runBlocking(_ cancellation: Cancellation = Cancellation()) -> ChildResult {
    ChildRun(self, cancellation).perform()
  }
}

/// The life of one child, from its start to the last of its descendants.
struct ChildRun {
  /// How long a group may take from TERM to KILL, and how long pipes are read after the leader's exit, in microseconds.
  private static let termGrace = 200_000
  private static let drainGrace = 50_000
  /// How often a child with open pipes is looked at besides its output: it may exit and leave them to a descendant.
  private static let tick = 10_000

  private let command: ChildCommand
  private let cancellation: Cancellation
  private let started = MonotonicInstant.now
  private var output: ChildOutput
  private var error: ChildOutput
  private var input: ChildInput
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  init(_ command: ChildCommand, _ cancellation: Cancellation) {
    self.command = command
    self.cancellation = cancellation
    output = ChildOutput(kept: command.keptBytes)
    error = ChildOutput(kept: command.keptBytes)
    input = ChildInput(command.input.bytes)
  }

  consuming func perform() -> ChildResult {
    var run = self
    return run.result()
  }

  private mutating func result() -> ChildResult {
    var child: RegisteredChild
    do throws(SystemError) {
      child = try RegisteredChild(starting: command)
    } catch {
      let ending: ChildResult.Ending = error.code == ECANCELED ? .interrupted : .notStarted(error)
      return ChildResult(ending: ending, milliseconds: elapsedMilliseconds)
    }
    var ending = watch(&child.process)
    let milliseconds = elapsedMilliseconds
    let (own, strays) = child.finish()
    if ending == nil { ending = ChildRegistry.shared.isClosing ? .interrupted : own }
    return ChildResult(
      ending: ending ?? own, standardOutput: output.tail, standardError: error.tail, milliseconds: milliseconds,
      strays: strays)
  }

  private var elapsedMilliseconds: Int { (MonotonicInstant.now.microseconds(since: started) + 500) / 1000 }

  /// Follows the child until its leader has exited. Nil when it did so by itself, else what it was ended for.
  private mutating func watch(_ child: inout ChildProcess) -> ChildResult.Ending? {
    let deadline = started.advanced(milliseconds: command.deadlineMilliseconds)
    var pause = 50
    while true {
      let now = MonotonicInstant.now
      if now >= deadline { return end(&child, as: .hung) }
      if cancellation.isCancelled || ChildRegistry.shared.isClosing { return end(&child, as: .interrupted) }
      if output.isOpen || error.isOpen {
        step(&child, timeout: min(Self.tick, deadline.microseconds(since: now)))
        if output.total > command.floodBytes || error.total > command.floodBytes { return end(&child, as: .flooded) }
      } else {
        // It closed its streams and is about to exit, as a rule at once; some run on for a while.
        Pause.microseconds(min(pause, deadline.microseconds(since: now)))
        pause = min(pause * 2, 5000)
      }
      if child.hasExited {
        drain(&child)
        return nil
      }
    }
  }

  /// Reads what an exited leader left in the pipes; a descendant that holds them open gets little time to say more.
  private mutating func drain(_ child: inout ChildProcess) {
    let end = MonotonicInstant.now.advanced(microseconds: Self.drainGrace)
    while output.isOpen || error.isOpen {
      let rest = end.microseconds(since: .now)
      guard rest > 0, output.total + error.total <= 2 * command.floodBytes else { return }
      step(&child, timeout: rest)
    }
  }

  /// TERM, a moment, KILL; to the whole group.
  private mutating func end(_ child: inout ChildProcess, as ending: ChildResult.Ending) -> ChildResult.Ending {
    child.signalGroup(SIGTERM)
    let end = MonotonicInstant.now.advanced(microseconds: Self.termGrace)
    var pause = 100
    while !child.hasExited, MonotonicInstant.now < end {
      if output.isOpen || error.isOpen {
        step(&child, timeout: min(Self.tick, max(0, end.microseconds(since: .now))))
      } else {
        Pause.microseconds(pause)
        pause = min(pause * 2, 5000)
      }
    }
    child.signalGroup(SIGKILL)
    return ending
  }

  /// Waits until a stream has something to say or to take, at most `timeout` microseconds, and sees to it.
  private mutating func step(_ child: inout ChildProcess, timeout: Int) {
    closeInputIfDone(&child)
    var polls: [pollfd] = []
    if output.isOpen { polls.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)) }
    if error.isOpen { polls.append(pollfd(fd: child.error, events: Int16(POLLIN), revents: 0)) }
    if child.input >= 0, !input.isEmpty {
      polls.append(pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0))
    }
    // Rounded up: a deadline is never anticipated.
    let ready = unsafe poll(&polls, nfds_t(polls.count), Int32((timeout + 999) / 1000))
    guard ready > 0 else { return }
    for entry in polls where entry.revents != 0 {
      switch entry.fd {
      case child.output: output.drain(entry.fd, through: &chunk)
      case child.error: error.drain(entry.fd, through: &chunk)
      default: input.feed(&child)
      }
    }
  }

  private func closeInputIfDone(_ child: inout ChildProcess) {
    guard child.input >= 0, input.isEmpty else { return }
    if case .held(_, let isDone) = command.input, !isDone(output.tail) { return }
    child.closeInput()
  }
}
