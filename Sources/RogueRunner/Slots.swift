import Synchronization

/// Limits how many conversations run at once, over all adapters: `SlotSchedule` decides, and conversations wait here.
final class Slots: Sendable {
  /// One adapter's place.
  struct AdapterQueue: Sendable {
    fileprivate let slots: Slots
    fileprivate let number: Int

    /// How many slots all queues share.
    var slotCount: Int { slots.count }

    /// Runs `body` in a slot.
    func with<Result: Sendable>(_ body: () async -> Result) async -> Result {
      await slots.wait { $0.enqueue($1, in: number) }
      let clock = ContinuousClock()
      let began = clock.now
      let result = await body()
      let spent = (clock.now - began).microseconds
      slots.step { $0.finish(number, after: spent) }
      return result
    }

    /// Runs `body` outside of the slots; called in a slot, which is lent to others meanwhile. A conversation that comes
    /// back goes before all that have not begun.
    func paused<Result: Sendable, Failure: Error>(
      _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
      slots.step { $0.pause(number) }
      let clock = ContinuousClock()
      let began = clock.now
      let result: Swift.Result<Result, Failure>
      do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
      let paused = (clock.now - began).microseconds
      await slots.wait { $0.resume($1, in: number, after: paused) }
      return try result.get()
    }

    /// Runs `body` while no other conversation has a slot; called in a slot, which is lent to others while it waits.
    func exclusively<Result: Sendable>(_ body: () async -> Result) async -> Result {
      await slots.wait { $0.enqueueExclusive($1, in: number) }
      let result = await body()
      slots.step { $0.finishExclusive(number) }
      return result
    }
  }

  private let count: Int
  private let schedule: Mutex<SlotSchedule<CheckedContinuation<Void, Never>>>

  init(_ count: Int) {
    self.count = max(1, count)
    schedule = Mutex(SlotSchedule(slots: self.count))
  }

  /// A queue for one adapter.
  ///
  /// - Parameters:
  ///   - work: how many conversations it will have.
  ///   - limit: how many of them may usefully run at once; evaluated repeatedly. Nil: any number.
  func queue(work: Int, limit: @escaping @Sendable () -> Int? = { nil }) -> AdapterQueue {
    AdapterQueue(slots: self, number: schedule.withLock { $0.addQueue(work: work, limit: limit) })
  }

  /// How many conversations have paused and wait for a slot again.
  var returning: Int { schedule.withLock(\.returning.count) }

  /// Changes the schedule, and wakes the conversations that get a slot by it.
  private func step(
    _ change: (inout SlotSchedule<CheckedContinuation<Void, Never>>) -> [CheckedContinuation<Void, Never>]
  ) {
    for one in schedule.withLock({ change(&$0) }) { one.resume() }
  }

  /// Changes the schedule, and waits for a slot.
  private func wait(
    _ change: (inout SlotSchedule<CheckedContinuation<Void, Never>>, CheckedContinuation<Void, Never>)
      -> [CheckedContinuation<Void, Never>]
  ) async {
    await withCheckedContinuation { continuation in step { change(&$0, continuation) } }
  }
}
