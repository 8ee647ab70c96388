#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A thread that can be waited for. Work that blocks runs on one, never on the threads that tasks share.
public final class PlatformThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let handle: UInt

  public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        #else
          if let argument = unsafe argument {
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          }
        #endif
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw SystemError(code: code, operation: "start a thread")
    }
    #if canImport(Darwin)
      handle = unsafe UInt(bitPattern: thread)
    #else
      handle = thread
    #endif
  }

  /// Lets the thread end by itself. To be called once, instead of `join`.
  func detach() {
    #if canImport(Darwin)
      if let thread = unsafe pthread_t(bitPattern: handle) { unsafe pthread_detach(thread) }
    #else
      pthread_detach(handle)
    #endif
  }

  /// Waits until the thread has ended. To be called once.
  public func join() {
    #if canImport(Darwin)
      if let thread = unsafe pthread_t(bitPattern: handle) { unsafe pthread_join(thread, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }
}
