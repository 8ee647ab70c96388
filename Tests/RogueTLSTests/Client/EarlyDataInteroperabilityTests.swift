import Foundation
import Glibc
import RogueModel
import RoguePlatform
import RogueTLS
import Testing

/// Early data of the client is early data to servers that have nothing to do with this project: read where they take it,
/// passed over where they do not, and the connection goes on.
@Suite struct EarlyDataInteroperabilityTests {
  static let early = "sent with the hello\n"

  /// A server whose console the test writes: `s_server` reads early data only where it does not give lines back.
  struct Console {
    let server: IndependentServer
    private let writer: FileHandle

    init(_ options: IndependentServer.Options) throws {
      let pipe = ServerFiles.folder.appendingPathComponent(UUID().uuidString).path
      try #require(mkfifo(pipe, 0o600) == 0)
      // Open at both ends, so that nobody waits for the other.
      writer = try FileHandle(forUpdating: URL(fileURLWithPath: pipe))
      server = try IndependentServer(.openSSL, options, input: pipe, echoes: false)
    }

    func write(_ line: String) throws { try writer.write(contentsOf: Data("\(line)\n".utf8)) }
  }

  static func settings(_ given: Given? = nil) -> ClientSettings {
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    settings.versions = .tls13 ... .tls13
    settings.takesUpSessions = true
    guard let given else { return settings }
    settings.session = given.session
    settings.earlyData = Array(early.utf8)
    let age = given.at.duration(to: .now).components
    settings.sessionAge = Int(age.seconds * 1000 + age.attoseconds / 1_000_000_000_000_000)
    return settings
  }

  /// A session that allows early data, and when the server gave it.
  struct Given {
    var session: ClientSession
    var at: ContinuousClock.Instant

    init(_ visit: ClientVisit, at: ContinuousClock.Instant) throws {
      session = try #require(visit.client.session)
      #expect(session.allowsEarlyData)
      self.at = at
    }
  }

  /// Servers take early data only within seconds of what the client says of the session's age (RFC 8446, section 8.3), and a
  /// busy machine may take longer: then another session is begun.
  ///
  /// - Parameter attempt: gives what was taken; nil if it was not.
  private static func untilTaken<Result>(_ attempt: () throws -> Result?) throws -> Result {
    for _ in 0..<100 { if let result = try attempt() { return result } }
    throw SystemError(code: 0, operation: "have early data taken, a hundred times")
  }

  /// A visit to `s_server`, in which both say a line after the handshake.
  private static func visit(_ console: Console, _ settings: ClientSettings) throws -> (ClientVisit, Given?) {
    let number = console.server.output.components(separatedBy: "CIPHER is").count
    let visit = try ClientVisit(to: console.server.port, settings)
    try visit.shakeHands()
    let at = ContinuousClock.now
    try #require(visit.client.state == .established, "\(console.server.output)")
    // Lines that come before the server's own end of the handshake are lost.
    try #require(console.server.says("CIPHER is", times: number))
    try console.write("line \(number)")
    let line = "line \(number)\n"
    #expect(try visit.listen(for: line.utf8.count) == line)
    visit.client.send(Array("reply \(number)\n".utf8))
    try visit.flush()
    #expect(console.server.says("reply \(number)"))
    visit.client.close()
    try visit.flush()
    return (visit, settings.session == nil ? try Given(visit, at: at) : nil)
  }

  /// How often the server has read the early data.
  private static func timesRead(_ console: Console) -> Int {
    console.server.output.components(separatedBy: early).count - 1
  }

  @Test func `OpenSSL reads it once, and passes over it when the same session comes again`() throws {
    let console = try Console(.init(more: ["-early_data", "-tls1_3"]))
    let given = try Self.untilTaken {
      let given = try #require(try Self.visit(console, Self.settings()).1)
      #expect(Self.timesRead(console) == 0)
      let (second, _) = try Self.visit(console, Self.settings(given))
      #expect(second.client.isResumed)
      #expect(second.flight == nil)
      return second.client.earlyDataWasTaken ? given : nil
    }
    #expect(console.server.says("Early data received:"))
    #expect(console.server.says("End of early data"))
    #expect(Self.timesRead(console) == 1, "\(console.server.output)")

    // The server resumes each session once (RFC 8446, section 8.1).
    let (replayed, _) = try Self.visit(console, Self.settings(given))
    #expect(!replayed.client.earlyDataWasTaken)
    #expect(Self.timesRead(console) == 1, "\(console.server.output)")
  }

  /// A server that guards against replays forgets the session at the first hello, its own client's as well.
  @Test func `OpenSSL skips it after a HelloRetryRequest, and resumes the session`() throws {
    let console = try Console(.init(wantsOtherGroup: true, more: ["-early_data", "-tls1_3", "-no_anti_replay"]))
    let given = try #require(try Self.visit(console, Self.settings()).1)
    let (second, _) = try Self.visit(console, Self.settings(given))
    #expect(second.client.isResumed)
    #expect(!second.client.earlyDataWasTaken)
    #expect(Self.timesRead(console) == 0, "\(console.server.output)")
  }

  /// Its program does not print what it has read. Where it asks for another hello, GnuTLS 3.7 cannot pass over early data:
  /// it fails with OpenSSL's client as well.
  @Test func `GnuTLS reports that it has read it`() throws {
    guard InteroperabilityTests.isHere(.gnuTLS) else { try Test.cancel("gnutls-serv is not installed") }
    let server = try IndependentServer(.gnuTLS, .init(more: ["--earlydata", "--maxearlydata=4096"]))
    try Self.untilTaken {
      let first = try ClientVisit(to: server.port, Self.settings())
      try first.shakeHands()
      let at = ContinuousClock.now
      #expect(try first.say("a line\n", for: 7) == "a line\n")
      let given = try Given(first, at: at)
      first.client.close()
      try first.flush()

      let second = try ClientVisit(to: server.port, Self.settings(given))
      try second.shakeHands()
      #expect(second.client.state == .established, "\(server.output)")
      #expect(second.client.isResumed)
      #expect(try second.say("another line\n", for: 13) == "another line\n")
      second.client.close()
      try second.flush()
      return second.client.earlyDataWasTaken ? () : nil
    }
  }
}
