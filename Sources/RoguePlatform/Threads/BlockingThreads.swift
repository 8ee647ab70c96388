#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Threads for work that blocks, kept between pieces of work.
///
/// The cooperative pool has one thread for each core, so a task that blocks one of them slows everything else down; and
/// a new thread for every piece would cost a good part of a handshake.
///
/// Unchecked: everything mutable is guarded by `mutex`. The threads live as long as the process, and keep this alive.
@safe public final class BlockingThreads: @unchecked Sendable {
  public static let shared = BlockingThreads(limit: 64)

  private let limit: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var threads = 0
  private var idle = 0

  /// - Parameter limit: how many threads there are at most; more work than that waits for its turn.
  init(limit: Int) {
    self.limit = limit
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  /// Runs `work` on one of the threads, without blocking the caller's.
  public func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: work()) }
    }
  }

  private func submit(_ job: @escaping @Sendable () -> Void) {
    unsafe pthread_mutex_lock(mutex)
    jobs.append(job)
    let needsThread = jobs.count > idle && threads < limit
    if needsThread { threads += 1 } else { unsafe pthread_cond_signal(condition) }
    unsafe pthread_mutex_unlock(mutex)
    guard needsThread else { return }
    do { _ = try PlatformThread { [self] in loop() } } catch { standIn() }
  }

  private func loop() -> Never {
    while true {
      unsafe pthread_mutex_lock(mutex)
      while jobs.isEmpty {
        idle += 1
        unsafe pthread_cond_wait(condition, mutex)
        idle -= 1
      }
      let job = jobs.removeFirst()
      unsafe pthread_mutex_unlock(mutex)
      job()
    }
  }

  /// No thread could be started: where there are others they will come to it, else it is done here and now.
  private func standIn() {
    unsafe pthread_mutex_lock(mutex)
    threads -= 1
    let job = threads == 0 && !jobs.isEmpty ? jobs.removeFirst() : nil
    unsafe pthread_mutex_unlock(mutex)
    job?()
  }
}
