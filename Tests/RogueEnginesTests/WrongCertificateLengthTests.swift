import RogueModel
import RogueTLS
import Testing

@testable import RogueEngines

@Suite struct WrongCertificateLengthTests {
  static let entries: [[UInt8]] = [[UInt8](repeating: 0xaa, count: 300), [UInt8](repeating: 0xbb, count: 260)]

  /// A message, and where its length fields are, by hand.
  static func honest(_ version: TLSVersion) -> (body: [UInt8], list: Int, entry: Int, extensions: Int?) {
    func length(_ count: Int) -> [UInt8] { [UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] }
    let tail: [UInt8] = version == .tls13 ? [0, 0] : []
    let list = entries.flatMap { length($0.count) + $0 + tail }
    let head: [UInt8] = version == .tls13 ? [0] : []
    let body = head + length(list.count) + list
    return (body, head.count, head.count + 3, version == .tls13 ? body.count - 2 : nil)
  }

  @Test(arguments: TLSVersion.allCases, ["list", "entry", "extensions"])
  func `only the length of the field is wrong, by the given amount`(
    _ version: TLSVersion, _ field: String
  ) throws {
    let honest = Self.honest(version)
    let place = ["list": honest.list, "entry": honest.entry, "extensions": honest.extensions ?? -1][field] ?? -1
    let width = field == "extensions" ? 2 : 3
    for difference in field == "extensions" ? [1, 64] : [-64, -1, 1, 64] {
      let use = NamedUse("wrong-certificate-length", ["field": .text(field), "by": .integer(Int64(difference))])
      let script = try HandshakeScript(version, [use])
      let message = script.pass(\.message, ServerMessage(.certificate, honest.body), try .usual())
      guard place >= 0 else {
        #expect(message.body == honest.body)
        continue
      }
      #expect(message.body.count == honest.body.count && message.claimedLength == nil)
      let value = { (body: [UInt8]) in body[place..<place + width].reduce(0) { $0 << 8 | Int($1) } }
      #expect(value(message.body) == value(honest.body) + difference)
      #expect(message.body[..<place] == honest.body[..<place])
      #expect(message.body[(place + width)...] == honest.body[(place + width)...])
      #expect(!CertificateMessage(body: message.body[...], version: version).isWellFormed)
    }
  }

  @Test func `lengths that would be right, or cannot be taken from, are refused`() {
    for parameters: [String: NamedUse.ParameterValue] in [
      ["by": .integer(0)], ["by": .integer(65)], ["by": .text("1")], ["field": .text("message")],
      ["field": .text("extensions"), "by": .integer(-1)],
    ] {
      #expect(throws: HarnessFailure.self) { try WrongCertificateLength(UseParameters(parameters)) }
    }
  }
}
