import RogueModel
import Testing

@testable import RoguesGallery

/// Which connections without a request are a browser's in reserve, and which are refusals all the same.
@Suite struct SpareConnectionsTests {
  private static func connection(
    at openedAt: Int = 0, peer: String? = "192.0.2.7", attempt: String = "a", request: String? = nil,
    _ change: (inout ConnectionEvidence) -> Void = { _ in }
  ) -> SeenConnection {
    let evidence = ConnectionEvidence(index: 1, openedAt: openedAt) {
      // A value of GREASE in front, as browsers draw it anew.
      let grease = UInt16.random(in: 0...15) * 0x1010 + 0x0A0A
      $0.clientHello = ClientHelloEvidence(
        serverName: "www.rogues.test", alpn: ["h2"], versions: [grease, 0x0304], groups: [grease, 29],
        cipherSuites: [grease, 0x1301, 0x1302].shuffled())
      $0.serverCertificates = [[1]]
      $0.clientFinishedAt = openedAt + 1000
      $0.end = ConnectionEnd(by: .client, how: .fin)
      $0.request = request
      change(&$0)
    }
    return SeenConnection(evidence: evidence, attempt: attempt, peer: peer)
  }

  private static func asked(at openedAt: Int = 0) -> SeenConnection {
    connection(at: openedAt, request: "GET / HTTP/1.1")
  }

  /// Whether the first is judged as one in reserve, in both orders of their ends.
  private static func isSpare(_ one: SeenConnection, beside other: SeenConnection = asked()) -> Bool {
    var early = SpareConnections()
    var late = SpareConnections()
    var judged: [SeenConnection] = []
    for seen in [one, other] { if case .now(let now) = early.take(seen) { judged += now } }
    judged += early.rest()
    let inFirst = judged.first { $0.evidence.request == nil }?.isSpare ?? false
    judged = []
    for seen in [other, one] { if case .now(let now) = late.take(seen) { judged += now } }
    judged += late.rest()
    let inSecond = judged.first { $0.evidence.request == nil }?.isSpare ?? false
    #expect(inFirst == inSecond)
    return inFirst
  }

  @Test func `a finished handshake without a request decides nothing beside one with a request`() {
    #expect(Self.isSpare(Self.connection()))
    #expect(Self.isSpare(Self.connection(at: 2_000_000)))
    #expect(Self.isSpare(Self.connection { $0.end = ConnectionEnd(by: .harness, how: .deadline) }))
    #expect(
      Self.isSpare(Self.connection { $0.alerts = [AlertEvidence(from: .client, isFatal: false, code: 0, at: 5)] }))
  }

  @Test func `a connection with an alert, or of another client, is not a spare connection`() {
    #expect(
      !Self.isSpare(Self.connection { $0.alerts = [AlertEvidence(from: .client, isFatal: true, code: 48, at: 5)] }))
    #expect(!Self.isSpare(Self.connection { $0.clientFinishedAt = nil }), "it left in the middle of the handshake")
    #expect(!Self.isSpare(Self.connection(peer: "192.0.2.8")))
    #expect(!Self.isSpare(Self.connection(peer: nil)), "nobody knows whose it is")
    #expect(!Self.isSpare(Self.connection(attempt: "b")), "it met another server")
    #expect(!Self.isSpare(Self.connection(at: 10_000_000)))
    #expect(!Self.isSpare(Self.connection { $0.clientHello?.cipherSuites = [0x1301] }), "another library")
    #expect(!Self.isSpare(Self.connection { $0.clientHello?.serverName = "other.rogues.test" }))
    #expect(!Self.isSpare(Self.connection { $0.end = ConnectionEnd(by: .server, how: .fin) }))
    #expect(!Self.isSpare(Self.connection(), beside: Self.connection(at: 5)), "no request at all")
  }

  @Test func `a refusal after the handshake is shown when nothing comes, and one with an alert at once`() throws {
    var spare = SpareConnections()
    guard case .waits(let number) = spare.take(Self.connection()) else { throw CancellationError() }
    let given = spare.giveUp(number)
    let judged = try #require(given)
    #expect(!judged.isSpare && Visit(evidence: judged.evidence).sight == .refused)
    let (again, rest) = (spare.giveUp(number), spare.rest())
    #expect(again == nil && rest.isEmpty)
    let alert = Self.connection { $0.alerts = [AlertEvidence(from: .client, isFatal: true, code: 48, at: 5)] }
    guard case .now(let now) = spare.take(alert) else { throw CancellationError() }
    #expect(now.count == 1)
    // The session ends before the time is over: nothing is lost.
    _ = spare.take(Self.connection())
    let last = spare.rest()
    #expect(last.map(\.isSpare) == [false])
  }

  @Test func `a spare connection is reported as such and decides nothing`() {
    let visit = Visit(evidence: Self.connection().evidence, isSpare: true)
    #expect(visit.sight == .spare)
    for isHealthy in [true, false] {
      #expect(
        visit.verdict(isHealthy: isHealthy, mustRefuse: true, isStale: false) == "spare connection, no verdict")
    }
    // A request decides, whatever it was taken for.
    #expect(Visit(evidence: Self.asked().evidence, isSpare: true).sight == .admitted)
  }
}

@Suite struct ServeBoardTests {
  private static func standing(_ rogue: (Int, Int), _ control: (Int, Int)) -> ServeBoard.Standing {
    ServeBoard.Standing(
      rogue: .init(admitted: rogue.0, refused: rogue.1), control: .init(admitted: control.0, refused: control.1))
  }

  private static func words(_ rogue: (Int, Int), _ control: (Int, Int), mustRefuse: Bool = true) -> String {
    standing(rogue, control).conclusion(mustRefuse: mustRefuse, level: .must).words
  }

  @Test func `one admission decides, and a refusal is worth no more than its control`() {
    #expect(Self.words((0, 0), (0, 0)) == "no connection")
    #expect(Self.words((1, 9), (9, 0)).hasPrefix("ADMITTED"))
    #expect(Self.words((1, 0), (0, 1)).hasPrefix("ADMITTED"))
    #expect(Self.words((0, 1), (0, 0)) == "refused (unconfirmed); try the control")
    #expect(Self.words((0, 1), (1, 0)) == "refused (unconfirmed), and the control was admitted")
    #expect(Self.words((0, 1), (1, 1)).contains("prove nothing"))
    #expect(Self.words((0, 0), (0, 1)).contains("prove nothing"))
    #expect(Self.words((1, 0), (0, 0), mustRefuse: false) == "admitted, which is right")
    #expect(Self.words((1, 1), (0, 0), mustRefuse: false).hasPrefix("refused"))
  }

  @Test func `a refusal never looks like a pass`() {
    for control in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      #expect(
        Self.standing((0, 1), control).conclusion(mustRefuse: true, level: .must).look
          != ServeBoard.Standing(rogue: .init(admitted: 1)).conclusion(mustRefuse: false, level: .must).look)
    }
  }
}
