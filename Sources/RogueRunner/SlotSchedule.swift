/// Which conversations have a slot, and which get the next ones. It waits for nothing and reads no clock.
///
/// Each adapter has its own queue. A slot goes to the queue that is expected to take longest, by the duration of its
/// earlier conversations, so that slow adapters start early and all end at about the same time. A queue that never had a
/// slot comes first, because its speed is unknown and some programs take seconds to start.
///
/// Every change gives the tickets of the conversations that get a slot by it.
struct SlotSchedule<Ticket: Sendable>: Sendable {
  private struct Queue {
    var waiting: [Ticket] = []
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

  private let count: Int
  private var free: Int
  private var queues: [Queue] = []
  /// Conversations that paused and go on, with their queue, in the order in which they came back.
  private(set) var returning: ArraySlice<(number: Int, ticket: Ticket)> = []
  /// Conversations that want to run alone, in order of arrival. As long as there is one, no other gets a slot.
  private var exclusiveWaiters: ArraySlice<Ticket> = []
  private var isExclusive = false

  init(slots count: Int) {
    self.count = count
    free = count
  }

  /// - Returns: the queue's number.
  mutating func addQueue(work: Int, limit: @escaping @Sendable () -> Int?) -> Int {
    queues.append(Queue(left: work, limit: limit))
    return queues.count - 1
  }

  /// A conversation wants its first slot.
  mutating func enqueue(_ ticket: Ticket, in number: Int) -> [Ticket] {
    queues[number].waiting.append(ticket)
    return choose()
  }

  /// A conversation gives its slot away for a while.
  mutating func pause(_ number: Int) -> [Ticket] {
    release(number)
    return choose()
  }

  /// A conversation that paused wants its slot back; it goes before all that have not begun.
  mutating func resume(_ ticket: Ticket, in number: Int, after pause: Int) -> [Ticket] {
    queues[number].spent -= pause
    returning.append((number, ticket))
    return choose()
  }

  /// A conversation gives its slot away until no other has one.
  mutating func enqueueExclusive(_ ticket: Ticket, in number: Int) -> [Ticket] {
    release(number)
    exclusiveWaiters.append(ticket)
    return choose()
  }

  /// The conversation that was alone keeps its slot beside others.
  mutating func finishExclusive(_ number: Int) -> [Ticket] {
    isExclusive = false
    occupy(number)
    return choose()
  }

  /// A conversation is over.
  mutating func finish(_ number: Int, after spent: Int) -> [Ticket] {
    release(number)
    queues[number].finished += 1
    queues[number].spent += spent
    return choose()
  }

  private mutating func release(_ number: Int) {
    free += 1
    queues[number].running -= 1
  }

  private mutating func occupy(_ number: Int) {
    free -= 1
    queues[number].running += 1
  }

  /// Gives free slots to waiting conversations.
  private mutating func choose() -> [Ticket] {
    guard !isExclusive else { return [] }
    if !exclusiveWaiters.isEmpty {
      guard free == count, let waiter = exclusiveWaiters.popFirst() else { return [] }
      isExclusive = true
      return [waiter]
    }
    var chosen: [Ticket] = []
    while free > 0, let (number, ticket) = returning.popFirst() {
      occupy(number)
      chosen.append(ticket)
    }
    while free > 0, let number = queueWithMostRemainingTime {
      occupy(number)
      queues[number].left -= 1
      chosen.append(queues[number].waiting[queues[number].next])
      queues[number].next += 1
      if !queues[number].isWaiting {
        queues[number].waiting.removeAll(keepingCapacity: true)
        queues[number].next = 0
      }
    }
    return chosen
  }

  private var queueWithMostRemainingTime: Int? {
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
