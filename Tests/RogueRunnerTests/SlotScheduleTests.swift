import Testing

@testable import RogueRunner

/// Which conversation gets the next slot, as a table: each change with the conversations that get a slot by it.
@Suite struct SlotScheduleTests {
  enum Change: Sendable {
    /// A conversation of this queue begins to wait.
    case enqueue(String, Int)
    case pause(Int)
    case resume(String, Int, after: Int)
    case enqueueExclusive(String, Int)
    case finishExclusive(Int)
    case finish(Int, after: Int)
  }

  struct Row: Sendable {
    var name: String
    var slots: Int
    /// By queue: its conversations, and how many at once are of use.
    var queues: [(work: Int, limit: Int?)]
    var changes: [(Change, gets: [String])]
  }

  static let rows = [
    Row(
      name: "no more run than there are slots", slots: 2, queues: [(3, nil)],
      changes: [
        (.enqueue("a", 0), ["a"]), (.enqueue("b", 0), ["b"]), (.enqueue("c", 0), []), (.finish(0, after: 5), ["c"]),
      ]),
    Row(
      name: "a queue that never had a slot goes first, then the one with most to do", slots: 1,
      queues: [(2, nil), (2, nil)],
      changes: [
        (.enqueue("fast 1", 0), ["fast 1"]), (.enqueue("fast 2", 0), []), (.enqueue("slow 1", 1), []),
        (.finish(0, after: 10), ["slow 1"]), (.enqueue("slow 2", 1), []), (.finish(1, after: 1000), ["slow 2"]),
        (.finish(1, after: 1000), ["fast 2"]),
      ]),
    Row(
      name: "a limit leaves the other slots to other queues, and below one it lets one through", slots: 3,
      queues: [(3, 0), (1, nil)],
      changes: [
        (.enqueue("a", 0), ["a"]), (.enqueue("b", 0), []), (.enqueue("c", 1), ["c"]), (.finish(0, after: 1), ["b"]),
      ]),
    Row(
      name: "a pause lends the slot, and a conversation that comes back goes before all that have not begun", slots: 1,
      queues: [(3, nil)],
      changes: [
        (.enqueue("a", 0), ["a"]), (.enqueue("b", 0), []), (.enqueue("c", 0), []), (.pause(0), ["b"]),
        (.resume("a", 0, after: 3), []), (.finish(0, after: 1), ["a"]), (.finish(0, after: 9), ["c"]),
      ]),
    Row(
      name: "an exclusive conversation waits for all others, none begins meanwhile, and the rest go on after it",
      slots: 2,
      queues: [(4, nil)],
      changes: [
        (.enqueue("a", 0), ["a"]), (.enqueue("b", 0), ["b"]), (.enqueue("c", 0), []), (.enqueueExclusive("a", 0), []),
        (.finish(0, after: 1), ["a"]), (.enqueue("d", 0), []), (.finishExclusive(0), ["c"]),
        (.finish(0, after: 1), ["d"]),
      ]),
    Row(
      name: "two exclusive conversations run one after the other", slots: 2, queues: [(2, nil)],
      changes: [
        (.enqueue("a", 0), ["a"]), (.enqueue("b", 0), ["b"]), (.enqueueExclusive("a", 0), []),
        (.enqueueExclusive("b", 0), ["a"]), (.finishExclusive(0), []), (.finish(0, after: 1), ["b"]),
      ]),
  ]

  @Test(arguments: rows)
  func `each event starts the cases that the table names`(row: Row) {
    var schedule = SlotSchedule<String>(slots: row.slots)
    for queue in row.queues { _ = schedule.addQueue(work: queue.work) { queue.limit } }
    for (number, (change, expected)) in row.changes.enumerated() {
      let got =
        switch change {
        case .enqueue(let name, let queue): schedule.enqueue(name, in: queue)
        case .pause(let queue): schedule.pause(queue)
        case .resume(let name, let queue, let pause): schedule.resume(name, in: queue, after: pause)
        case .enqueueExclusive(let name, let queue): schedule.enqueueExclusive(name, in: queue)
        case .finishExclusive(let queue): schedule.finishExclusive(queue)
        case .finish(let queue, let spent): schedule.finish(queue, after: spent)
        }
      #expect(got == expected, "\(row.name): change \(number + 1), \(change)")
    }
  }
}
