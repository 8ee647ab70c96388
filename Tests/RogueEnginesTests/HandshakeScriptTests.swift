import RogueModel
import RogueTLS
import Testing

@testable import RogueEngines

/// What behaviours make of an honest script, before there is a connection.
@Suite struct HandshakeScriptTests {
  struct Rewrite: Sendable, CustomTestStringConvertible {
    var version: TLSVersion
    var use: NamedUse
    var changes: [String]
    var testDescription: String { "\(use.name) \(use.parameters), TLS \(version.rawValue)" }

    init(_ version: TLSVersion, _ name: String, _ parameters: [String: NamedUse.ParameterValue], _ changes: [String]) {
      self.version = version
      use = NamedUse(name, parameters)
      self.changes = changes
    }
  }

  static let rewrites: [Rewrite] = [
    Rewrite(
      .tls13, "omit-message", ["message": .text("finished")],
      [
        "first: server-hello (CCS) keys encrypted-extensions 13 certificate certificate-verify",
        "resumed: server-hello (CCS) keys encrypted-extensions",
        "idleTimeout: 2000",
      ]),
    Rewrite(
      .tls12, "early-finished", ["fault": .text("without-change-cipher-spec")],
      ["resumed: server-hello 4 finished", "last: 4 finished"]),
    Rewrite(
      .tls12, "repeat-message", ["message": .text("server-hello-done")],
      [
        "first: server-hello certificate 22 server-key-exchange 13 server-hello-done again(apart, does not count)"
      ]),
    Rewrite(
      .tls13, "empty-records", ["count": .integer(2)],
      [
        "first: server-hello (CCS) keys encrypted-extensions 13 record(22, 0 bytes) record(22, 0 bytes) certificate "
          + "certificate-verify finished"
      ]),
    Rewrite(.tls13, "swap-messages", [:], ["at flight: 1"]),
    Rewrite(.tls12, "rsa-key-exchange", [:], ["suite: SuiteChoice(ofRSA: 156, ofOthers: 156)"]),
    Rewrite(.tls13, "bad-key-share", ["fault": .text("zero")], ["preferredGroup: 29", "at share: 1"]),
    Rewrite(.tls13, "wrong-hello-retry-request", ["fault": .text("cipher-suite")], ["at retry: 1", "at message: 1"]),
    Rewrite(.tls12, "downgrade-sentinel", [:], ["at random: 1"]),
    Rewrite(.tls13, "slow-bytes", [:], ["pace: BytePace(bytes: 64, milliseconds: 2)"]),
    Rewrite(.tls13, "broken-certificate-list", [:], ["replacesCertificate: true", "at message: 1"]),
  ]

  @Test(arguments: rewrites) func `holds the changes of the behaviour, and nothing else`(rewrite: Rewrite) throws {
    #expect(try HandshakeScript(rewrite.version, [rewrite.use]).changes == rewrite.changes)
  }

  @Test func `is honest unless it is rewritten`() throws {
    for version in TLSVersion.allCases { #expect(try HandshakeScript(version, []).changes == []) }
  }

  @Test(arguments: BehaviourTests.samples) func `is changed by every behaviour`(sample: BehaviourTests.Sample) throws {
    // Some words of parameters mean something in one version only.
    guard BehaviourTests.exists(sample) else { return }
    #expect(try !HandshakeScript(sample.version, [sample.use]).changes.isEmpty)
  }

  @Test func `takes edits one after the other, in the order of the world`() throws {
    var script = HandshakeScript(version: .tls13)
    script.at(\.random) { random, _ in random.append(1) }
    script.at(\.random) { random, _ in random.append(2) }
    #expect(script.pass(\.random, [], try .usual()) == [1, 2])
    script.at(.finished) { message, _ in message.body = [3] }
    #expect(script.pass(\.message, ServerMessage(.finished), try .usual()).body == [3])
    #expect(script.pass(\.message, ServerMessage(.certificate), try .usual()).body == [])
  }

  @Test func `makes the following message the next one for the client`() throws {
    let script = try HandshakeScript(.tls12, [NamedUse("swap-messages")])
    let stapled: [FlightStep] = [.message(.certificate), .message(.certificateStatus), .message(.serverKeyExchange)]
    #expect(
      script.pass(\.flight, stapled, try .usual())
        == [.message(.certificateStatus), .message(.certificate), .message(.serverKeyExchange)])
    let bare: [FlightStep] = [.message(.certificate), .message(.serverKeyExchange)]
    #expect(script.pass(\.flight, bare, try .usual()) == [.message(.serverKeyExchange), .message(.certificate)])
  }
}
