import Glibc
import Synchronization
import Testing

@testable import RoguePlatform

struct BlockingThreadsTests {
  private final class Gauge: Sendable {
    let running = Mutex((now: 0, most: 0))

    /// Waits until there have been three at once, however long a thread takes to start.
    func pass() {
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      while running.withLock({ $0.most < 3 }) { usleep(1000) }
      usleep(10_000)
      running.withLock { $0.now -= 1 }
    }
  }

  @Test func `work that blocks runs side by side up to the limit`() async {
    let threads = BlockingThreads(limit: 3)
    let gauge = Gauge()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<9 { group.addTask { await threads.run { gauge.pass() } } }
    }
    #expect(gauge.running.withLock { $0.most } == 3)
    #expect(gauge.running.withLock { $0.now } == 0)
  }

  @Test func `every piece of work gives its own result`() async {
    let threads = BlockingThreads(limit: 4)
    let results = await withTaskGroup(of: Int.self) { group in
      for number in 0..<500 { group.addTask { await threads.run { number } } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(results == Set(0..<500))
  }

  @Test func `threads are kept between pieces of work`() async {
    let threads = BlockingThreads(limit: 50)
    var used: Set<[CChar]> = []
    for _ in 0..<50 { used.insert(await threads.run { Self.thread() }) }
    // One that has answered is not back in its place at once, so there may be a few.
    #expect(used.count < 10 && used.allSatisfy { !$0.isEmpty })
  }

  /// The kernel's name for the calling thread, which no other one has had before.
  private static func thread() -> [CChar] {
    var name = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &name, name.count)
    return Array(name.prefix(max(0, count)))
  }
}
