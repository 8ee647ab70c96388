internal import Synchronization

/// Checks whether the system gives this process the threads that it is going to need.
///
/// The concurrency runtime starts its threads through libdispatch. If the system has none left, libdispatch on Linux
/// retries every second, for ever and silently. So code that depends on these threads checks first.
public enum ThreadSupply {
  /// Why no thread can be relied on here, as a sentence; nil: nothing is known against it.
  ///
  /// On Linux, libdispatch, on whose threads tasks run, looks its threads up in `/proc` each second, and ends the process if
  /// one is not there. So it must not be missing, nor be that of another pid namespace (`pid_namespaces(7)`).
  public static var obstacle: String? {
    #if os(Linux)
      ProcessFiles.areOurs
        ? nil
        : "/proc is missing, or is that of another pid namespace, and tasks cannot run without it; mount one "
          + "(mount -t proc proc /proc, unshare --mount-proc)"
    #else
      nil
    #endif
  }

  /// Fewer threads were to be had than are needed.
  public struct Shortage: Error, Sendable, CustomStringConvertible {
    public var wanted: Int
    /// How many there were at once.
    public var found: Int
    public var cause: SystemError

    /// One sentence, and what to do.
    public var description: String {
      """
      the system gives this process \(found) of the \(wanted) threads that it needs (\(cause.text)); raise the limit of \
      processes (ulimit -u, pids limit of the container) or of memory (ulimit -v), or take fewer at once with -j
      """
    }
  }

  /// Starts that many threads, all alive at once, and ends them again.
  ///
  /// - Parameter start: starts a thread; for tests.
  public static func check(
    _ wanted: Int,
    start: (@escaping @Sendable () -> Void) throws(SystemError) -> PlatformThread = {
      (body) throws(SystemError) in try PlatformThread(body)
    }
  ) throws(Shortage) {
    let gate = Gate()
    let (threads, cause) = gate.closed.withLock { _ in
      var threads: [PlatformThread] = []
      while threads.count < wanted {
        do throws(SystemError) {
          threads.append(try start { gate.closed.withLock { _ in } })
        } catch {
          return (threads, SystemError?.some(error))
        }
      }
      return (threads, nil)
    }
    for thread in threads { thread.join() }
    if let cause { throw Shortage(wanted: wanted, found: threads.count, cause: cause) }
  }

  /// Holds the threads until all of them are there.
  private final class Gate: Sendable {
    let closed = Mutex(())
  }
}
