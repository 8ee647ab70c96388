import RogueModel
import RogueTLS
import Testing

struct CertificateMessageTests {
  private static func vector(_ bytes: [UInt8], lengthBytes: Int) -> [UInt8] {
    (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
  }

  /// status_request with an OCSP response (RFC 8446, section 4.4.2.1).
  private static func stapleExtension(_ response: [UInt8]) -> [UInt8] {
    [0, 5] + vector([1] + vector(response, lengthBytes: 3), lengthBytes: 2)
  }

  @Test func `entries of TLS 1.3 have separate staples`() {
    let entries =
      Self.vector([1, 2], lengthBytes: 3) + Self.vector([0, 18, 0, 1, 9], lengthBytes: 2)
      + Self.vector([3], lengthBytes: 3) + Self.vector(Self.stapleExtension([7, 7]), lengthBytes: 2)
      + Self.vector([], lengthBytes: 3) + Self.vector([], lengthBytes: 2)
    let message = CertificateMessage(body: ([0] + Self.vector(entries, lengthBytes: 3))[...], version: .tls13)
    #expect(message.entries == [[1, 2], [3], []])
    #expect(message.staples == [1: [7, 7]])
    #expect(message.sctList == [9])
    #expect(message.isWellFormed)
  }

  @Test func `entries of TLS 1.2 follow each other`() {
    let entries = Self.vector([1, 2], lengthBytes: 3) + Self.vector([3], lengthBytes: 3)
    let message = CertificateMessage(body: Self.vector(entries, lengthBytes: 3)[...], version: .tls12)
    #expect(message.entries == [[1, 2], [3]])
    #expect(message.isWellFormed)
  }

  @Test(arguments: TLSVersion.allCases)
  func `an empty list is a list`(version: TLSVersion) {
    let body: [UInt8] = version == .tls13 ? [0, 0, 0, 0] : [0, 0, 0]
    let message = CertificateMessage(body: body[...], version: version)
    #expect(message.entries.isEmpty && message.isWellFormed)
  }

  @Test(
    arguments: [
      [], [0, 0], [0, 0, 4, 0, 0, 1], [0, 0, 5, 0, 0, 9, 1, 1], [0, 0, 0, 1], [0, 0, 2, 0, 0], [255, 255, 255, 1],
    ] as [[UInt8]])
  func `lengths that do not add up are noticed`(body: [UInt8]) {
    #expect(!CertificateMessage(body: body[...], version: .tls12).isWellFormed)
  }

  @Test func `entries before the truncated one are kept`() {
    let entries = Self.vector([1, 2], lengthBytes: 3) + [0, 0, 200, 3]
    let message = CertificateMessage(body: Self.vector(entries, lengthBytes: 3)[...], version: .tls12)
    #expect(message.entries == [[1, 2]])
    #expect(!message.isWellFormed)
  }

  @Test func `the list form of a status has a response for each certificate or none`() {
    let list = Self.vector([5], lengthBytes: 3) + Self.vector([], lengthBytes: 3) + Self.vector([6], lengthBytes: 3)
    let status = CertificateStatus(body: ([2] + Self.vector(list, lengthBytes: 3))[...])
    #expect(status.responses == [0: [5], 2: [6]])
    #expect(CertificateStatus(body: [9, 0, 0, 0]).responses.isEmpty)
    #expect(CertificateStatus(body: []).responses.isEmpty)
  }
}
