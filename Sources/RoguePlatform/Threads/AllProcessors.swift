internal import Synchronization

/// All processors at once, for work that comes in many independent parts.
public enum AllProcessors {
  /// Performs every part, and returns when all are done. Parts may run at the same time, in any order; if the system
  /// has no further thread, the caller's thread does the rest.
  ///
  /// - Parameter count: parts are numbered from 0 to `count - 1`.
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

  /// The results of the items, in their order.
  public static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    // A few at a time: one alone is not worth the way to another processor.
    map(items, at: 16, work)
  }

  /// The same for items that take long.
  public static func each<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    map(items, at: 1, work)
  }

  private static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], at size: Int, _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let done = Done<Result>()
    perform((items.count + size - 1) / size) { number in
      let part = items[number * size..<min(items.count, (number + 1) * size)].map(work)
      done.parts.withLock { $0[number] = part }
    }
    return done.parts.withLock { parts in parts.sorted { $0.key < $1.key }.flatMap(\.value) }
  }

  private final class Done<Result: Sendable>: Sendable {
    let parts = Mutex<[Int: [Result]]>([:])
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
