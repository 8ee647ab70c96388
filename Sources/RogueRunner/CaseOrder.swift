import RogueModel
import Synchronization

/// The order of an adapter's cases and first controls, in one queue; the last controls follow later.
///
/// The seed decides the order. A validator that could recognise a control, a rogue or a scenario by its position in the
/// run could answer without looking.
struct CaseOrder: Sendable {
  enum Turn: Sendable, Hashable {
    /// By its place in the list of controls.
    case control(Int)
    /// By its place in the plan.
    case item(Int)
  }

  let order: [Turn]

  /// - Parameters:
  ///   - cases: of the plan, that are to run, with the control that each depends on.
  ///   - controls: how each is called.
  ///   - name: the name of the case at that place in the plan.
  init(cases: [(index: Int, control: Int?)], controls: [String], seed: String, name: (Int) -> String) {
    let ranked =
      cases.map { (rank: Self.rank(name($0.index), seed), turn: Turn.item($0.index), control: $0.control) }
      + controls.enumerated().map { (rank: Self.rank($1, seed), turn: Turn.control($0), control: nil) }
    var order: [Turn] = []
    var ordered: Set<Int> = []
    for (_, turn, control) in ranked.sorted(by: { $0.rank < $1.rank }) {
      switch turn {
      case .control(let control):
        if ordered.insert(control).inserted { order.append(turn) }
      case .item:
        // A case whose control has not had its turn brings it along.
        if let control, ordered.insert(control).inserted { order.append(.control(control)) }
        order.append(turn)
      }
    }
    self.order = order
  }

  /// Elements in the seed's order.
  static func shuffled<Element>(_ elements: [Element], seed: String, name: (Element) -> String) -> [Element] {
    elements.map { (rank: rank(name($0), seed), element: $0) }.sorted { $0.rank < $1.rank }.map(\.element)
  }

  /// Hashed twice: differences at the end of a text hardly spread in one hash.
  private static func rank(_ name: String, _ seed: String) -> UInt64 {
    StableHash.number([StableHash.hexadecimal([name, " ", seed])])
  }
}

/// The first controls, for the cases that wait for them.
final class AwaitedControls: Sendable {
  private enum Entry {
    case awaited([CheckedContinuation<Judgement?, Never>])
    case finished(Judgement?)
  }

  private let entries: Mutex<[Entry]>

  init(_ count: Int) { entries = Mutex(Array(repeating: .awaited([]), count: count)) }

  /// Waits for the control; nil: the run ended before.
  func judgement(of control: Int) async -> Judgement? {
    await withCheckedContinuation { continuation in
      let known = entries.withLock { entries -> Judgement?? in
        switch entries[control] {
        case .finished(let judgement): return .some(judgement)
        case .awaited(let waiting):
          entries[control] = .awaited(waiting + [continuation])
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  func set(_ judgement: Judgement?, of control: Int) {
    let waiting = entries.withLock { entries -> [CheckedContinuation<Judgement?, Never>] in
      defer { entries[control] = .finished(judgement) }
      if case .awaited(let waiting) = entries[control] { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: judgement) }
  }
}
