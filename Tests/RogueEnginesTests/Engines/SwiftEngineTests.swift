import RogueModel
import RogueOpenSSL
@testable import RogueServers
import RogueStimuli
import Testing
import RogueTLS
import ServerTestSupport
import Testing

@Suite struct `The own engine` {
  private let attempt = ServerFixture.attempt()

  private func request(_ handshake: ScriptedHandshake13) {
    handshake.client.say(.handshake, handshake.finished, sealed: handshake.handshakeSealer)
    handshake.client.say(.applicationData, Array("ROGUES the-attempt\n".utf8), sealed: handshake.trafficSealer)
  }

  @Test(arguments: [UInt16(0x1301), 0x1302, 0x1303], [KeyAgreement.Group.x25519, .p256, .p384])
  func `agrees on every suite and group of TLS 1.3`(suite: UInt16, group: KeyAgreement.Group) throws {
    let number = try #require(NamedGroup.known.first { $0.agreement == group }).number
    var hello = ScriptedHello()
    hello.suites = [0x0A0A, suite]
    hello.groups = [0x0A0A, number]
    hello.shares = [(0x0A0A, [0]), (number, try KeyAgreement(group).publicValue)]
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(hello)
    handshake.readFlight()
    #expect(handshake.serverHello?.cipherSuite == suite)
    #expect(handshake.flight == [8, 11, 15, 20])
    request(handshake)
    #expect(handshake.client.nonceSent)
  }

  @Test(arguments: [false, true])
  func `requests another key share if none fits`(isWrong: Bool) throws {
    var hello = ScriptedHello()
    hello.groups = [0x11EC, 24]
    hello.shares = [(0x11EC, [UInt8](repeating: 1, count: 1216))]
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(hello)
    #expect(handshake.serverHello?.isRetryRequest == true)
    // The ChangeCipherSpec of a client in compatibility mode.
    handshake.client.say([20, 3, 3, 0, 1, 1])
    hello.shares =
      isWrong
      ? [(UInt16(29), try KeyAgreement(.x25519).publicValue)] : [(UInt16(24), try KeyAgreement(.p384).publicValue)]
    #expect(handshake.client.nextRecord()?.type == .changeCipherSpec)
    handshake.hello(hello)
    guard !isWrong else {
      #expect(handshake.client.plainAlert == TLSAlertCode.illegalParameter.rawValue)
      return
    }
    handshake.readFlight()
    request(handshake)
    #expect(handshake.client.nonceSent)
  }

  @Test(arguments: [1, 7, 100, 16_384])
  func `reads a hello with a hybrid share in records of any length`(length: Int) throws {
    var hello = try ScriptedHello.honest()
    hello.groups.insert(0x11EC, at: 0)
    hello.shares.insert((0x11EC, [UInt8](repeating: 1, count: 1216)), at: 0)
    hello.others = [(21, [UInt8](repeating: 0, count: 3000))]
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(hello, recordsOf: length)
    handshake.readFlight()
    request(handshake)
    #expect(handshake.client.nonceSent)
  }

  @Test func `follows the client to new keys, and updates its keys on request`() throws {
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(try .honest())
    handshake.readFlight()
    let client = handshake.client
    let schedule = try #require(handshake.schedule)
    client.say(.handshake, handshake.finished, sealed: handshake.handshakeSealer)
    client.say(.handshake, [24, 0, 0, 1, 1], sealed: handshake.trafficSealer)
    let secret = try #require(client.secrets["CLIENT_TRAFFIC_SECRET_0"])
    let sealer = schedule.sealer(from: schedule.next(after: secret))
    client.say(.applicationData, Array("ROGUES the-attempt\n".utf8), sealed: sealer)
    #expect(client.nonceSent)
    let first = try #require(client.secrets["SERVER_TRAFFIC_SECRET_0"])
    let update = try #require(client.nextRecord())
    #expect(schedule.protection(from: first)?.open(update) == [24, 0, 0, 1, 0, 22])
    let reply = try #require(client.nextRecord())
    let opened = try #require(schedule.protection(from: schedule.next(after: first))?.open(reply))
    #expect(String(decoding: opened.dropLast(), as: UTF8.self) == ServerFixture.nonce + "\n")
  }

  /// What a client says while the server waits with its answer, sealed; and whether it gets one.
  @Test(
    arguments: [
      (said: nil, isAnswered: true), (said: (ContentType.alert, [1, 90]), isAnswered: true),
      (said: (.handshake, [24, 0, 0, 1, 0]), isAnswered: true), (said: (.applicationData, [65]), isAnswered: true),
      (said: (.alert, [2, 10]), isAnswered: false), (said: (.alert, [1, 0]), isAnswered: false),
    ] as [(said: (ContentType, [UInt8])?, isAnswered: Bool)])
  func `a client that rejects a flood by an alert gets no answer`(
    said: (ContentType, [UInt8])?, isAnswered: Bool
  ) throws {
    let flooded = ServerFixture.attempt {
      $0.behaviours = [NamedUse("late-flood", ["of": .text("empty-data")])]
    }
    var handshake = ScriptedHandshake13(try ScriptedClient(flooded))
    handshake.hello(try .honest())
    handshake.readFlight()
    let client = handshake.client
    client.say(.handshake, handshake.finished, sealed: handshake.handshakeSealer)
    // One for both records: a sealer counts.
    let sealer = try #require(handshake.trafficSealer)
    var bytes: [UInt8] = []
    _ = sealer.seal(.applicationData, Array("ROGUES the-attempt\n".utf8)[...], into: &bytes)
    client.say(bytes)
    #expect(client.isPaused && !client.nonceSent)
    if let said {
      bytes = []
      _ = sealer.seal(said.0, said.1[...], into: &bytes)
      client.say(bytes)
    }
    client.waitForPause()
    #expect(client.nonceSent == isAnswered)
    #expect(client.ended?.by == (isAnswered ? .server : .client))
  }

  @Test func `ignores unknown messages after the handshake`() throws {
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(try .honest())
    handshake.readFlight()
    handshake.client.say(.handshake, handshake.finished, sealed: handshake.handshakeSealer)
    handshake.client.say(.handshake, [77, 0, 0, 0], sealed: handshake.trafficSealer)
    #expect(handshake.client.ended == ConnectionEnd(by: .server, how: .alert))
  }

  @Test func `gives no nonce to a client whose Finished is wrong`() throws {
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(try .honest())
    handshake.readFlight()
    var finished = handshake.finished
    finished[10] ^= 1
    handshake.client.say(.handshake, finished, sealed: handshake.handshakeSealer)
    handshake.client.say(.applicationData, Array("ROGUES the-attempt\n".utf8), sealed: handshake.trafficSealer)
    #expect(!handshake.client.nonceSent)
    #expect(handshake.client.ended == ConnectionEnd(by: .server, how: .alert))
  }

  @Test func `passes over 0-RTT data that it never agreed on`() throws {
    var hello = try ScriptedHello.honest()
    hello.others = [(42, [])]
    var handshake = ScriptedHandshake13(try ScriptedClient(attempt))
    handshake.hello(hello)
    for _ in 0..<3 { handshake.client.say(.applicationData, [UInt8](repeating: 9, count: 200)) }
    handshake.readFlight()
    request(handshake)
    #expect(handshake.client.nonceSent)
  }

  /// What goes wrong, and the alert for it.
  static let faults: [(name: String, change: @Sendable (inout ScriptedHello) -> Void, alert: TLSAlertCode)] = [
    ("no version", { $0.version = .tls12 }, .protocolVersion),
    ("no suite", { $0.suites = [0xC02B] }, .handshakeFailure),
    ("no group", { ($0.groups, $0.shares) = ([30], [(30, [1])]) }, .handshakeFailure),
    ("no scheme", { $0.schemes = [0x0807] }, .handshakeFailure),
    ("no point", { $0.shares = [(23, [4] + [UInt8](repeating: 1, count: 64))] }, .illegalParameter),
    ("a zero secret", { $0.shares = [(29, [UInt8](repeating: 0, count: 32))] }, .illegalParameter),
    ("an empty share", { $0.shares = [(29, [])] }, .illegalParameter),
    ("an extension twice", { $0.others = [(43, [2, 3, 4])] }, .decodeError),
    ("a torn extension", { $0.others = [(16, [0, 9, 1])] }, .decodeError),
  ]

  @Test(arguments: faults.indices)
  func `sends the right alert for a wrong hello`(index: Int) throws {
    var hello = try ScriptedHello.honest()
    Self.faults[index].change(&hello)
    let client = try ScriptedClient(attempt)
    client.say(.handshake, hello.message)
    #expect(client.plainAlert == Self.faults[index].alert.rawValue, "\(Self.faults[index].name)")
    #expect(client.ended == ConnectionEnd(by: .server, how: .alert))
  }

  @Test func `does not let a session in that was let in under other demands`() async throws {
    let root = TestPKI.shared.certificates("client-root")
    for version in TLSVersion.allCases {
      let open = ServerFixture.attempt(TestPKI.shared.presentation("leaf-p256", "issuing"), version) {
        $0[Resumption.self] = .any
      }
      var closed = open
      closed[ClientAuthentication.self] = .init(mode: .require, anchors: root)
      let second = closed
      let (first, refused) = try await ServerFixture.conversation(engine: "swift") { conversation in
        var plan = Visit.Plan(port: conversation.port)
        try conversation.begin(open)
        let first = await Visit.make(plan)
        _ = try await conversation.end(graceMilliseconds: 600_000)
        try conversation.begin(second)
        plan.settings.resume = first.session
        let refused = await Visit.make(plan)
        _ = try await conversation.end(graceMilliseconds: 600_000)
        return (first, refused)
      }
      #expect(first.session != nil)
      #expect(first.body == ServerFixture.nonce + "\n")
      #expect(refused.body == nil)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `sends bytes that are not a certificate, and an empty list`(version: TLSVersion) async throws {
    for certificates in [[], [[]], [[0x30, 0x80, 1]]] as [[[UInt8]]] {
      var presentation = TestPKI.shared.presentation("leaf-p256")
      presentation.certificates = certificates
      let (visit, seen) = try await ServerFixture.serve(ServerFixture.attempt(presentation, version), engine: "swift") {
        port in
        await Visit.make(Visit.Plan(port: port))
      }
      #expect(visit.body == nil)
      #expect(seen.faults == [])
      #expect(seen.connections.first?.serverCertificates == certificates)
      #expect(seen.connections.first?.end == ConnectionEnd(by: .client, how: .alert))
    }
  }
}
