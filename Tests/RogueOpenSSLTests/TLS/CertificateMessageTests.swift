import Testing

@testable import RogueOpenSSL

@Suite struct `A Certificate message` {
  @Test func `is read in the layout of TLS 1.2`() {
    let message: [UInt8] = [11, 0, 0, 12, 0, 0, 9, 0, 0, 1, 0xAA, 0, 0, 2, 0xBB, 0xCC]
    #expect(CertificateMessage(message, isTLS13: false)?.entries == [[0xAA], [0xBB, 0xCC]])
  }

  @Test func `is read in the layout of TLS 1.3, past context and extensions`() {
    let message: [UInt8] = [11, 0, 0, 15, 1, 7, 0, 0, 10, 0, 0, 1, 0xAA, 0, 4, 0, 5, 0, 0]
    #expect(CertificateMessage(message, isTLS13: true)?.entries == [[0xAA]])
  }

  @Test func `may be empty, and may hold an empty entry`() {
    #expect(CertificateMessage([11, 0, 0, 3, 0, 0, 0], isTLS13: false)?.entries == [])
    #expect(CertificateMessage([11, 0, 0, 6, 0, 0, 3, 0, 0, 0], isTLS13: false)?.entries == [[]])
  }

  @Test(
    arguments: [
      [], [11], [11, 0, 0, 3, 0, 0], [11, 0, 0, 4, 0, 0, 2, 0], [11, 0, 0, 6, 0, 0, 3, 0, 0, 1],
      [11, 0, 0, 4, 0, 0, 0, 9],
    ] as [[UInt8]])
  func `that is torn is none`(message: [UInt8]) {
    #expect(CertificateMessage(message, isTLS13: false)?.entries == nil)
    #expect(CertificateMessage(message, isTLS13: true)?.entries == nil)
  }
}

@Suite struct `A line of a key log` {
  @Test func `names label, client random and secret`() {
    let secret = TLSSecret(line: Array("CLIENT_RANDOM 00ff aB10".utf8))
    #expect(secret == TLSSecret(label: "CLIENT_RANDOM", clientRandom: [0x00, 0xFF], secret: [0xAB, 0x10]))
  }

  @Test(arguments: ["", " ", "#  comment", "LABEL", "LABEL 00", "LABEL 0 00", "LABEL 00 0g", "LABEL 00 00 00"])
  func `that is anything else is none`(line: String) {
    #expect(TLSSecret(line: Array(line.utf8)) == nil)
  }
}
