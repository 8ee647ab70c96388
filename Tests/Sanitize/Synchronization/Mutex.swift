#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `Synchronization.Mutex`, made of a lock that ThreadSanitizer knows.
///
/// On Linux Swift's own is a futex, which ThreadSanitizer does not see: it would report every value that such a lock
/// guards. `make sanitize` puts this module in the place of `Synchronization`.
///
/// Unchecked: the value is reached under the lock alone.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ initialValue: consuming sending Value) {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }

  /// Nil where somebody else has the lock.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
