import Synchronization

/// Limits how many conversations run at once, over all adapters.
///
/// Each adapter has its own queue. A slot goes to the queue that is expected to take longest, by the duration of its
/// earlier conversations, so that slow adapters start early and all end at about the same time. A queue that never had a
/// slot comes first, because its speed is unknown and some programs take seconds to start.
final class Slots: Sendable {
  /// One adapter's place.
  struct AdapterQueue: Sendable {
    fileprivate let slots: Slots
    fileprivate let number: Int

    /// How many slots all lines share.
    var slotCount: Int { slots.count }

    /// Runs `body` in a slot.
    func with<Result: Sendable>(_ body: () async -> Result) async -> Result {
      await slots.take(number)
      let clock = ContinuousClock()
      let began = clock.now
      let result = await body()
      slots.give(number, after: clock.now - began)
      return result
    }

    /// Runs `body` outside of the slots; called in a slot, which is lent to others meanwhile. A conversation that comes
    /// back goes before all that have not begun.
    func paused<Result: Sendable, Failure: Error>(
      _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
      slots.leave(number)
      let clock = ContinuousClock()
      let began = clock.now
      let result: Swift.Result<Result, Failure>
      do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
      await slots.comeBack(number, after: clock.now - began)
      return try result.get()
    }

    /// Runs `body` while no other conversation has a slot; called in a slot, which is lent to others while it waits.
    func alone<Result: Sendable>(_ body: () async -> Result) async -> Result {
      await slots.acquireExclusive(number)
      let result = await body()
      slots.releaseExclusive(number)
      return result
    }
  }

  private struct Queue {
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many of `waiting`, from the beginning, have had their turn.
    var next = 0
    var running = 0
    /// Conversations that have not begun.
    var left: Int
    var finished = 0
    /// Microseconds in slots, of those that have finished.
    var spent = 0
    /// How many at once are of use; nil: any number.
    var limit: @Sendable () -> Int?

    var isWaiting: Bool { next < waiting.count }

    /// Microseconds until the queue is through, with so many at once at most.
    func remaining(_ atOnce: Int) -> Int {
      guard finished > 0 else { return running == 0 ? .max : 0 }
      return left * max(0, spent) / finished / max(1, atOnce)
    }
  }

  private struct State {
    var free: Int
    var queues: [Queue] = []
    /// Conversations that paused and go on, with their queue, in the order in which they came back.
    var returning: ArraySlice<(number: Int, continuation: CheckedContinuation<Void, Never>)> = []
    /// Conversations that want to run alone, in order of arrival. As long as there is one, no other gets a slot.
    var exclusiveWaiters: ArraySlice<CheckedContinuation<Void, Never>> = []
    var isExclusive = false
  }

  private let count: Int
  private let state: Mutex<State>

  init(_ count: Int) {
    self.count = max(1, count)
    state = Mutex(State(free: self.count))
  }

  /// A queue for one adapter.
  ///
  /// - Parameters:
  ///   - work: how many conversations it will have.
  ///   - limit: how many of them it is of use to hold at once; asked again and again. Nil: any number.
  func queue(work: Int, limit: @escaping @Sendable () -> Int? = { nil }) -> AdapterQueue {
    state.withLock { state in
      state.queues.append(Queue(left: work, limit: limit))
      return AdapterQueue(slots: self, number: state.queues.count - 1)
    }
  }

  private func take(_ number: Int) async {
    await withCheckedContinuation { continuation in
      let chosen = state.withLock { state in
        state.queues[number].waiting.append(continuation)
        return choose(&state)
      }
      for one in chosen { one.resume() }
    }
  }

  private func leave(_ number: Int) {
    let chosen = state.withLock { state in
      state.free += 1
      state.queues[number].running -= 1
      return choose(&state)
    }
    for one in chosen { one.resume() }
  }

  private func comeBack(_ number: Int, after pause: Duration) async {
    await withCheckedContinuation { continuation in
      let chosen = state.withLock { state in
        state.queues[number].spent -= pause.microseconds
        state.returning.append((number, continuation))
        return choose(&state)
      }
      for one in chosen { one.resume() }
    }
  }

  /// How many conversations have paused and wait for a slot again.
  var returning: Int { state.withLock(\.returning.count) }

  private func acquireExclusive(_ number: Int) async {
    await withCheckedContinuation { continuation in
      let chosen = state.withLock { state in
        state.free += 1
        state.queues[number].running -= 1
        state.exclusiveWaiters.append(continuation)
        return choose(&state)
      }
      for one in chosen { one.resume() }
    }
  }

  private func releaseExclusive(_ number: Int) {
    let chosen = state.withLock { state in
      state.isExclusive = false
      state.free -= 1
      state.queues[number].running += 1
      return choose(&state)
    }
    for one in chosen { one.resume() }
  }

  private func give(_ number: Int, after duration: Duration) {
    let chosen = state.withLock { state in
      state.free += 1
      state.queues[number].running -= 1
      state.queues[number].finished += 1
      state.queues[number].spent += duration.microseconds
      return choose(&state)
    }
    for one in chosen { one.resume() }
  }

  /// Gives free slots to those who wait.
  private func choose(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    guard !state.isExclusive else { return [] }
    if !state.exclusiveWaiters.isEmpty {
      guard state.free == count, let waiter = state.exclusiveWaiters.popFirst() else { return [] }
      state.isExclusive = true
      return [waiter]
    }
    var chosen: [CheckedContinuation<Void, Never>] = []
    while state.free > 0, let (number, continuation) = state.returning.popFirst() {
      state.free -= 1
      state.queues[number].running += 1
      chosen.append(continuation)
    }
    while state.free > 0, let number = queueWithMostRemainingTime(state.queues) {
      state.free -= 1
      state.queues[number].running += 1
      state.queues[number].left -= 1
      chosen.append(state.queues[number].waiting[state.queues[number].next])
      state.queues[number].next += 1
      if !state.queues[number].isWaiting {
        state.queues[number].waiting.removeAll(keepingCapacity: true)
        state.queues[number].next = 0
      }
    }
    return chosen
  }

  private func queueWithMostRemainingTime(_ queues: [Queue]) -> Int? {
    var best: (number: Int, remaining: Int)?
    for (number, queue) in queues.enumerated() where queue.isWaiting {
      let atOnce = min(queue.limit() ?? count, count)
      guard queue.running < max(1, atOnce) else { continue }
      let remaining = queue.remaining(atOnce)
      if let best, best.remaining >= remaining { continue }
      best = (number, remaining)
    }
    return best?.number
  }
}
