internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueServers
internal import RogueStimuli
internal import Synchronization

/// The page that follows a run.
final class RunPage: Sendable {
  /// A browser that watches asks once a second.
  private static let watchedMilliseconds = 3000

  let run: LiveRun
  private let host: PageHost
  private let place: ListenPlace
  private let asked: Asked

  private final class Asked: Sendable {
    let last = Mutex<MonotonicInstant?>(nil)
  }

  /// - Parameters:
  ///   - place: where it is.
  ///   - client: with the root that devices need for this run.
  init(
    at place: ListenPlace, _ options: RunOptions, _ client: BuiltClient, table: RunTable
  ) throws(HarnessFailure) {
    let roots = client.roots.flatMap(\.certificates).map(\.der)
    let guides = DeviceGuides(
      roots: roots, host: client.hosts?.all[0].name, address: options.listen?.address ?? place.address)
    let run = LiveRun(table: table, strict: options.strict, guides: guides.all)
    let asked = Asked()
    (self.run, self.asked, self.place) = (run, asked, place)
    host = try PageHost(
      at: place,
      page: {
        asked.last.withLock { $0 = .now }
        return run.page
      })
  }

  deinit { host.close() }

  func announcement(_ terminal: TerminalOptions) -> String {
    "rogues: " + host.announcement(terminal, isLocal: place.isLocal)
  }

  /// Stays until a browser that watches has read the end, for a moment.
  func finish() async {
    let end = MonotonicInstant.now
    guard let last = asked.last.withLock({ $0 }), end.microseconds(since: last) < Self.watchedMilliseconds * 1000
    else { return }
    for _ in 0..<Self.watchedMilliseconds / 100 {
      if let last = asked.last.withLock({ $0 }), last > end { break }
      try? await Task.sleep(for: .milliseconds(100))
    }
    // What was answered is on its way.
    try? await Task.sleep(for: .milliseconds(200))
  }
}
