import Testing

@testable import RogueServers

struct KeyLogTests {
  private let random = String(repeating: "0a", count: 32)

  @Test func `a line is label, client random and secret`() throws {
    let secret = try #require(WireTranscript.Secret(keyLogLine: "CLIENT_RANDOM \(random) FFee00"))
    #expect(secret.label == "CLIENT_RANDOM")
    #expect(secret.clientRandom == [UInt8](repeating: 10, count: 32))
    #expect(secret.secret == [0xFF, 0xEE, 0])
  }

  @Test(arguments: ["", "#  comment", "CLIENT_RANDOM", "CLIENT_RANDOM 0a", "A 0a 0b", " ", "RSA xx yy"])
  func `what is no such line is skipped`(line: String) {
    #expect(WireTranscript.Secret(keyLogLine: line) == nil)
  }

  @Test func `half a digit and letters beyond f are no secret`() {
    #expect(WireTranscript.Secret(keyLogLine: "A \(random) abc") == nil)
    #expect(WireTranscript.Secret(keyLogLine: "A \(random) ag") == nil)
    #expect(WireTranscript.Secret(keyLogLine: "A \(random) ") == nil)
  }

  @Test func `a whole log gives its lines, whatever ends them`() {
    let log = "# SSL key log\nA \(random) 01\r\n\nB \(random) 02\n"
    #expect(WireTranscript.secrets(keyLog: log).map(\.label) == ["A", "B"])
    #expect(WireTranscript.secrets(keyLog: log).map(\.secret) == [[1], [2]])
  }
}
