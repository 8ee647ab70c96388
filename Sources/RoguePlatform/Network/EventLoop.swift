#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// The events of a handler.
public struct EventInterest: OptionSet, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let readable = EventInterest(rawValue: 1)
  public static let writable = EventInterest(rawValue: 2)
}

/// Something with a descriptor that an event loop watches. Lives on the loop's thread and is called there only, and only
/// while it is in the registry: one that left it, in the same round too, gets no more events.
public protocol EventHandler: AnyObject {
  var descriptor: Int32 { get }
  /// Asked before every wait; empty: not watched, only its deadline counts.
  var interest: EventInterest { get }
  /// Asked before every wait.
  var deadline: MonotonicInstant? { get }
  /// Bytes, an end, an error, or a connection to accept is there. An error or a hang-up comes as this and as writable.
  func readable(_ registry: EventLoop.Registry)
  /// There is room for bytes, or the connection is made or refused. Comes after `readable` of the same round.
  func writable(_ registry: EventLoop.Registry)
  /// Must move or clear the deadline, or it is called again.
  func deadlinePassed(_ registry: EventLoop.Registry)
}

extension EventHandler {
  /// Listeners and readers have nothing to write.
  public func writable(_ registry: EventLoop.Registry) {}
}

/// A thread that waits for many descriptors with `poll` and calls their handlers.
///
/// Everything on it is confined to its thread: handlers reach it only through the registry that they are given, and
/// other threads only through `submit`.
public final class EventLoop: Sendable {
  /// The watched descriptors; on the loop's thread only.
  public final class Registry {
    fileprivate var handlers: [any EventHandler] = []
    fileprivate var isStopping = false
    /// A buffer for handlers that receive on this thread.
    public var scratch = [UInt8](repeating: 0, count: 16_384)

    public func add(_ handler: any EventHandler) { handlers.append(handler) }

    /// False when the handler is not there: it has left before, and what follows from leaving was done then.
    @discardableResult public func remove(_ handler: any EventHandler) -> Bool {
      guard let index = handlers.firstIndex(where: { $0 === handler }) else { return false }
      handlers.remove(at: index)
      return true
    }

    /// Lets a handler read at once, because its bytes have often arrived by now. Does nothing if the handler has left.
    public func readNow(_ handler: any EventHandler) { if contains(handler) { handler.readable(self) } }

    /// The first handler of which that is true.
    public func first(where isWanted: (any EventHandler) -> Bool) -> (any EventHandler)? {
      handlers.first(where: isWanted)
    }

    /// The handler of that descriptor, for jobs that come from other threads and may hold no reference.
    public func handler(of descriptor: Int32) -> (any EventHandler)? { handlers.first { $0.descriptor == descriptor } }

    fileprivate func contains(_ handler: any EventHandler) -> Bool { handlers.contains { $0 === handler } }
  }

  private struct Mailbox {
    var jobs: [@Sendable (Registry) -> Void] = []
    /// The loop will come to the jobs at once.
    var isRung = false
    var isStopped = false
  }

  /// How long a job that does not wake the loop waits at most while nothing happens, in milliseconds.
  private static let longestWait: Int32 = 50

  private let mailbox = Mutex(Mailbox())
  private let wake: WakePipe
  private let thread = Mutex<PlatformThread?>(nil)

  public init() throws(SystemError) {
    wake = try WakePipe()
    let started = try PlatformThread { [self] in run() }
    thread.withLock { $0 = started }
  }

  /// Runs `job` on the loop's thread, soon. False after `stop`: then it never runs.
  ///
  /// - Parameter waking: false for what can wait until the loop is awake anyway, for 50 ms at most: waking it costs more
  ///   than most jobs.
  @discardableResult public func submit(
    waking: Bool = true, _ job: @escaping @Sendable (Registry) -> Void
  ) -> Bool {
    let (accepted, mustWake) = mailbox.withLock { mailbox -> (Bool, Bool) in
      guard !mailbox.isStopped else { return (false, false) }
      mailbox.jobs.append(job)
      guard waking, !mailbox.isRung else { return (true, false) }
      mailbox.isRung = true
      return (true, true)
    }
    if mustWake { wake.ring() }
    return accepted
  }

  /// Lets the loop come at once to jobs that were submitted without waking it.
  public func wakeUp() { submit { _ in } }

  /// Ends the thread after the jobs that were submitted before, and waits for it. Handlers that are still there are
  /// released. Not to be called from the loop itself.
  public func stop() {
    mailbox.withLock { mailbox in
      guard !mailbox.isStopped else { return }
      mailbox.jobs.append { $0.isStopping = true }
      mailbox.isStopped = true
    }
    wake.ring()
    thread.withLock { $0.take() }?.join()
  }

  // MARK: The thread

  private func run() {
    let registry = Registry()
    while true {
      for job in mailbox.withLock({ mailbox in
        defer {
          mailbox.jobs = []
          mailbox.isRung = false
        }
        return mailbox.jobs
      }) { job(registry) }
      if registry.isStopping { return }
      turn(registry)
    }
  }

  /// One wait, and everything that it brought.
  private func turn(_ registry: Registry) {
    let handlers = registry.handlers
    var polled = [pollfd](repeating: pollfd(), count: handlers.count + 1)
    polled[0] = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
    var next: MonotonicInstant?
    for (index, handler) in handlers.enumerated() {
      let interest = handler.interest
      // A negative descriptor is skipped; with its own it would report unexpected hang-ups for ever.
      polled[index + 1].fd = interest.isEmpty ? -1 : handler.descriptor
      polled[index + 1].events =
        Int16(interest.contains(.readable) ? POLLIN : 0) | Int16(interest.contains(.writable) ? POLLOUT : 0)
      if let deadline = handler.deadline { next = next.map { min($0, deadline) } ?? deadline }
    }
    var timeout = timeout(until: next)
    if !handlers.isEmpty, timeout < 0 || timeout > Self.longestWait { timeout = Self.longestWait }
    let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
    if polled[0].revents != 0 { wake.quieten() }
    if count > 0 {
      for (index, handler) in handlers.enumerated() where polled[index + 1].revents != 0 {
        let events = Int32(polled[index + 1].revents)
        // An earlier handler of this round may have ended this one, and so may its own reading.
        if events & ~POLLOUT != 0, registry.contains(handler) { handler.readable(registry) }
        if events & ~POLLIN != 0, registry.contains(handler) { handler.writable(registry) }
      }
    }
    guard let next, next <= MonotonicInstant.now else { return }
    let now = MonotonicInstant.now
    for handler in registry.handlers {
      if let deadline = handler.deadline, deadline <= now, registry.contains(handler) {
        handler.deadlinePassed(registry)
      }
    }
  }

  /// In milliseconds, rounded up, so that a deadline has passed when the wait ends.
  private func timeout(until deadline: MonotonicInstant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline.nanoseconds - MonotonicInstant.now.nanoseconds
    return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
  }
}
