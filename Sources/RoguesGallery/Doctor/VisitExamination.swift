internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers
internal import RogueStimuli

/// Says to a person what is missing at whoever connects, without an adapter: the ordinary server is open until somebody
/// accepts it.
struct VisitExamination: Sendable {
  private enum Event: Sendable {
    case seen(SeenConnection)
    /// A connection has waited for one that would explain it.
    case waited(Int)
    case nobodyCame
  }

  /// Before it says why nobody may have come, in milliseconds.
  private static let patienceMilliseconds = 20_000

  private let item: Case
  private let place: ClientPlace
  private let terminal: TerminalOptions
  private let opener: RogueOpener
  private let events: AsyncStream<Event>
  private let sender: AsyncStream<Event>.Continuation

  /// - Parameter ordinary: the most ordinary scenario.
  init(_ ordinary: [Scenario], at place: ClientPlace, terminal: TerminalOptions) throws(HarnessFailure) {
    let cases = ordinary.map(place.client.fitted).flatMap { scenario in
      AxisExpansion.cases(of: scenario, .pairwise, engines: Gallery.engineNames, refusal: EngineLimits.refusal)
    }.filter { place.client.refusal(of: $0) == nil }
    guard let item = cases.first(where: { $0.axes.tls == .tls13 }) ?? cases.first else {
      throw HarnessFailure(.badData, "the catalogue has no ordinary server for this client")
    }
    (self.item, self.place, self.terminal) = (item, place, terminal)
    opener = try RogueOpener(at: place.listen?.place ?? .loopback)
    (events, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
  }

  /// - Returns: whether a client accepted the server before the person interrupted.
  func run() async throws(HarnessFailure) -> Bool {
    defer { opener.servers.shutDown() }
    if let warning = opener.warning { try StandardWriters.error(warning) }
    let sender = sender
    let server = try opener.open(item, port: opener.place.port) { sender.yield(.seen($0)) }
    let url = try serve(item, on: server)
    try StandardWriters.output("Open this with the client: \(url)\n")
    if !opener.place.isLocal { try StandardWriters.output(QRCode.text(of: url, terminal)) }
    try StandardWriters.output("It ends when a client accepts the server; Ctrl-C ends it before.\n")
    wait(Self.patienceMilliseconds, .nobodyCame)
    let result = try await examine(server)
    await server.close()
    return result
  }

  private func examine(_ server: OpenRogue) async throws(HarnessFailure) -> Bool {
    var spare = SpareConnections()
    var isWide = false
    var hasCome = false
    for await event in events {
      var judged: [SeenConnection] = []
      switch event {
      case .seen(let seen):
        hasCome = true
        switch spare.take(seen) {
        case .now(let all): judged = all
        case .waits(let number): wait(SpareConnections.waitMilliseconds, .waited(number))
        }
      case .waited(let number): judged = [spare.giveUp(number)].compactMap(\.self)
      case .nobodyCame:
        // A connection that never began TLS is told of when it ends.
        if !hasCome, let cause = sight(of: nil).cause { try say(.note, cause) }
      }
      for seen in judged where !seen.isSpare {
        let visit = Visit(evidence: seen.evidence)
        if visit.sight == .admitted, !isWide {
          try say(.good, "accepts a healthy server (\(visit.clause))")
          return true
        }
        isWide = try explain(seen.evidence, isAccepted: visit.sight == .admitted, isWide: isWide, server)
      }
    }
    return false
  }

  /// - Returns: whether the next connection meets dates that are decades apart.
  private func explain(
    _ evidence: ConnectionEvidence, isAccepted: Bool, isWide: Bool, _ server: OpenRogue
  ) throws(HarnessFailure) -> Bool {
    let sight = sight(of: evidence)
    if !isAccepted, let cause = sight.cause ?? sight.refusal {
      try say(.bad, cause)
      return isWide
    }
    if isWide {
      try say(
        .bad,
        sight.refusal(
          whenWideIsAccepted: isAccepted,
          rootEnds: place.client.roots.first?.certificates.first?.notAfter.map { Timestamp(secondsSince1970: $0) },
          now: Timestamp(secondsSince1970: WallClock.secondsSince1970)))
      _ = try serve(item, on: server)
      return false
    }
    try say(
      .note,
      "it saw the certificates and refused them (\(Visit(evidence: evidence).clause)): the root, or its clock? Open "
        + "it once more; the next server's certificates are valid for \(WideDates.years) years before and after today")
    var wide = item
    wide.scenario = WideDates.widened(item.scenario)
    _ = try serve(wide, on: server)
    return true
  }

  private func sight(of evidence: ConnectionEvidence?) -> ConnectionSight {
    ConnectionSight(
      observation: Observation(connections: [evidence].compactMap(\.self)), version: item.axes.tls,
      host: item.scenario.world.fullName(of: item.scenario.world.host), place: opener.place, connections: nil,
      root: place.roots.map { "\($0).crt" })
  }

  private func serve(_ item: Case, on server: OpenRogue) throws(HarnessFailure) -> String {
    let material = try opener.material(item, isHealthy: true)
    try server.serve(material.served)
    let connect = material.attempt.connect
    return "https://\(connect.host):\(server.port)\(connect.path)"
  }

  private func say(_ mark: Diagnosis.Mark, _ text: String) throws(HarnessFailure) {
    var diagnosis = Diagnosis()
    diagnosis.add(mark, text)
    try StandardWriters.output(diagnosis.text)
  }

  private func wait(_ milliseconds: Int, _ event: Event) {
    let sender = sender
    Task.detached {
      try? await Task.sleep(for: .milliseconds(milliseconds))
      sender.yield(event)
    }
  }
}
