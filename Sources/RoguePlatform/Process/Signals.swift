#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The signal handling of this process.
public enum Signals {
  /// From now on, writing to a pipe or socket without a reader is an error like any other, not the end of the process.
  public static func ignoreBrokenPipe() { _ = signal(SIGPIPE, SIG_IGN) }

  /// A request to stop.
  public enum Interrupt: Sendable, Hashable, CaseIterable {
    /// Ctrl-C.
    case interrupt
    /// Ctrl-\. The Swift runtime catches it too, to print a backtrace, but a user who presses it wants the program to
    /// end.
    case quit
    case terminate
    /// The terminal went away.
    case hangUp

    public var number: Int32 {
      switch self {
      case .interrupt: SIGINT
      case .quit: SIGQUIT
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      }
    }
  }

  /// Calls `handler` for each request to stop, on a separate thread where everything is allowed; the process lives
  /// on. Called once.
  ///
  /// A request that is ignored already stays ignored: so do shells treat what they start in the background, and `nohup`.
  /// Signals are caught and not blocked, because an asynchronous `main` parks the first thread with all of them open.
  ///
  /// Throws where there is no pipe or no thread left for it; signals are then as they were.
  ///
  /// - Parameter handler: gets the request, and how many there have been: people press Ctrl-C twice.
  public static func onInterrupt(
    _ handler: @escaping @Sendable (_ request: Interrupt, _ count: Int) -> Void
  ) throws(SystemError) {
    var pipe = try Pipe("make a pipe for signals")
    let reading = pipe.takeReading()
    unsafe interruptPipe = pipe.takeWriting()
    _ = try PlatformThread {
      var count = 0
      while true {
        var number: UInt8 = 0
        guard retryingInterrupts({ unsafe platformRead(reading, &number, 1) }) == 1 else { return }
        guard let interrupt = Interrupt.allCases.first(where: { $0.number == Int32(number) }) else { continue }
        count += 1
        handler(interrupt, count)
      }
    }
    for interrupt in Interrupt.allCases { catchSignal(interrupt.number) }
  }

  /// Has the signal written into the pipe, unless it is ignored.
  private static func catchSignal(_ number: Int32) {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return }
    #if canImport(Darwin)
      let isIgnored = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #else
      let isIgnored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #endif
    guard !isIgnored else { return }
    let handler: @convention(c) (Int32) -> Void = { number in
      // Only what is safe in a handler: no allocation, no lock, and errno as it was.
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe platformWrite(interruptPipe, &byte, 1)
      errno = before
    }
    unsafe sigemptyset(&action.sa_mask)
    action.sa_flags = Int32(SA_RESTART)
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    _ = unsafe sigaction(number, &action, nil)
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

/// Where the signal handler writes. Set once, before the handler is installed; read by the handler alone.
nonisolated(unsafe) private var interruptPipe: Int32 = -1
