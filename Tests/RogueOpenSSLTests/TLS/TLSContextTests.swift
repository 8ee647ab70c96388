import RogueOpenSSL
import Testing

@Suite struct `A TLS context` {
  @Test func `needs a certificate`() {
    #expect(throws: OpenSSLFailure.self) {
      try TLSContext(server: TLSServerSettings(certificates: [], privateKey: []))
    }
  }

  @Test func `names the part that it cannot read`() {
    #expect {
      try TLSContext(server: TLSServerSettings(certificates: [[0x30, 0x00]], privateKey: []))
    } throws: { error in
      (error as? OpenSSLFailure)?.operation == "parse a certificate for TLS"
    }
  }

  @Test func `of a client needs nothing`() throws {
    let client = try TLSConnection(client: TLSContext(client: TLSClientSettings()), host: "x.test") { _ in .accept }
    guard case .wantsRead = client.handshake() else {
      Issue.record("a client does not wait for the server")
      return
    }
    let hello = client.takeOutput()
    #expect(hello.starts(with: [0x16, 0x03, 0x01]))
    #expect(client.takeOutput().isEmpty)
  }

  @Test func `gives connections that fail on garbage and send an alert`() throws {
    let client = try TLSConnection(client: TLSContext(client: TLSClientSettings()), host: nil) { _ in .accept }
    _ = client.handshake()
    client.receive([0x16, 0x03, 0x03, 0x00, 0x04, 0xFF, 0x00, 0x00, 0x00])
    guard case .failed(let fault) = client.handshake() else {
      Issue.record("garbage is taken for a handshake")
      return
    }
    #expect(fault.sent != nil)
    #expect(fault.received == nil)
    #expect(!fault.isTransport)
  }
}
