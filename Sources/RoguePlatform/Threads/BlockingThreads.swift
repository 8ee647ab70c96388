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
/// As the preferred executor of a task they run all of it: what blocks is then done where the task is, without a way to
/// another thread and back.
///
/// Unchecked: everything mutable is guarded by `mutex`. The threads live as long as the process, and keep this alive.
@safe public final class BlockingThreads: TaskExecutor, @unchecked Sendable {
  public static let shared = BlockingThreads(limit: 64)

  private let limit: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  /// How many of `jobs`, from the beginning, are done.
  private var taken = 0
  private var threads = 0
  private var idle = 0

  /// - Parameter limit: how many threads there are at most; more work than that waits for its turn.
  public init(limit: Int) {
    self.limit = max(1, limit)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  /// Runs `work` on a thread that may block: on this one, when it is such a thread, else on one of these.
  public func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    if Self.isRunningHere { return work() }
    return await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: work()) }
    }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Set on every thread of every instance.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  private static var isRunningHere: Bool { unsafe pthread_getspecific(mark) != nil }

  private func submit(_ job: @escaping @Sendable () -> Void) {
    unsafe pthread_mutex_lock(mutex)
    jobs.append(job)
    let needsThread = jobs.count - taken > idle && threads < limit
    if needsThread { threads += 1 } else { unsafe pthread_cond_signal(condition) }
    unsafe pthread_mutex_unlock(mutex)
    guard needsThread else { return }
    do { _ = try PlatformThread { [self] in loop() } } catch { standIn() }
  }

  private func loop() -> Never {
    // Any value but null will do; the pointer is never followed.
    unsafe pthread_setspecific(Self.mark, mutex)
    while true {
      unsafe pthread_mutex_lock(mutex)
      var job = next()
      while job == nil {
        idle += 1
        unsafe pthread_cond_wait(condition, mutex)
        idle -= 1
        job = next()
      }
      unsafe pthread_mutex_unlock(mutex)
      job?()
    }
  }

  /// The oldest piece of work; to be called under the lock.
  private func next() -> (@Sendable () -> Void)? {
    guard taken < jobs.count else { return nil }
    defer {
      taken += 1
      if taken == jobs.count || taken == 256 {
        jobs.removeFirst(taken)
        taken = 0
      }
    }
    return jobs[taken]
  }

  /// No thread could be started: where there are others they will come to it, else it is done here and now.
  private func standIn() {
    unsafe pthread_mutex_lock(mutex)
    threads -= 1
    let job = threads == 0 ? next() : nil
    unsafe pthread_mutex_unlock(mutex)
    job?()
  }
}
