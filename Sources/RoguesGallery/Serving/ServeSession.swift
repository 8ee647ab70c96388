internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner
internal import RogueServers
internal import Synchronization

/// Rogues that are open for any client, until the user ends it.
final class ServeSession: Sendable {
  /// The events while rogues are open.
  private enum Event: Sendable {
    case seen(SeenConnection)
    /// A connection has waited for one that would explain it.
    case waited(Int)
    /// A line of the person's, or a button of the page.
    case command(String)
    /// A rogue of the list, counted from 1.
    case choice(Int)
  }

  private let request: ServeRequest
  private let terminal: TerminalOptions
  private let cases: [Case]
  private let opener: RogueOpener
  private let board: ServeBoard
  private let page: PageHost
  private let events: AsyncStream<Event>
  private let sender: AsyncStream<Event>.Continuation
  private let served = ServedRogues()

  init(_ request: ServeRequest, cases: [Case], terminal: TerminalOptions) throws(HarnessFailure) {
    self.request = request
    self.terminal = terminal
    self.cases = cases
    let opener = try RogueOpener(at: request.listen.place)
    self.opener = opener
    // Clients may come faster than a terminal shows it.
    let (events, sender) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(4096))
    (self.events, self.sender) = (events, sender)
    let board = ServeBoard(cases, isInTurn: !request.all)
    self.board = board
    let place = request.page?.place ?? ListenPlace(address: request.listen.address)
    do throws(HarnessFailure) {
      page = try PageHost(at: place, page: { board.page }) { action, number in
        switch action {
        case "control": sender.yield(.command("h"))
        case "next": sender.yield(.command("n"))
        default: sender.yield(.choice(number ?? 0))
        }
      }
    } catch {
      opener.servers.shutDown()
      throw error
    }
  }

  deinit {
    page.close()
    opener.servers.shutDown()
  }

  /// Serves until the person quits or interrupts.
  func run() async throws(HarnessFailure) {
    if let warning = opener.warning { try StandardWriters.error(warning) }
    if !request.json {
      let isLocal = (request.page ?? request.listen).place.isLocal
      try StandardWriters.output(page.announcement(terminal, isLocal: isLocal))
    }
    if request.all { try await serveAll() } else { try await serveInTurn() }
  }

  // MARK: All at once

  private func serveAll() async throws(HarnessFailure) {
    var opened: [OpenRogue] = []
    for (index, item) in cases.enumerated() {
      let port = request.listen.port.map { $0 &+ UInt16(truncatingIfNeeded: index) }
      let server = try opener.open(item, port: port, seen: seen)
      opened.append(server)
      let now = try serve(item, isHealthy: false, on: server, isOneOfMany: true)
      if request.json {
        try show(now.json(page: page.url))
      } else {
        try StandardWriters.output("\(now.url)   \(item.id): \(item.scenario.title)\n")
      }
    }
    if !request.json { try StandardWriters.output("\(cases.count) rogues are open; Ctrl-C ends them\n") }
    var spare = SpareConnections()
    for await event in events { try take(event, &spare) }
    for connection in spare.rest() { try show(connection) }
    for server in opened { await server.close() }
  }

  // MARK: One after the other

  private func serveInTurn() async throws(HarnessFailure) {
    var place = 0
    var isHealthy = false
    let server = try opener.open(cases[0], port: request.listen.port, seen: seen)
    var spare = SpareConnections()
    func begin() throws(HarnessFailure) -> OpenedRogue {
      try announce(serve(cases[place], isHealthy: isHealthy, on: server, isOneOfMany: false), number: place + 1)
    }
    func move(to next: Int) throws(HarnessFailure) -> OpenedRogue {
      (place, isHealthy) = (next, false)
      return try begin()
    }
    var now = try begin()
    readCommands()
    serving: for await event in events {
      switch event {
      case .seen, .waited: try take(event, &spare)
      case .command("q"): break serving
      case .command("c") where !request.json: try StandardWriters.output(code(of: now))
      case .command("h"):
        isHealthy.toggle()
        now = try begin()
      case .command("n") where place + 1 < cases.count: now = try move(to: place + 1)
      case .command("n"): try StandardWriters.error("rogues: that was the last one\n")
      case .choice(let number): if cases.indices.contains(number - 1) { now = try move(to: number - 1) }
      case .command(let other):
        if !other.isEmpty { try StandardWriters.error("rogues: '\(other)' is none of h, n, c and q\n") }
      }
    }
    for connection in spare.rest() { try show(connection) }
    await server.close()
  }

  private func announce(_ opened: OpenedRogue, number: Int) throws(HarnessFailure) -> OpenedRogue {
    if request.json {
      try show(opened.json(page: page.url))
    } else {
      try StandardWriters.output(
        opened.text(number: number, of: cases.count)
          + "[h] \(opened.isHealthy ? "back to the rogue" : "control")  [n] next  [c] QR code  [q] quit, each with Enter\n"
      )
    }
    return opened
  }

  private func code(of rogue: OpenedRogue) -> String {
    guard rogue.startTLS == nil else { return "  no QR code: no browser speaks \(rogue.startTLS?.rawValue ?? "it")\n" }
    return QRCode.text(of: rogue.url, terminal)
  }

  /// On a separate thread: reading blocks, and is not awaited at the end.
  private func readCommands() {
    let sender = sender
    Task.detached {
      await BlockingThreads.shared.run {
        // At the end of input the rogue stays open until a signal comes.
        while let line = readLine() { sender.yield(.command(line.filter { !$0.isWhitespace })) }
      }
    }
  }

  // MARK: A rogue

  private func serve(
    _ item: Case, isHealthy: Bool, on server: OpenRogue, isOneOfMany: Bool
  ) throws(HarnessFailure) -> OpenedRogue {
    let material = try opener.material(item, isHealthy: isHealthy)
    let folder = isOneOfMany ? "\(request.output)/\(EvidenceName.ofCase(item.id))" : request.output
    let files = TrustFiles(material).all
    do throws(SystemError) {
      try Files.makeDirectory(folder)
      // The previous rogue's files are not this one's.
      for name in TrustFiles.names where Files.exists("\(folder)/\(name)") { try Files.removeTree("\(folder)/\(name)") }
      for file in files { try Files.write(file.bytes, to: "\(folder)/\(file.name)") }
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    let opened = OpenedRogue(
      item, isHealthy: isHealthy, material, address: request.listen.address, port: server.port, files: folder,
      responderPort: opener.servers.responderPort)
    // Beforehand: a client may be waiting.
    served.put(opened, material.attempt.id)
    try server.serve(material.served)
    // Many that are open at once have roots of their own each, if nothing else is wanted.
    let hasOneRoot = !isOneOfMany || request.roots != nil
    board.opened(
      opened,
      DeviceGuides(
        roots: hasOneRoot ? opened.roots : [], files: isOneOfMany ? [] : files,
        host: isOneOfMany ? nil : HostName.plain(opened.host), address: opened.address
      ).all)
    return opened
  }

  // MARK: What is seen

  private var seen: @Sendable (SeenConnection) -> Void {
    let sender = sender
    return { sender.yield(.seen($0)) }
  }

  private func take(_ event: Event, _ spare: inout SpareConnections) throws(HarnessFailure) {
    switch event {
    case .seen(let connection):
      switch spare.take(connection) {
      case .now(let judged): for connection in judged { try show(connection) }
      case .waits(let number):
        let sender = sender
        Task.detached {
          try? await Task.sleep(for: .milliseconds(SpareConnections.waitMilliseconds))
          sender.yield(.waited(number))
        }
      }
    case .waited(let number): if let connection = spare.giveUp(number) { try show(connection) }
    case .command, .choice: break
    }
  }

  private func show(_ connection: SeenConnection) throws(HarnessFailure) {
    guard let rogue = served.rogue(connection.attempt) else { return }
    let (evidence, secret) = (connection.evidence, opener.secret)
    let visit = Visit(evidence: evidence, isSpare: connection.isSpare)
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    var text =
      visit.verdict(
        isHealthy: rogue.isHealthy, mustRefuse: rogue.expected.mustCancel,
        isStale: rogue.isStale(at: now)) + ": " + visit.clause
    if let name = evidence.clientHello?.serverName { text += ", SNI \(name)" }
    if let secret, let request = evidence.request, !request.contains(secret) {
      text += " (it does not know the path: perhaps another machine's)"
    }
    board.saw(visit, of: rogue, text, at: now)
    guard !request.json else { return try show(visit.json(of: rogue, at: now, secret: secret)) }
    let id = request.all ? "\(rogue.id)  " : ""
    try StandardWriters.output(
      "\(now.description.dropFirst(11).prefix(8))  \(id)\(text)".visible(keepsLines: false) + "\n")
  }

  private func show(_ json: JSON) throws(HarnessFailure) { try StandardWriters.output(json.line + "\n") }
}

/// The server of each attempt: a connection that ends belongs to the rogue that it was made to, which may not be the one
/// that is open now.
private final class ServedRogues: Sendable {
  private let kept = Mutex<[String: OpenedRogue]>([:])

  func rogue(_ attempt: String) -> OpenedRogue? { kept.withLock { $0[attempt] } }

  func put(_ rogue: OpenedRogue, _ attempt: String) { kept.withLock { $0[attempt] = rogue } }
}
