internal import Synchronization

/// All processors at once, for work that comes in many independent parts.
public enum AllProcessors {
  /// Does every part, and returns when all are done. Parts may run at the same time, in any order; where the system gives
  /// no further thread, the caller's does what is left.
  ///
  /// - Parameter count: parts have the numbers below it.
  public static func perform(_ count: Int, _ part: @escaping @Sendable (Int) -> Void) {
    let line = Line()
    let work: @Sendable () -> Void = {
      while let number = line.next(below: count) { part(number) }
    }
    var threads: [PlatformThread] = []
    while threads.count + 1 < min(Processors.count, 16, count), let thread = try? PlatformThread(work) {
      threads.append(thread)
    }
    work()
    for thread in threads { thread.join() }
  }

  /// Hands out each number once.
  private final class Line: Sendable {
    private let taken = Atomic(0)

    func next(below count: Int) -> Int? {
      let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }
  }
}
