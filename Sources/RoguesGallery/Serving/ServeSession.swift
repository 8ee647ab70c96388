internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueReports
internal import RogueServers
internal import Synchronization

/// Rogues that are open for any client, until the user ends it.
final class ServeSession: Sendable {
  /// The events while rogues are open.
  private enum Event: Sendable {
    case visit(OpenedRogue, ConnectionEvidence)
    /// A line of the person's.
    case command(String)
  }

  private let request: ServeRequest
  private let terminal: TerminalOptions
  private let cases: [Case]
  private let servers: LoopbackServers
  private let minter: WorldMinter
  /// The same for all rogues of a session: a client's trust and pins stay valid from one to the next.
  private let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
  /// The same for all rogues of a session: one path gives access to all. Nil: only this machine can connect.
  private let secret: String?
  private let events: AsyncStream<Event>
  private let sender: AsyncStream<Event>.Continuation
  private let served = ServedRogues()

  init(_ request: ServeRequest, cases: [Case], terminal: TerminalOptions) throws(HarnessFailure) {
    self.request = request
    self.terminal = terminal
    self.cases = cases
    servers = try LoopbackServers()
    let random: [UInt8]
    do throws(OpenSSLFailure) { random = try RandomBytes.generate(32) } catch {
      throw HarnessFailure(.internal, "cannot make random bytes", underlying: error.description)
    }
    // People may install these CAs, so their keys must not be reproducible from a short or known seed.
    minter = WorldMinter(
      seed: Hexadecimal.encode(Array(random.prefix(16))), keyPool: KeyPool(store: KeyFolder.ofThisUser))
    secret =
      request.address == ServeRequest.loopback ? nil : Hexadecimal.encode(Array(random.suffix(16)))
    // Clients may come faster than a terminal shows it.
    (events, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
  }

  deinit { servers.shutDown() }

  /// Serves until the person quits or interrupts.
  func run() async throws(HarnessFailure) {
    if let secret {
      try StandardWriters.error(
        """
        rogues: WARNING: rogue servers listen at \(request.address), for every machine that can reach it. Their CAs can \
        speak for the test's names only and end in \(TestCAs.lifetimeSeconds / 86_400) days; remove them from devices \
        after the test. Only requests below /\(secret)/ are answered.

        """)
    }
    if request.all { try await serveAll() } else { try await serveInTurn() }
  }

  // MARK: All at once

  private func serveAll() async throws(HarnessFailure) {
    var opened: [OpenRogue] = []
    for (index, item) in cases.enumerated() {
      let port = request.port.map { $0 &+ UInt16(truncatingIfNeeded: index) }
      let server = try open(item, port: port)
      opened.append(server)
      let now = try serve(item, isHealthy: false, on: server, isOneOfMany: true)
      if request.json {
        try show(now.json)
      } else {
        try StandardWriters.output("\(now.url)   \(item.id): \(item.scenario.title)\n")
      }
    }
    if !request.json { try StandardWriters.output("\(cases.count) rogues are open; Ctrl-C ends them\n") }
    for await event in events { if case .visit(let rogue, let evidence) = event { try show(evidence, to: rogue) } }
    for server in opened { await server.close() }
  }

  // MARK: One after the other

  private func serveInTurn() async throws(HarnessFailure) {
    let server = try open(cases[0], port: request.port)
    var index = 0
    var isHealthy = false
    func begin() throws(HarnessFailure) -> OpenedRogue {
      let opened = try serve(cases[index], isHealthy: isHealthy, on: server, isOneOfMany: false)
      guard !request.json else {
        try show(opened.json)
        return opened
      }
      let twin = isHealthy ? "back to the rogue" : "control"
      // A device that comes by the network has a camera, most likely.
      try StandardWriters.output(
        opened.text(number: index + 1, of: cases.count) + (secret == nil ? "" : code(of: opened))
          + "[h] \(twin)  [n] next  [c] QR code  [q] quit, each with Enter\n")
      return opened
    }
    var now = try begin()
    readCommands()
    serving: for await event in events {
      switch event {
      case .visit(let rogue, let evidence): try show(evidence, to: rogue)
      case .command("q"): break serving
      case .command("c") where !request.json: try StandardWriters.output(code(of: now))
      case .command("h"):
        isHealthy.toggle()
        now = try begin()
      case .command("n"):
        guard index + 1 < cases.count else {
          try StandardWriters.error("rogues: that was the last one\n")
          continue
        }
        index += 1
        isHealthy = false
        now = try begin()
      case .command(let other):
        if !other.isEmpty { try StandardWriters.error("rogues: '\(other)' is none of h, n, c and q\n") }
      }
    }
    await server.close()
  }

  /// The URL for a camera, with the end of its last line; why there is none, if it cannot be shown.
  private func code(of rogue: OpenedRogue) -> String {
    guard rogue.startTLS == nil else { return "  no QR code: no browser speaks \(rogue.startTLS?.rawValue ?? "it")\n" }
    guard let code = QRCode(rogue.url) else { return "  no QR code: the URL is too long for one\n" }
    let lines = code.lines(color: terminal.colorsOutput)
    guard terminal.isUTF8, lines.count * 2 <= terminal.width else {
      return "  no QR code: it needs UTF-8 and \(lines.count * 2) columns\n"
    }
    return lines.map { $0 + "\n" }.joined()
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

  private func open(_ item: Case, port: UInt16?) throws(HarnessFailure) -> OpenRogue {
    let (sender, served) = (sender, served)
    return try servers.open(
      engine: item.axes.engine, domain: item.scenario.world.domain, at: request.address, port: port
    ) { evidence, attempt in
      if let rogue = served.rogue(attempt) { sender.yield(.visit(rogue, evidence)) }
    }
  }

  private func serve(
    _ item: Case, isHealthy: Bool, on server: OpenRogue, isOneOfMany: Bool
  ) throws(HarnessFailure) -> OpenedRogue {
    let step = item.scenario.steps[0]
    let world = TestCAs.constrained(isHealthy ? item.scenario.world : step.world)
    let material = try OpenCase.material(
      item.scenario, world: world, axes: item.axes, minter: minter, salt: item.scenario.world.id, clock: clock,
      path: secret.map { "/\($0)/" } ?? "/", id: Self.random(8), nonce: Self.random(16),
      responderBase: servers.responderBase)
    let folder = isOneOfMany ? "\(request.output)/\(EvidenceName.ofCase(item.id))" : request.output
    do throws(SystemError) {
      try Files.makeDirectory(folder)
      // The previous rogue's files are not this one's.
      for name in TrustFiles.names where Files.exists("\(folder)/\(name)") { try Files.removeTree("\(folder)/\(name)") }
      for file in TrustFiles(material).all { try Files.write(file.bytes, to: "\(folder)/\(file.name)") }
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    let opened = OpenedRogue(
      item, isHealthy: isHealthy, material, address: request.address, port: server.port, files: folder,
      responderPort: servers.responderPort)
    // Beforehand: a client may be waiting.
    served.put(opened, material.attempt.id)
    try server.serve(material.served)
    return opened
  }

  private static func random(_ bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.encode((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  // MARK: What is seen

  private func show(_ evidence: ConnectionEvidence, to rogue: OpenedRogue) throws(HarnessFailure) {
    let visit = Visit(evidence: evidence)
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    guard !request.json else { return try show(visit.json(of: rogue, at: now, secret: secret)) }
    var text = "\(now.description.dropFirst(11).prefix(8))  "
    if request.all { text += "\(rogue.id)  " }
    text +=
      visit.verdict(
        isHealthy: rogue.isHealthy, mustRefuse: rogue.expected.mustCancel,
        isStale: rogue.isStale(at: now)) + ": " + visit.clause
    if let name = evidence.clientHello?.serverName { text += ", SNI \(name)" }
    if let secret, let request = evidence.request, !request.contains(secret) {
      text += " (it does not know the path: perhaps another machine's)"
    }
    try StandardWriters.output(text.visible(keepsLines: false) + "\n")
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
