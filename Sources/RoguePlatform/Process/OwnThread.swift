#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// Runs blocking work on a thread of its own and waits for it without blocking the cooperative pool, whose few threads
/// all other tasks share.
///
/// - Parameter work: is told by its argument when the waiting task was cancelled; its result is waited for all the same.
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
  let box = unsafe Unmanaged.passRetained(ThreadWork(work))
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let status = unsafe pthread_create(
    &thread, &attributes,
    { argument in
      #if canImport(Darwin)
        unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
      #else
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
      #endif
      return nil
    }, box.toOpaque())
  if status != 0 { unsafe box.takeRetainedValue().work() }
}

private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void
  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}
