import Foundation
import RogueModel
import ServerTestSupport
import TestSupport
import Testing

/// The faults of the own engine's handshakes against TLS implementations that nobody here wrote: one connection for each
/// fault and client. None may hang; what each of them does is in `docs/records/handshake-faults.md`.
///
/// `make record` writes that page anew for the clients that are installed. Otherwise a client is held to its column
/// as long as it is the version that was recorded; another one is asked all the same.
@Suite(.sweep) struct `Independent clients and faulty handshakes` {
  struct Fault: Sendable {
    var sample: BehaviourTests.Sample
    var name: String { "\(sample.use.description)" }
    var row: String { "| `\(name)` | \(sample.version.rawValue) |" }
  }

  enum Answer: String, Sendable {
    /// It has the nonce.
    case accepts = "**accepts**"
    /// Its request was on its way when it gave up, or when nothing came back.
    case sends
    case refuses = "·"
    /// The server left first, or read nothing more: no verdict of the client's.
    case left = "is left"
    /// It was never shown the fault.
    case unseen = "–"
  }

  /// Every behaviour, with every word of its parameters, that is a fault; a stall ends after a second.
  static let faults: [Fault] = BehaviourTests.samples.compactMap { sample in
    guard BehaviourTests.exists(sample), !["slow-bytes", "fragmented-records"].contains(sample.use.name) else {
      return nil
    }
    var sample = sample
    if sample.use.name == "stall" { sample.use.parameters["seconds"] = .integer(1) }
    return Fault(sample: sample)
  }

  /// Long enough for every client on a busy machine; a client that is stopped by it hangs.
  private static let limit = "900"
  /// Connections at a time; most clients wait more than they work.
  private static let width = 6

  private static func ask(_ client: IndependentClient, _ fault: Fault) async throws -> Answer? {
    try await ServerFixture.conversation(engine: "swift", proxy: true) { conversation in
      try conversation.begin(BehaviourTests.attempt(fault.sample))
      let visit = IndependentClient.Visit(
        port: conversation.port, proxy: conversation.proxy ?? "", version: fault.sample.version,
        anchor: TestPKI.shared.path("root.pem"))
      let command = client.command(visit)
      let result = await Tool.runAside(
        "timeout", [limit, command.program] + command.arguments, input: command.input)
      let seen = try await conversation.end(graceMilliseconds: 600_000)
      #expect(seen.faults == [], "\(client.name), \(fault.row)")
      // What timeout(1) says of a program that it had to end.
      guard result.status != 124 else { return nil }
      let presented = seen.connections.filter { !$0.presented.isEmpty }
      if result.output.contains(ServerFixture.nonce) { return presented.isEmpty ? .unseen : .accepts }
      guard let last = presented.last else { return .unseen }
      // A second handshake may have been the first to show the fault.
      let isFollowedByData = presented.contains { connection in
        connection.presentsLate(connection.presented)
          ? connection.renegotiation?.applicationBytes ?? 0 > 0 : connection.applicationBytes > 0
      }
      if isFollowedByData { return .sends }
      return last.end.by == .client ? .refuses : .left
    }
  }

  /// Asks a client about every fault, a few at a time.
  private static func column(_ client: IndependentClient) async throws -> [String: Answer] {
    let faults = faults.filter { client.versions.contains($0.sample.version) }
    return try await withThrowingTaskGroup(of: (String, Answer?).self) { group in
      var waiting = faults[...]
      func next() {
        guard let fault = waiting.popFirst() else { return }
        group.addTask { (fault.row, try await ask(client, fault)) }
      }
      for _ in 0..<width { next() }
      var answers: [String: Answer] = [:]
      while let (row, answer) = try await group.next() {
        if answer == nil { Issue.record("\(client.name) hangs: \(row)") }
        answers[row] = answer
        next()
      }
      return answers
    }
  }

  @Test func `no client hangs, and each behaves as recorded`() async throws {
    let clients = IndependentClient.installed
    let isRecording = Recording.isOn
    let page = try Page()
    var columns: [String: [String: Answer]] = [:]
    for client in clients {
      var column = try await Self.column(client)
      let isOnRecord = page.versions[client.name] == client.release
      for (row, answer) in column where isOnRecord {
        let recorded = page.answers[client.name]?[row]
        let answers = try await Self.answers(client, row, answer, recorded: recorded)
        if isRecording { column[row] = answers.last.flatMap(Answer.init) ?? answer; continue }
        #expect(answers.last == recorded, "\(client.name): \(row): \(answers)")
      }
      if !isOnRecord, !isRecording {
        print(
          "differential: \(client.name) is \(client.release), and \(page.versions[client.name] ?? "none") on record")
      }
      columns[client.name] = column
    }
    let missing = Set(page.answers.keys).subtracting(clients.map(\.name)).sorted()
    if isRecording, missing.isEmpty { return try Data(Page.text(clients, columns).utf8).write(to: Page.file) }
    if isRecording { print("differential: not recorded, because \(missing.joined(separator: ", ")) are not installed") }
    #expect(page.rows == Self.faults.map(\.row), "`make record` records the rows anew")
  }

  /// What a client answers until it is what is on record: what some say depends on what they have read when they say it,
  /// so a client that differs is asked again.
  private static func answers(
    _ client: IndependentClient, _ row: String, _ first: Answer, recorded: String?
  ) async throws -> [String] {
    var answers = [first.rawValue]
    while let recorded, !answers.contains(recorded), answers.count < 4,
      let fault = faults.first(where: { $0.row == row })
    {
      answers.append(try await ask(client, fault)?.rawValue ?? "hangs")
    }
    return answers
  }

  /// The page in the documentation.
  private struct Page {
    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "docs/records/handshake-faults.md")

    var versions: [String: String] = [:]
    var rows: [String] = []
    var answers: [String: [String: String]] = [:]

    init() throws {
      let lines = try String(decoding: Data(contentsOf: Self.file), as: UTF8.self).split(separator: "\n").map(
        String.init)
      var clients: [String] = []
      for line in lines {
        if line.hasPrefix("- "), let colon = line.firstRange(of: ": ") {
          versions[String(line[..<colon.lowerBound].dropFirst(2))] = String(line[colon.upperBound...])
        }
        // The legend's table comes before.
        guard line.hasPrefix("| "), line.hasPrefix("| fault |") || !clients.isEmpty else { continue }
        let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        if cells.first == "fault" {
          clients = Array(cells.dropFirst(2))
        } else if cells.count == clients.count + 2 {
          let row = "| \(cells[0]) | \(cells[1]) |"
          rows.append(row)
          for (client, cell) in zip(clients, cells.dropFirst(2)) { answers[client, default: [:]][row] = cell }
        }
      }
    }

    static func text(_ clients: [IndependentClient], _ columns: [String: [String: Answer]]) -> String {
      var lines = [
        "# Faulty handshakes, and clients that accept them", "",
        "This page shows what TLS clients do if the `swift` engine's handshake has one fault, one connection for each.",
        "The test `Independent clients and faulty handshakes` records it (`make record`), and checks every client",
        "that is installed in the version below. [findings.md](findings.md) lists the wrong results.", "",
        "| | |", "|---|---|",
        "| · | refuses: an alert, or the end of the stream |",
        "| **accepts** | completes the handshake, sends its request, and takes the response |",
        "| sends | sent its request before it gave up, or got no response |",
        "| is left | no verdict: the server left first, or could not read what the client sent |",
        "| – | not presented: this client does not offer the feature that the fault is in |",
        "| (empty) | the client does not speak the version, or was not here |", "",
      ]
      lines += clients.map { "- \($0.name): \($0.release)" }
      lines += ["", "| fault | TLS | " + clients.map(\.name).joined(separator: " | ") + " |"]
      lines.append("|---|---|" + String(repeating: "---|", count: clients.count))
      for fault in faults {
        let cells = clients.map { columns[$0.name]?[fault.row]?.rawValue ?? "" }
        lines.append(fault.row + " " + cells.joined(separator: " | ") + " |")
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }
}
