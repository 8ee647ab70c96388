import Foundation
import RogueModel
import RogueOpenSSL
import RogueTLS
import Testing

@testable import RogueServers

/// What a server with a behaviour puts on the wire, read by a program that shares nothing with the engine or the decoder:
/// records, messages and their order, with keys that it derives itself. One fault, and no other.
@Suite struct FlightBytesTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    var use: String
    var parameters: [String: NamedUse.ParameterValue]
    var version: TLSVersion
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
    Reading(.tls13, "repeat-message", ["message": .text("server-hello")], "SH SH | CCS | EE C CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("encrypted-extensions")], "SH | CCS | EE EE C CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("certificate-verify")], "SH | CCS | EE C CV CV F"),
    Reading(.tls13, "repeat-message", ["message": .text("finished")], "SH | CCS | EE C CV F F"),
    Reading(.tls13, "omit-message", ["message": .text("server-hello")], "CCS | EE C CV F"),
    Reading(.tls13, "omit-message", ["message": .text("encrypted-extensions")], "SH | CCS | C CV F"),
    Reading(.tls13, "omit-message", ["message": .text("finished")], "SH | CCS | EE C CV"),
    Reading(.tls13, "swap-messages", ["message": .text("encrypted-extensions")], "SH | CCS | C EE CV F"),
    Reading(.tls13, "swap-messages", ["message": .text("server-hello")], "EE SH | CCS | C CV F"),
    Reading(.tls13, "data-before-finished", "SH | CCS | EE C CV | data"),
    Reading(.tls13, "stall", ["before": .text("certificate")], "SH | CCS | EE"),
    Reading(.tls13, "stall", ["before": .text("rest-of-record")], "SH | CCS | half"),
    Reading(.tls13, "wrong-retry-request", "HRR(24 1301) | CCS"),
    Reading(.tls13, "wrong-retry-request", ["fault": .text("offered-group")], "HRR(29 1301) | CCS"),
    Reading(.tls13, "wrong-retry-request", ["fault": .text("unknown-group")], "HRR(21 1301) | CCS"),
    Reading(.tls13, "wrong-retry-request", ["fault": .text("no-change")], "HRR(None 1301) | CCS"),
    Reading(.tls13, "wrong-retry-request", ["fault": .text("suite")], "HRR(24 1303) | CCS"),
    Reading(.tls13, "bad-key-share", ["fault": .text("zero")], "SH(29 of 32 zeros) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", ["fault": .text("infinity")], "SH(23 of 1 zeros) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", ["fault": .text("short")], "SH(23 of 64) | CCS | EE C CV F"),
    Reading(.tls13, "bad-key-share", "SH(23 off curve) | CCS | EE C CV F"),
    Reading(.tls13, "overlong-records", "SH | CCS | (16625) EE C CV F"),
    Reading(.tls13, "flood", ["count": .integer(2)], "SH | CCS | EE | alert 1 90 | alert 1 90 | C CV F"),
    Reading(
      .tls13, "flood", ["of": .text("change-cipher-spec"), "count": .integer(2)],
      "SH | CCS | EE | CCS | CCS | C CV F"),
    Reading(
      .tls13, "wrong-protocol-answer", "SH | CCS | EE[16:001108687474702f312e3107726f6775652f31] C CV F"),
    Reading(.tls13, "wrong-protocol-answer", ["form": .text("empty-name")], "SH | CCS | EE[16:000100] C CV F"),
    Reading(.tls13, "wrong-protocol-answer", ["form": .text("empty-list")], "SH | CCS | EE[16:0000] C CV F"),
    Reading(
      .tls13, "wrong-protocol-answer", ["form": .text("truncated")], "SH | CCS | EE[16:001108687474702f312e3107] C CV F"
    ),
    Reading(.tls13, "server-name-answer", "SH | CCS | EE[0:] C CV F"),
    Reading(
      .tls13, "server-name-answer", ["form": .text("name")], "SH | CCS | EE[0:00060000036f6e65] C CV F"),
    Reading(.tls13, "server-name-answer", ["form": .text("misplaced")], "SH[0:] | CCS | EE C CV F"),
    Reading(.tls13, "server-name-answer", ["form": .text("twice")], "SH | CCS | EE[0:][0:] C CV F"),
    Reading(.tls12, "", "SH C SKE SHD"),
    Reading(.tls12, "wrong-protocol-answer", ["form": .text("empty-list")], "SH[16:0000] C SKE SHD"),
    Reading(.tls12, "server-name-answer", ["form": .text("name")], "SH[0:00060000036f6e65] C SKE SHD"),
    Reading(.tls12, "server-name-answer", ["form": .text("twice")], "SH[0:][0:] C SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-hello")], "SH SH C SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-key-exchange")], "SH C SKE SKE SHD"),
    Reading(.tls12, "repeat-message", ["message": .text("server-hello-done")], "SH C SKE SHD | SHD"),
    Reading(.tls12, "omit-message", ["message": .text("server-key-exchange")], "SH C SHD"),
    Reading(.tls12, "swap-messages", ["message": .text("server-hello")], "C SH SKE SHD"),
    Reading(.tls12, "early-finished", ["fault": .text("after-certificate")], "SH C F"),
    Reading(.tls12, "stall", ["before": .text("rest-of-record")], "half"),
    Reading(.tls12, "bad-key-share", ["fault": .text("zero")], "SH C SKE(29 of 32 zeros) SHD"),
    Reading(.tls12, "bad-key-share", "SH C SKE(23 off curve) SHD"),
    Reading(.tls12, "bad-key-exchange", "SH C SKE(empty) SHD"),
    Reading(.tls12, "bad-key-exchange", ["fault": .text("explicit-curve")], "SH C SKE(explicit) SHD"),
    Reading(
      .tls12, "flood", ["of": .text("hello-requests"), "count": .integer(2)], "SH | HR | HR | C SKE SHD"),
    Reading(.tls12, "flood", ["count": .integer(2)], "SH | alert 1 90 | alert 1 90 | C SKE SHD"),
  ]

  /// Reads lines `version server-handshake-secret bytes`, all in hexadecimal, and writes a line for each.
  static let program = #"""
    import struct, sys
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
    names = {0: "HR", 2: "SH", 4: "T", 8: "EE", 11: "C", 12: "SKE", 13: "CR", 14: "SHD", 15: "CV", 20: "F"}
    P = 2**256 - 2**224 + 2**192 + 2**96 - 1
    B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
    def expand(secret, label, length):
      info = struct.pack(">HB", length, len(label) + 6) + b"tls13 " + label + b"\0"
      return HKDFExpand(hashes.SHA256(), length, info).derive(secret)
    def share(group, value):
      if group == 23 and len(value) == 65:
        x, y = int.from_bytes(value[1:33], "big"), int.from_bytes(value[33:], "big")
        return "" if (y * y - x**3 + 3 * x - B) % P == 0 else "(23 off curve)"
      if group == 29 and len(value) == 32 and any(value): return ""
      return f"({group} of {len(value)}{' zeros' if not any(value) else ''})"
    def extensions(data):
      assert int.from_bytes(data[:2], "big") == len(data) - 2
      found, at = [], 2
      while at < len(data):
        kind, length = struct.unpack(">HH", data[at:at + 4])
        found.append((kind, data[at + 4:at + 4 + length]))
        at += 4 + length
      assert at == len(data)
      return found
    def answers(found):
      return "".join(f"[{kind}:{content.hex()}]" for kind, content in found if kind in (0, 16))
    def hello(body):
      at = 35 + body[34]
      suite, found = body[at:at + 2].hex(), extensions(body[at + 3:])
      key = dict(found).get(51)
      if body[2:6].hex() == "cf21ad74":
        return f"HRR({int.from_bytes(key, 'big') if key else None} {suite})"
      return "SH" + (share(int.from_bytes(key[:2], "big"), key[4:]) if key else "") + answers(found)
    def exchange(body):
      if not body: return "SKE(empty)"
      return "SKE" + (share(int.from_bytes(body[1:3], "big"), body[4:4 + body[3]]) if body[0] == 3 else "(explicit)")
    for line in sys.stdin:
      version, secret, data = line.strip().split(",")
      secret, data, records, number = bytes.fromhex(secret), bytes.fromhex(data), [], 0
      while data:
        kind, length, content, words = data[0], int.from_bytes(data[3:5], "big"), data[5:], []
        if len(content) < length:
          records.append("half")
          break
        content, head, data = content[:length], data[:5], content[length:]
        if kind == 23 and version == "1.3":
          key, iv = expand(secret, b"key", 16), int.from_bytes(expand(secret, b"iv", 12), "big")
          inner = AESGCM(key).decrypt((iv ^ number).to_bytes(12, "big"), content, head)
          number += 1
          if len(inner) > 16385: words.append(f"({len(inner)})")
          inner = inner.rstrip(b"\0")
          kind, content = inner[-1], inner[:-1]
        if kind == 20: words.append("CCS")
        if kind == 21: words.append("alert %d %d" % tuple(content))
        if kind == 23: words.append("data")
        while kind == 22 and content:
          type, size = content[0], int.from_bytes(content[1:4], "big")
          body, content = content[4:4 + size], content[4 + size:]
          assert len(body) == size
          read = {2: hello, 8: lambda body: "EE" + answers(extensions(body)), 12: exchange}
          words.append(read[type](body) if type in read else names[type])
        records.append(" ".join(words))
      print(" | ".join(records))
    """#

  private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

  /// What the engine says to a hello of that version, as a line for the program.
  private static func line(_ reading: Reading) throws -> String {
    let attempt = Stage.attempt(TestPKI.shared.presentation("leaf-p256", "issuing"), reading.version) {
      if !reading.use.isEmpty { $0.behaviours = [NamedUse(reading.use, reading.parameters)] }
    }
    let client = try ScriptedClient(attempt)
    var hello = ScriptedHello()
    hello.version = reading.version
    // One protocol and one server name, for the behaviours that answer them.
    hello.others = [(0, [0, 6, 0, 0, 3] + Array("one".utf8)), (16, [0, 9, 8] + Array("http/1.1".utf8))]
    hello.shares = [(29, try KeyAgreement(.x25519).publicValue), (23, try KeyAgreement(.p256).publicValue)]
    client.say(.handshake, hello.message)
    let secret = client.secrets["SERVER_HANDSHAKE_TRAFFIC_SECRET"] ?? []
    return "\(reading.version.rawValue),\(hex(secret)),\(hex(client.sent))\n"
  }

  @Test func `every flight has its fault and no other`() async throws {
    let lines = try Self.readings.map(Self.line).joined()
    let check = await Tool.runAside("python3", ["-c", "import cryptography"])
    guard check.status == 0 else { try Test.cancel("python3 has no module cryptography") }
    let input = TestPKI.shared.file(Array(lines.utf8))
    let result = await Tool.runAside("sh", ["-c", "exec python3 -c \"$0\" < \"$1\"", Self.program, input])
    let flights = result.output.split(separator: "\n").map(String.init)
    try #require(flights.count == Self.readings.count, "\(result.output)")
    for (reading, flight) in zip(Self.readings, flights) {
      #expect(flight == reading.flight, "\(reading.testDescription)")
    }
  }
}
