#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// What a handler waits for.
public struct EventInterest: OptionSet, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let readable = EventInterest(rawValue: 1)
  public static let writable = EventInterest(rawValue: 2)
}

/// Something with a descriptor that an event loop watches. Lives on the loop's thread and is called there only.
public protocol EventHandler: AnyObject {
  var descriptor: Int32 { get }
  /// Asked before every wait; empty: not watched, only its deadline counts.
  var interest: EventInterest { get }
  /// Asked before every wait.
  var deadline: MonotonicInstant? { get }
  /// An error or a hang-up comes as both.
  func ready(_ events: EventInterest, _ registry: EventLoop.Registry)
  /// Must move or clear the deadline, or it is called again.
  func deadlinePassed(_ registry: EventLoop.Registry)
}

/// A thread that waits for many descriptors with `poll` and does what they ask for.
///
/// Everything on it is confined to its thread: handlers reach it only through the registry that they are given, and
/// other threads only through `submit`.
public final class EventLoop: Sendable {
  /// What is watched; exists on the loop's thread only.
  public final class Registry {
    fileprivate var handlers: [any EventHandler] = []
    fileprivate var isStopping = false
    /// For whoever receives on this thread.
    public var scratch = [UInt8](repeating: 0, count: 16_384)

    public func add(_ handler: any EventHandler) { handlers.append(handler) }

    /// Does nothing when the handler is not there.
    public func remove(_ handler: any EventHandler) { handlers.removeAll { $0 === handler } }

    /// The handler of that descriptor, for jobs that come from other threads and may hold no reference.
    public func handler(of descriptor: Int32) -> (any EventHandler)? { handlers.first { $0.descriptor == descriptor } }

    fileprivate func contains(_ handler: any EventHandler) -> Bool { handlers.contains { $0 === handler } }
  }

  private struct Mailbox {
    var jobs: [@Sendable (Registry) -> Void] = []
    var isStopped = false
  }

  private let mailbox = Mutex(Mailbox())
  private let wake: WakePipe
  private let thread = Mutex<PlatformThread?>(nil)

  public init() throws(SystemError) {
    wake = try WakePipe()
    let started = try PlatformThread { [self] in run() }
    thread.withLock { $0 = started }
  }

  /// Runs `job` on the loop's thread, soon. False after `stop`: then it never runs.
  @discardableResult public func submit(_ job: @escaping @Sendable (Registry) -> Void) -> Bool {
    let (accepted, mustWake) = mailbox.withLock { mailbox -> (Bool, Bool) in
      guard !mailbox.isStopped else { return (false, false) }
      mailbox.jobs.append(job)
      return (true, mailbox.jobs.count == 1)
    }
    if mustWake { wake.ring() }
    return accepted
  }

  /// Runs `job` when everything that is ready now, and what follows from it at once, was handled.
  ///
  /// False after `stop`. When the loop stops between the rounds, the job runs at once rather than never.
  @discardableResult public func submit(
    afterRounds rounds: Int, _ job: @escaping @Sendable (Registry) -> Void
  ) -> Bool {
    submit { [self] registry in
      if rounds <= 0 || !submit(afterRounds: rounds - 1, job) { job(registry) }
    }
  }

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
        defer { mailbox.jobs = [] }
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
      // A negative descriptor is skipped; with its own it would report hang-ups that nobody waits for, for ever.
      polled[index + 1].fd = interest.isEmpty ? -1 : handler.descriptor
      polled[index + 1].events =
        Int16(interest.contains(.readable) ? POLLIN : 0) | Int16(interest.contains(.writable) ? POLLOUT : 0)
      if let deadline = handler.deadline { next = next.map { min($0, deadline) } ?? deadline }
    }
    let count = unsafe poll(&polled, nfds_t(polled.count), timeout(until: next))
    if polled[0].revents != 0 { wake.quieten() }
    if count > 0 {
      for (index, handler) in handlers.enumerated() where polled[index + 1].revents != 0 {
        let events = Int32(polled[index + 1].revents)
        var ready: EventInterest = []
        if events & ~POLLOUT != 0 { ready.insert(.readable) }
        if events & ~POLLIN != 0 { ready.insert(.writable) }
        // An earlier handler of this round may have ended this one.
        if registry.contains(handler) { handler.ready(ready, registry) }
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
