internal import RogueModel
internal import RogueReports
internal import RogueVerdicts
internal import Synchronization

/// What the page of a session shows: which rogue is open, and what was seen of each.
final class ServeBoard: Sendable {
  /// What was seen of one server.
  struct Tally: Sendable, Hashable {
    var admitted = 0
    var refused = 0

    mutating func add(_ visit: Visit) {
      switch visit.sight {
      case .admitted: admitted += 1
      case .refused: refused += 1
      case .nothing, .spare: break
      }
    }
  }

  /// A rogue and its control.
  struct Standing: Sendable, Hashable {
    var rogue = Tally()
    var control = Tally()

    mutating func add(_ visit: Visit, toControl: Bool) { if toControl { control.add(visit) } else { rogue.add(visit) } }

    /// What follows so far, in the honest words of one witness.
    ///
    /// - Parameter mustRefuse: what is right for the rogue.
    func conclusion(mustRefuse: Bool, level: Level) -> (look: LivePage.Look, words: String) {
      guard mustRefuse else {
        if rogue.refused > 0 { return (.doubtful, "refused (unconfirmed), and should be accepted") }
        return rogue.admitted > 0 ? (LivePage.Look(.pass, level), "admitted, which is right") : (.none, "no connection")
      }
      if rogue.admitted > 0 { return (LivePage.Look(.falseAccept, level), "ADMITTED: a client accepted the rogue") }
      if control.refused > 0 {
        return (.doubtful, "the control was refused (unconfirmed), so refusals of the rogue prove nothing")
      }
      guard rogue.refused > 0 else {
        return (.none, control.admitted > 0 ? "no connection; the control was admitted" : "no connection")
      }
      return control.admitted > 0
        ? (.partial, "refused (unconfirmed), and the control was admitted")
        : (.doubtful, "refused (unconfirmed); try the control")
    }
  }

  private struct State {
    var standings: [String: Standing] = [:]
    var now: OpenedRogue?
    /// All that are open at once, by case.
    var open: [String: OpenedRogue] = [:]
    var guides: [LivePage.Guide] = []
    /// The youngest first.
    var visits: [LivePage.Row] = []
  }

  private static let shownVisits = 20

  private let cases: [Case]
  private let isInTurn: Bool
  private let state = Mutex(State())

  init(_ cases: [Case], isInTurn: Bool) {
    self.cases = cases
    self.isInTurn = isInTurn
  }

  func opened(_ rogue: OpenedRogue, _ guides: [LivePage.Guide]) {
    state.withLock { state in
      if isInTurn { state.now = rogue } else { state.open[rogue.id] = rogue }
      state.guides = guides
    }
  }

  /// - Parameters:
  ///   - text: what the terminal says of it.
  ///   - counts: false: it came too late, or was no client's that knows the path.
  func saw(_ visit: Visit, of rogue: OpenedRogue, _ text: String, at time: Timestamp) {
    state.withLock { state in
      if !rogue.isStale(at: time) {
        state.standings[rogue.id, default: Standing()].add(visit, toControl: rogue.isHealthy)
      }
      let look: LivePage.Look =
        switch visit.sight {
        case .admitted:
          rogue.isStale(at: time)
            ? .none : LivePage.Look(!rogue.isHealthy && rogue.expected.mustCancel ? .falseAccept : .pass, rogue.level)
        case .refused: .doubtful
        case .nothing, .spare: .none
        }
      state.visits.insert(
        LivePage.Row(
          look, title: "\(time.description.dropFirst(11).prefix(8))\(rogue.isHealthy ? ", control" : "")", id: rogue.id,
          words: text), at: 0)
      if state.visits.count > Self.shownVisits { state.visits.removeLast() }
    }
  }

  var page: LivePage {
    let state = state.withLock { $0 }
    var page = LivePage(title: "\(cases.count) rogues are open", state: "Each has its own port.")
    if let now = state.now { describe(now, &page) }
    page.lists = [
      .init("Rogues", cases.enumerated().map { row($0, $1, state) }, empty: ""),
      .init("Connections", state.visits, empty: "None yet."),
    ]
    page.guides = state.guides
    return page
  }

  private func describe(_ now: OpenedRogue, _ page: inout LivePage) {
    let number = cases.firstIndex { $0.id == now.id } ?? 0
    page.title = now.isHealthy ? "The control of: \(now.item.scenario.title)" : now.item.scenario.title
    page.state =
      now.isHealthy
      ? "The control is open: the same server without the fault. A client that refuses it proves nothing by other refusals."
      : "The rogue is open: \(now.mutation). Right is: \(now.expected.summary)."
    page.facts = [
      .init("URL", now.url), .init("case", now.id), .init("number", "\(number + 1) of \(cases.count)"),
      .init("hosts", "\(now.address) \(HostName.plain(now.host))"),
    ]
    page.facts += now.pins.map { .init("pin", $0) }
    if now.startTLS == nil { page.link = now.url }
    page.buttons = [.init("control", now.isHealthy ? "Back to the rogue" : "Control")]
    if number + 1 < cases.count { page.buttons.append(.init("next", "Next rogue")) }
  }

  private func row(_ number: Int, _ item: Case, _ state: State) -> LivePage.Row {
    let scenario = item.scenario
    let expected = scenario.steps[0].expectations[item.axes.policy] ?? .accept
    let (look, words) = (state.standings[item.id] ?? Standing()).conclusion(
      mustRefuse: expected.mustCancel, level: scenario.level)
    var row = LivePage.Row(look, title: scenario.title, id: item.id, words: words)
    (row.level, row.severity) = (scenario.level, scenario.severity)
    row.isCurrent = state.now?.id == item.id
    if let open = state.open[item.id], open.startTLS == nil { row.link = open.url }
    if isInTurn, !row.isCurrent { row.button = .init("open", "Open", number: number + 1) }
    return row
  }
}
