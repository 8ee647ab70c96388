internal import Synchronization

/// Runs blocking work on a separate thread and waits for it without blocking the cooperative pool, whose few threads
/// all other tasks share.
///
/// - Parameter work: its argument reports whether the waiting task was cancelled; its result is awaited all the same.
public func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable (Cancellation) -> Result) async -> Result {
  let cancellation = Cancellation()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      startThread { continuation.resume(returning: work(cancellation)) }
    }
  } onCancel: {
    cancellation.cancel()
  }
}

/// A wish to stop that blocking work looks at from time to time.
public final class Cancellation: Sendable {
  private let wished = Atomic(false)
  public init() {}
  public var isCancelled: Bool { wished.load(ordering: .relaxed) }
  public func cancel() { wished.store(true, ordering: .relaxed) }
}

/// Starts a detached thread; when the system has none left, the work is done here and now.
func startThread(_ work: @escaping @Sendable () -> Void) {
  do throws(SystemError) { try PlatformThread(work).detach() } catch { work() }
}
