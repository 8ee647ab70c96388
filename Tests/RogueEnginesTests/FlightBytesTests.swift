import Foundation
import RogueModel
import RogueOpenSSL
import RogueStimuli
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueEngines

/// What a server with a behaviour puts on the wire, read by a program that shares nothing with the engine or the decoder:
/// records, messages and their order, with keys that it derives itself. One fault, and no other.
@Suite struct FlightBytesTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    var use: String
    var parameters: [String: NamedUse.ParameterValue]
    var version: TLSVersion
    var leaf = "leaf-p256"
    /// Messages in records, as the program below writes them.
    var flight: String
    var testDescription: String { "\(use) \(parameters), TLS \(version.rawValue)" }

    init(_ version: TLSVersion, _ use: String, _ flight: String) { self.init(version, use, [:], flight) }

    init(_ version: TLSVersion, _ use: String, _ parameters: [String: NamedUse.ParameterValue], _ flight: String) {
      self.version = version
      self.use = use
      self.parameters = parameters
      self.flight = flight
    }
  }

  static let readings: [Reading] = [
    Reading(.tls13, "", "SH | CCS | EE C CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("server-hello")], "SH SH | CCS | EE C CV(bad) F(bad)"),
    Reading(.tls13, "repeat-message", ["message": .text("encrypted-extensions")], "SH | CCS | EE EE C CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("certificate-verify")], "SH | CCS | EE C CV CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("finished")], "SH | CCS | EE C CV F F(bad)"),
    Reading(.tls13, "omit-message", ["message": .text("server-hello")], "CCS | EE C CV F"),
    Reading(.tls13, "omit-message", ["message": .text("encrypted-extensions")], "SH | CCS | C CV F"),
    Reading(.tls13, "omit-message", ["message": .text("finished")], "SH | CCS | EE C CV"),
    Reading(.tls13, "swap-messages", ["message": .text("encrypted-extensions")], "SH | CCS | C EE CV F"),
    Reading(.tls13, "swap-messages", ["message": .text("server-hello")], "EE SH | CCS | C CV F"),
    Reading(.tls13, "application-data-before-finished", "SH | CCS | EE C CV | data"),
    Reading(.tls13, "stall", ["before": .text("certificate")], "SH | CCS | EE"),
    Reading(.tls13, "stall", ["before": .text("rest-of-record")], "SH | CCS | half"),
    Reading(.tls13, "wrong-hello-retry-request", "HRR(24 1301) | CCS"),
    Reading(.tls13, "wrong-hello-retry-request", ["fault": .text("group-already-sent")], "HRR(29 1301) | CCS"),
    Reading(.tls13, "wrong-hello-retry-request", ["fault": .text("group-not-offered")], "HRR(21 1301) | CCS"),
    Reading(.tls13, "wrong-hello-retry-request", ["fault": .text("no-change")], "HRR(None 1301) | CCS"),
    Reading(.tls13, "wrong-hello-retry-request", ["fault": .text("cipher-suite")], "HRR(24 1303) | CCS"),
    Reading(.tls13, "bad-key-share", ["fault": .text("zero")], "SH(29 of 32 zeros) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", ["fault": .text("infinity")], "SH(23 of 1 zeros) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", ["fault": .text("short")], "SH(23 of 64) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", "SH(23 off curve) | CCS | EE C CV F"),
    Reading(.tls13, "overlong-records", "SH | CCS | (16625) EE C CV F"),
    Reading(.tls13, "flood", ["count": .integer(2)], "SH | CCS | EE | alert 1 90 | alert 1 90 | C CV F"),
    Reading(
      .tls13, "flood", ["of": .text("change-cipher-spec"), "count": .integer(2)],
      "SH | CCS | EE | CCS | CCS | C CV F"),
    Reading(.tls12, "", "SH C SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-hello")], "SH SH C SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-key-exchange")], "SH C SKE SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-hello-done")], "SH C SKE SHD | SHD"),
    Reading(.tls12, "omit-message", ["message": .text("server-key-exchange")], "SH C SHD"),
    Reading(.tls12, "swap-messages", ["message": .text("server-hello")], "C SH SKE SHD"),
    Reading(.tls12, "early-finished", ["fault": .text("after-certificate")], "SH C F"),
    Reading(.tls12, "stall", ["before": .text("rest-of-record")], "half"),
    Reading(.tls12, "bad-key-share", ["fault": .text("zero")], "SH C SKE(29 of 32 zeros) SHD"),
    Reading(.tls12, "bad-key-share", "SH C SKE(23 off curve) SHD"),
    Reading(.tls12, "bad-server-key-exchange", "SH C SKE(empty) SHD"),
    Reading(.tls12, "bad-server-key-exchange", ["fault": .text("explicit-curve")], "SH C SKE(explicit) SHD"),
    Reading(
      .tls12, "flood", ["of": .text("hello-requests"), "count": .integer(2)], "SH | HR | HR | C SKE SHD"),
    Reading(.tls12, "flood", ["count": .integer(2)], "SH | alert 1 90 | alert 1 90 | C SKE SHD"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("flipped")], "SH | CCS | EE C CV(bad) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("empty")], "SH | CCS | EE C CV(no signature) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("replayed")], "SH | CCS | EE C CV(bad) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("zero")], "SH | CCS | EE C CV(zeros) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("zero-r-and-s")], "SH | CCS | EE C CV(r = s = 0) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("short")], "SH | CCS | EE C CV(bad) F"),
    Reading(.tls13, "bad-handshake-signature", ["fault": .text("long")], "SH | CCS | EE C CV(bad) F"),
    Reading(.tls13, "broken-certificate-list", ["fault": .text("empty")], "SH | CCS | EE C(empty) CV F"),
    Reading(
      .tls13, "broken-certificate-list", ["fault": .text("empty-entry")], "SH | CCS | EE C(entry 3 is empty) CV F"),
    Reading(.tls13, "broken-certificate-list", ["fault": .text("garbage")], "SH | CCS | EE C(entry 3 is none) CV F"),
    Reading(.tls13, "broken-certificate-request", ["fault": .text("truncated")], "SH | CCS | EE CR(unreadable) C CV F"),
    Reading(
      .tls13, "broken-certificate-request", ["fault": .text("no-signature-algorithms")],
      "SH | CCS | EE CR(no schemes) C CV F"),
    Reading(.tls13, "empty-records", "SH | CCS | EE | empty | C CV F"),
    Reading(.tls13, "fragmented-records", ["bytes": .integer(200)], "SH | CCS | EE … | … | C CV F"),
    Reading(.tls13, "oversized-certificate-list", "SH | CCS | EE … | … | C(huge) CV F"),
    Reading(.tls13, "http-instead-of-tls", "HTTP in the clear"),
    Reading(.tls13, "unrecognized-name", "alert 1 112 | SH | CCS | EE C CV F"),
    Reading(.tls13, "unsolicited-extension", ["extension": .text("unknown")], "SH | CCS | EE(has 64858) C CV F"),
    Reading(.tls13, "unsolicited-extension", ["extension": .text("alpn")], "SH | CCS | EE(has 16) C CV F"),
    Reading(.tls13, "unsolicited-extension", ["extension": .text("misplaced")], "SH | CCS | EE(has 51) C CV F"),
    Reading(.tls13, "wrong-certificate-length", ["field": .text("list")], "SH | CCS | EE C(list longer by 1) CV F"),
    Reading(.tls13, "wrong-certificate-length", ["field": .text("entry")], "SH | CCS | EE C(unreadable) CV F"),
    Reading(.tls13, "wrong-server-hello", ["fault": .text("version")], "SH(chooses 0305) | CCS | EE C CV F"),
    Reading(.tls13, "wrong-server-hello", ["fault": .text("cipher-suite")], "SH(c0b4) | CCS | EE C CV F"),
    Reading(.tls13, "wrong-server-hello", ["fault": .text("compression")], "SH(compression 1) | CCS | EE C CV F"),
    Reading(.tls13, "trailing-bytes", ["message": .text("server-hello")], "SH(+7) | CCS | EE C CV F"),
    Reading(.tls13, "trailing-bytes", ["message": .text("certificate")], "SH | CCS | EE C(list shorter by 7) CV F"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("flipped")], "SH C SKE(bad) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("empty")], "SH C SKE(no signature) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("replayed")], "SH C SKE(bad) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("zero")], "SH C SKE(zeros) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("zero-r-and-s")], "SH C SKE(r = s = 0) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("short")], "SH C SKE(bad) SHD"),
    Reading(.tls12, "bad-handshake-signature", ["fault": .text("long")], "SH C SKE(bad) SHD"),
    Reading(.tls12, "broken-certificate-list", ["fault": .text("empty")], "SH C(empty) SKE SHD"),
    Reading(.tls12, "broken-certificate-list", ["fault": .text("empty-entry")], "SH C(entry 3 is empty) SKE SHD"),
    Reading(.tls12, "broken-certificate-list", ["fault": .text("garbage")], "SH C(entry 3 is none) SKE SHD"),
    Reading(.tls12, "broken-certificate-request", ["fault": .text("truncated")], "SH C SKE CR(unreadable) SHD"),
    Reading(.tls12, "empty-records", "SH | empty | C SKE SHD"),
    // With 200 bytes the end of the flight is at a border of records, and moves with the lengths of signatures.
    Reading(.tls12, "fragmented-records", ["bytes": .integer(210)], "SH … | … | C SKE SHD"),
    Reading(.tls12, "oversized-certificate-list", "SH … | … | C(huge) SKE SHD"),
    Reading(.tls12, "http-instead-of-tls", "HTTP in the clear"),
    Reading(.tls12, "unrecognized-name", "alert 1 112 | SH C SKE SHD"),
    Reading(.tls12, "unsolicited-extension", ["extension": .text("unknown")], "SH(has 64858) C SKE SHD"),
    Reading(.tls12, "unsolicited-extension", ["extension": .text("alpn")], "SH(has 16) C SKE SHD"),
    Reading(.tls12, "unsolicited-extension", ["extension": .text("misplaced")], "SH(has 51) C SKE SHD"),
    Reading(.tls12, "wrong-certificate-length", ["field": .text("list")], "SH C(list longer by 1) SKE SHD"),
    Reading(.tls12, "wrong-certificate-length", ["field": .text("entry")], "SH C(unreadable) SKE SHD"),
    Reading(.tls12, "wrong-server-hello", ["fault": .text("version")], "SH(0305) C SKE SHD"),
    Reading(.tls12, "wrong-server-hello", ["fault": .text("cipher-suite")], "SH(c007) C SKE SHD"),
    Reading(.tls12, "wrong-server-hello", ["fault": .text("compression")], "SH(compression 1) C SKE SHD"),
    Reading(.tls12, "trailing-bytes", ["message": .text("server-hello")], "SH(+7) C SKE SHD"),
    Reading(.tls12, "trailing-bytes", ["message": .text("certificate")], "SH C(list shorter by 7) SKE SHD"),
    Reading(.tls13, "wrong-certificate-length", ["field": .text("extensions")], "SH | CCS | EE C(unreadable) CV F"),
    Reading(.tls13, "wrong-server-hello", ["fault": .text("session-id")], "SH(session) | CCS | EE C CV F"),
    Reading(.tls13, "wrong-server-hello", ["fault": .text("group")], "SH(21 of 32) | CCS | EE C CV F"),
    Reading(.tls13, "trailing-bytes", ["message": .text("encrypted-extensions")], "SH | CCS | EE(+7) C CV F"),
    Reading(.tls13, "trailing-bytes", ["message": .text("certificate-verify")], "SH | CCS | EE C CV(+7) F"),
    Reading(.tls13, "trailing-bytes", ["message": .text("finished")], "SH | CCS | EE C CV F(+7)"),
    Reading(.tls12, "trailing-bytes", ["message": .text("server-key-exchange")], "SH C SKE(+7) SHD"),
    Reading(.tls12, "trailing-bytes", ["message": .text("server-hello-done")], "SH C SKE SHD(+7)"),
    Reading(
      .tls13, "wrong-alpn", "SH | CCS | EE(16: 001108687474702f312e3107726f6775652f31) C CV F"),
    Reading(.tls13, "wrong-alpn", ["form": .text("empty-name")], "SH | CCS | EE(16: 000100) C CV F"),
    Reading(.tls13, "wrong-alpn", ["form": .text("empty-list")], "SH | CCS | EE(16: 0000) C CV F"),
    Reading(
      .tls13, "wrong-alpn", ["form": .text("truncated")],
      "SH | CCS | EE(16: 001108687474702f312e3107) C CV F"),
    Reading(.tls13, "sni-response", "SH | CCS | EE(0: ) C CV F"),
    Reading(
      .tls13, "sni-response", ["form": .text("name")], "SH | CCS | EE(0: 00060000036f6e65) C CV F"),
    Reading(.tls13, "sni-response", ["form": .text("misplaced")], "SH(has 0) | CCS | EE C CV F"),
    Reading(.tls13, "sni-response", ["form": .text("twice")], "SH | CCS | EE(0: , 0: ) C CV F"),
    Reading(
      .tls13, "early-data-response", ["form": .text("unsolicited")], "SH | CCS | EE(has 42) C CV F"),
    Reading(.tls12, "wrong-alpn", ["form": .text("empty-list")], "SH(16: 0000) C SKE SHD"),
    Reading(.tls12, "sni-response", ["form": .text("name")], "SH(0: 00060000036f6e65) C SKE SHD"),
    Reading(.tls12, "sni-response", ["form": .text("twice")], "SH(0: , 0: ) C SKE SHD"),
    Reading(.tls13, "certificate-request-context", "SH | CCS | EE C(context of 12) CV F"),
    Reading(.tls13, "corrupt-finished", "SH | CCS | EE C CV F(bad)"),
    Reading(.tls12, "downgrade-sentinel", "SH(sentinel) C SKE SHD"),
    Reading(.tls12, "early-change-cipher-spec", "SH C SKE | CCS | SHD"),
    Reading(.tls13, "unoffered-psk", "SH(has 41) | CCS | EE C CV F"),
    Reading(.tls13, "wrong-signature-scheme", ["scheme": .text("sha1")], "SH | CCS | EE C CV(0203) F"),
    Reading(.tls13, "wrong-signature-scheme", ["scheme": .text("pkcs1")], "SH | CCS | EE C CV(0401) F"),
    Reading(.tls13, "wrong-signature-scheme", ["scheme": .text("other-curve")], "SH | CCS | EE C CV(0503) F"),
    Reading(.tls12, "forged-handshake-signature", "SH C SKE(cube root) SHD"),
    Reading(
      .tls13, "wrong-signature-scheme", ["scheme": .text("rsae")], "SH | CCS | EE C CV(0804 of a PSS key) F"),
    Reading(.tls13, "wrong-signature-scheme", ["scheme": .text("unknown")], "SH | CCS | EE C CV(fdfd) F"),
    Reading(
      .tls13, "wrong-signature-scheme", ["scheme": .text("other-key-type")], "SH | CCS | EE C CV(0804 of another key) F"
    ),
    Reading(.tls12, "wrong-signature-scheme", ["scheme": .text("sha1")], "SH C SKE(0203) SHD"),
    Reading(.tls12, "wrong-signature-scheme", ["scheme": .text("md5")], "SH C SKE(0101) SHD"),
    Reading(.tls12, "wrong-signature-scheme", ["scheme": .text("unknown")], "SH C SKE(fdfd) SHD"),
    Reading(.tls12, "wrong-signature-scheme", ["scheme": .text("other-key-type")], "SH C SKE(0401 of another key) SHD"),
  ]

  static var all: [Reading] { readings + readingsOfObsoleteHandshakes + readingsOfOtherCertificates }

  /// What the engine says to a hello of that version, as a line for the program.
  private static func line(_ reading: Reading) throws -> String {
    let isOfRSA =
      [.text("pkcs1"), .text("md5")].contains(reading.parameters["scheme"])
      || reading.use == "forged-handshake-signature"
    let isOfPSS = reading.parameters["scheme"] == .text("rsae")
    let leaf = isOfPSS ? "leaf-rsapss" : isOfRSA ? "leaf-rsa2048" : reading.leaf
    let presentation = TestPKI.shared.presentation(leaf, "issuing")
    let attempt = ServerFixture.attempt(presentation, reading.version) {
      if !reading.use.isEmpty { $0.behaviours = [NamedUse(reading.use, reading.parameters)] }
      if reading.use == "broken-certificate-request" {
        $0[ClientAuthentication.self] = .init(mode: .request, anchors: [presentation.certificates[1]])
      }
    }
    let client = try ScriptedClient(attempt)
    var hello = ScriptedHello()
    hello.version = reading.version
    switch reading.use {
    case "wrong-alpn": hello.others = [(16, [0, 9, 8] + Array("http/1.1".utf8))]
    case "sni-response": hello.others = [(0, [0, 6, 0, 0, 3] + Array("one".utf8))]
    default: break
    }
    // Nobody signs with such a key for a client that offers none of its schemes.
    if isOfPSS { hello.schemes.append(0x0809) }
    hello.shares = [(29, try KeyAgreement(.x25519).publicValue), (23, try KeyAgreement(.p256).publicValue)]
    client.say(.handshake, hello.message)
    let secret = client.secrets["SERVER_HANDSHAKE_TRAFFIC_SECRET"] ?? []
    let parts = [secret, presentation.certificates[0], hello.message, client.sent].map {
      Data($0).base64EncodedString()
    }
    return "\(reading.version.rawValue),\(parts.joined(separator: ","))\n"
  }

  /// Behaviours that this cannot show, and what shows them.
  static let elsewhere: [String: String] = [
    "slow-bytes": "the bytes are honest, and come late: BehaviourTests",
    "tcp-reset-instead-of-tls": "there are no bytes: BehaviourTests",
    "wrong-resumption-secret": "takes a second connection: SessionBehaviourTests",
    "ticket-lifetime": "takes a second connection: SessionBehaviourTests",
    "renegotiation-info": "takes a second handshake: SecondHandshakeTests",
    "without-extended-master-secret": "OpenSSL says what its session has: SessionBehaviourTests",
    "late-flood": "comes after a request, and real clients count: BehaviourTests",
  ]

  @Test func `every behaviour is read here, or somewhere else for a reason`() {
    let read = Set(Self.all.map(\.use)).subtracting([""])
    #expect(read.union(Self.elsewhere.keys) == Set(Behaviours.descriptors.map(\.name)))
    #expect(read.isDisjoint(with: Self.elsewhere.keys))
  }

  @Test func `every flight has its fault and no other`() async throws {
    let lines = try Self.all.map(Self.line).joined()
    let check = await Tool.runAside("python3", ["-c", "import cryptography"])
    guard check.status == 0 else { try Test.cancel("python3 has no module cryptography") }
    let input = TestPKI.shared.file(Array(lines.utf8))
    let result = await Tool.runAside("sh", ["-c", "exec python3 -c \"$0\" < \"$1\"", FlightReader.program, input])
    let flights = result.output.split(separator: "\n").map(String.init)
    try #require(flights.count == Self.all.count, "\(result.output)")
    for (reading, flight) in zip(Self.all, flights) {
      #expect(flight == reading.flight, "\(reading.testDescription)")
    }
  }
}
