#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What this process does about signals.
public enum Signals {
  /// Writing to a pipe or socket that nobody reads is an error like any other from now on, not the end of the process.
  public static func ignoreBrokenPipe() { _ = signal(SIGPIPE, SIG_IGN) }

  /// A request to stop.
  public enum Interrupt: Sendable, Hashable, CaseIterable {
    /// Ctrl-C.
    case interrupt
    case terminate
    /// The terminal went away.
    case hangUp

    public var number: Int32 {
      switch self {
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      }
    }
  }

  /// Calls `handler` for each request to stop, on a thread of its own where everything is allowed; the process lives
  /// on. Called first thing in `main`, before any other thread exists: only threads that are started afterwards
  /// inherit the mask.
  ///
  /// - Parameter handler: gets the request, and how many there have been: people press Ctrl-C twice.
  public static func onInterrupt(_ handler: @escaping @Sendable (_ request: Interrupt, _ count: Int) -> Void) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for interrupt in Interrupt.allCases { unsafe sigaddset(&set, interrupt.number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    startThread {
      var waited = sigset_t()
      unsafe sigemptyset(&waited)
      for interrupt in Interrupt.allCases { unsafe sigaddset(&waited, interrupt.number) }
      var count = 0
      while true {
        var number: Int32 = 0
        guard unsafe sigwait(&waited, &number) == 0 else { continue }
        guard let interrupt = Interrupt.allCases.first(where: { $0.number == number }) else { continue }
        count += 1
        handler(interrupt, count)
      }
    }
  }

  /// Crashes this process as a C program crashes, at once and without a backtrace.
  public static func crashNow() -> Never {
    _ = signal(SIGSEGV, SIG_DFL)
    raise(SIGSEGV)
    abort()
  }

  /// Waits for ever: only a signal ends this process.
  public static func hang() -> Never {
    while true { pause() }
  }

  /// Ends this process at once: no destructors, no buffers. Children are ended before (`ChildProcesses.endAll`).
  public static func exitNow(_ status: Int32) -> Never { _exit(status) }
}
