import Synchronization
import Testing

@testable import RogueRunner

@Suite struct SlotsTests {
  /// How many are in a slot, and how many were at most.
  private final class Gauge: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock(\.most) }
    var now: Int { counts.withLock(\.now) }

    func enter() {
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
    }

    func leave() { counts.withLock { $0.now -= 1 } }
  }

  /// Eight visitors, in the order in which they had their turn.
  private final class Visitors: Sendable {
    private let order = Mutex<[String]>([])
    private let come = Mutex(0)
    var names: [String] { order.withLock { $0 } }

    func note(_ name: String) { order.withLock { $0.append(name) } }

    func visit(_ queue: Slots.AdapterQueue, _ name: String) async {
      come.withLock { $0 += 1 }
      await queue.with {
        // The first one keeps the only slot until everybody else waits.
        while come.withLock({ $0 < 8 }) { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        note(name)
      }
    }
  }

  private func visit(_ queue: Slots.AdapterQueue, _ gauge: Gauge, meeting: Int = 1) async {
    await queue.with {
      gauge.enter()
      for _ in 0..<10 { await Task.yield() }
      // As many as are expected have to have met, whatever the others do.
      while gauge.most < meeting { await Task.yield() }
      gauge.leave()
    }
  }

  @Test func `no more run at once than there are slots, over all queues`() async {
    let slots = Slots(3)
    let gauge = Gauge()
    let queues = [slots.queue(work: 20), slots.queue(work: 20)]
    await withTaskGroup { group in
      for queue in queues {
        for _ in 0..<20 { group.addTask { await visit(queue, gauge, meeting: 3) } }
      }
    }
    #expect(gauge.most == 3)
  }

  @Test func `a queue with a limit leaves the other slots to the others`() async {
    let slots = Slots(4)
    let (slow, fast) = (Gauge(), Gauge())
    let (limited, free) = (slots.queue(work: 20) { 1 }, slots.queue(work: 20))
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { await visit(limited, slow) }
        group.addTask { await visit(free, fast, meeting: 2) }
      }
    }
    #expect(slow.most == 1)
    #expect(fast.most > 1)
  }

  @Test func `an exclusive case runs alone, and gives its slot to others until then`() async {
    let slots = Slots(3)
    let gauge = Gauge()
    let most = LockedMost()
    let queue = slots.queue(work: 30)
    await withTaskGroup { group in
      for index in 0..<30 {
        group.addTask {
          await queue.with {
            gauge.enter()
            for _ in 0..<10 { await Task.yield() }
            gauge.leave()
            guard index % 5 == 0 else { return }
            await queue.exclusively {
              most.note(gauge.now)
              gauge.enter()
              for _ in 0..<50 { await Task.yield() }
              most.note(gauge.now - 1)
              gauge.leave()
            }
          }
        }
      }
    }
    #expect(most.most == 0)
    #expect(most.count == 12)
    #expect(gauge.most <= 3)
  }

  @Test func `a paused case gives its slot to others, and resumes before new ones`() async {
    let slots = Slots(1)
    let visitors = Visitors()
    let queue = slots.queue(work: 4)
    await withTaskGroup { group in
      group.addTask {
        await queue.with {
          visitors.note("begins")
          await queue.paused {
            while visitors.names.count < 2 { await Task.yield() }
          }
          visitors.note("goes on")
        }
      }
      while visitors.names.isEmpty { await Task.yield() }
      for _ in 0..<3 {
        group.addTask {
          await queue.with {
            visitors.note("other")
            // The first of the others keeps the slot until the pause is over.
            while visitors.names.count == 2, slots.returning == 0 { await Task.yield() }
          }
        }
      }
    }
    #expect(visitors.names == ["begins", "other", "goes on", "other", "other"])
  }

  @Test func `a pause that throws gives its slot back`() async throws {
    let slots = Slots(1)
    let queue = slots.queue(work: 2)
    _ = await queue.with {
      await #expect(throws: CancellationError.self) { try await queue.paused { throw CancellationError() } }
    }
    #expect(await queue.with { true })
  }

  /// The largest of some numbers.
  private final class LockedMost: Sendable {
    private let state = Mutex((most: 0, count: 0))
    var most: Int { state.withLock(\.most) }
    var count: Int { state.withLock(\.count) }
    func note(_ number: Int) { state.withLock { $0 = (max($0.most, number), $0.count + 1) } }
  }

  @Test func `a limit below one lets one through, so that a run ends`() async {
    let slots = Slots(2)
    let gauge = Gauge()
    let queue = slots.queue(work: 3) { 0 }
    await withTaskGroup { group in
      for _ in 0..<3 { group.addTask { await visit(queue, gauge) } }
    }
    #expect(gauge.most == 1)
  }

  @Test func `every queue gets one before a queue gets its second, then the queue with most to do goes first`() async {
    let slots = Slots(1)
    let visitors = Visitors()
    let (short, long) = (slots.queue(work: 2), slots.queue(work: 6))
    await withTaskGroup { group in
      for (name, queue, count) in [("short", short, 2), ("long", long, 6)] {
        for _ in 0..<count { group.addTask { await visitors.visit(queue, name) } }
      }
    }
    let names = visitors.names
    #expect(Set(names.prefix(2)) == ["short", "long"])
    #expect(names.filter { $0 == "long" }.count == 6)
    #expect(names.count == 8)
  }
}
