#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// All children of this process that run now.
///
/// The one place that knows which processes are ours: it ends them all when this process must stop, and it finds the
/// descendants that left their group. They are recognised by a tag in their environment, so that children of other
/// parts of this process (a test runner's, say) are never touched.
final class ChildRegistry: Sendable {
  static let shared = ChildRegistry()

  /// Whether this process has ever had children of ours; asking the registry itself would make one.
  static let isInUse = Atomic<Bool>(false)

  /// The environment variable that marks every process of a run: `RUNNER.COUNT`.
  static let tagName = "ROGUES_CHILD_TAG"

  /// One run's place in the registry.
  struct Membership: Sendable {
    let number: Int
    let tag: String
  }

  struct State {
    var count = 0
    /// Runs that have entered and not left, with their child once it is started.
    var runs: [Int: pid_t?] = [:]
    /// The ports of ours that the child of a run may come to; those that are not here may come to any.
    var ports: [Int: Set<UInt16>] = [:]
    var isClosing = false
    var ownsEveryChild = false
    /// This process had children before it had any of ours: whatever has no tag may be theirs.
    var hasOlderChildren = false
    /// Nil: not started yet. Where none can be had, `.some(nil)`.
    var watchdog: Watchdog??
  }

  let state = Mutex(State())
  /// The first half of every tag: no two processes share it, not even when numbers are used again.
  let prefix: String

  private init() {
    Self.isInUse.store(true, ordering: .relaxed)
    Signals.ignoreBrokenPipe()
    #if os(Linux)
      _ = GNUCalls.becomeSubreaper()
    #endif
    prefix = "\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  var isClosing: Bool { state.withLock { $0.isClosing } }

  /// Announces a run before its child exists; ECANCELED when this process is stopping.
  ///
  /// - Parameter ports: of ours, that the child may come to; nil for any.
  func enter(ports: Set<UInt16>? = nil) throws(SystemError) -> Membership {
    let number = state.withLock { state -> Int? in
      guard !state.isClosing else { return nil }
      if state.watchdog == nil { state.watchdog = .some(Watchdog(tag: "\(Self.tagName)=\(prefix).")) }
      state.count += 1
      state.runs[state.count] = .some(nil)
      state.ports[state.count] = ports
      return state.count
    }
    guard let number else { throw SystemError(code: ECANCELED, operation: "this process is stopping") }
    return Membership(number: number, tag: "\(prefix).\(number)")
  }

  func started(_ membership: Membership, _ child: pid_t) {
    let isClosing = state.withLock { state in
      state.runs[membership.number] = child
      return state.isClosing
    }
    if isClosing { kill(-child, SIGKILL) }
  }

  /// Takes a run out, its leader being reaped, and ends what is left of its descendants.
  ///
  /// - Parameter leavings: the files that each of them may leave behind, as in `ChildCommand`.
  /// - Returns: how many descendants had left the group.
  func leave(_ membership: Membership, _ leavings: [String]) -> Int {
    let leader = state.withLock { $0.runs[membership.number] ?? nil }
    let strays = endStrays(of: membership, group: leader, leavings)
    state.withLock { state in
      _ = state.runs.removeValue(forKey: membership.number)
      state.ports[membership.number] = nil
    }
    return strays
  }

  /// Ends every child and waits until each is gone; no more are started from now on.
  func close() {
    state.withLock { $0.isClosing = true }
    // Each run sees the flag, ends its child and leaves; a run between its two steps is waited for.
    let deadline = MonotonicInstant.now.advanced(milliseconds: 2000)
    while MonotonicInstant.now < deadline, state.withLock({ !$0.runs.isEmpty }) {
      Pause.milliseconds(1)
    }
    let (left, watchdog) = state.withLock { state in
      let watchdog = state.watchdog ?? nil
      state.watchdog = .some(nil)
      return (state.runs.values.compactMap(\.self), watchdog)
    }
    for child in left { kill(-child, SIGKILL) }
    if left.isEmpty { watchdog?.dismiss() }
  }
}

/// The child processes of this process, as a whole.
public enum ChildProcesses {
  /// Ends every child at once and forbids new ones: for Ctrl-C and for the end of the process. Blocks until they are
  /// gone, two seconds at most. Runs that were under way report `interrupted`.
  public static func endAll() { ChildRegistry.shared.close() }

  /// Says that every child of this process from now on is a run's, as in the command `rogues`: a descendant that left its
  /// group and wiped its environment is then ended too.
  ///
  /// A process that has children already, because a shell started them and then became this program, cannot say so: theirs
  /// become children of this process when their parents die, indistinguishable from a run's. There only the tag
  /// of a run counts.
  public static func claimEveryChild() {
    #if os(Linux)
      let hasOlder = hasChildren
    #else
      let hasOlder = false
    #endif
    ChildRegistry.shared.state.withLock { state in
      state.ownsEveryChild = !hasOlder
      state.hasOlderChildren = hasOlder
    }
  }

  #if os(Linux)
    /// Whether there is a child, alive or not yet waited for; the kernel knows without `/proc`.
    private static var hasChildren: Bool {
      var information = unsafe siginfo_t()
      return retryingInterrupts { unsafe waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) } == 0
    }
  #endif
}
