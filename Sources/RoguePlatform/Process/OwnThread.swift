#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Runs blocking work on a thread of its own and waits for it without blocking the cooperative pool, whose few threads
/// all other tasks share.
public func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    startThread { continuation.resume(returning: work()) }
  }
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
