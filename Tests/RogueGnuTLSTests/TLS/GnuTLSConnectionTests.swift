import RogueOpenSSL
import Testing

@testable import RogueGnuTLS

@Suite struct `A server on GnuTLS` {
  private let pki = Certificates.shared

  static let versions: [(GnuTLSServerSettings.Version, TLSVersionRange)] = [(.tls12, .tls12), (.tls13, .tls13)]

  private func context(
    _ version: GnuTLSServerSettings.Version, key: [UInt8]? = nil,
    _ change: (inout GnuTLSServerSettings) -> Void = { _ in }
  ) throws -> GnuTLSServerContext {
    var settings = GnuTLSServerSettings(
      certificates: [pki.leaf.certificate, pki.root.certificate],
      key: try GnuTLSPrivateKey(pkcs8: key ?? pki.leaf.key), version: version)
    change(&settings)
    return try GnuTLSServerContext(settings)
  }

  @Test(arguments: versions, [1, 7, Int.max])
  func `shakes hands, however its input is cut, and talks`(
    version: (GnuTLSServerSettings.Version, TLSVersionRange), pieces: Int
  ) throws {
    let context = try context(version.0) { $0.alpn = ["x", "http/1.1"] }
    let talk = try MemoryHandshake(context, versions: version.1, alpn: ["http/1.1", "y"], pieces: pieces)
    #expect(talk.isEstablished)
    #expect(talk.flight?.certificates == [pki.leaf.certificate, pki.root.certificate])
    #expect(talk.flight?.staple == nil)
    #expect(talk.client.facts.alpn == "http/1.1")
    let long = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
    let said = try talk.exchange(Array("GET".utf8), long)
    #expect(said == (Array("GET".utf8), long))
  }

  @Test(arguments: versions)
  func `logs the secrets of its connections`(version: (GnuTLSServerSettings.Version, TLSVersionRange)) throws {
    let talk = try MemoryHandshake(context(version.0), versions: version.1)
    let labels = Set(talk.secrets.map(\.label))
    #expect(
      labels.isSuperset(
        of: version.0 == .tls12
          ? ["CLIENT_RANDOM"]
          : [
            "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0",
            "SERVER_TRAFFIC_SECRET_0",
          ]))
    #expect(talk.secrets.allSatisfy { $0.clientRandom.count == 32 && $0.secret.count >= 32 })
    #expect(Set(talk.secrets.map(\.clientRandom)).count == 1)
    #expect(talk.server.takeSecrets().isEmpty)
  }

  @Test func `staples any bytes for each entry without reading them`() throws {
    let staples: [Int: [UInt8]] = [0: [0x30, 3, 10, 1, 1], 1: [0x30, 3, 10, 1, 2]]
    let new = try MemoryHandshake(context(.tls13) { $0.staples = staples }, versions: .tls13)
    #expect(new.flight?.staple == staples[0])
    #expect(new.flight?.issuerStaples[1] == staples[1])
    let second = try MemoryHandshake(context(.tls13) { $0.staples = [1: [0x30, 0]] }, versions: .tls13)
    #expect(second.flight?.staple == nil)
    #expect(second.flight?.issuerStaples[1] == [0x30, 0])
  }

  @Test(arguments: versions)
  func `signs with a key that is not its certificate's`(
    version: (GnuTLSServerSettings.Version, TLSVersionRange)
  ) throws {
    let talk = try MemoryHandshake(context(version.0, key: pki.stranger.key), versions: version.1)
    #expect(!talk.isEstablished)
    #expect(talk.clientFault?.sent == .decryptError)
    // In TLS 1.3 libssl says so in plaintext, which GnuTLS takes for a record that does not decrypt.
    #expect(talk.serverFault?.received == (version.0 == .tls12 ? TLSAlertCode.decryptError.rawValue : nil))
    #expect(talk.serverFault?.hasSentAlert == (version.0 == .tls13))
  }

  @Test func `needs a certificate`() {
    #expect {
      _ = try context(.tls13) { $0.certificates = [] }
    } throws: { ($0 as? GnuTLSFailure)?.operation == "present an empty list" }
    #expect {
      _ = try context(.tls13) {
        $0.clientCertificate = .request
        $0.hints = [[0x30, 0]]
      }
    } throws: { ($0 as? GnuTLSFailure)?.operation == "parse a certificate" }
  }

  @Test func `waits for the rest of a hello, and reports any other error`() throws {
    let context = try context(.tls13)
    let waiting = try GnuTLSConnection(context, resumption: nil) { _ in nil }
    for byte: UInt8 in [22, 3, 1, 0, 40, 1] {
      waiting.receive([byte])
      guard case .wantsRead = waiting.handshake() else {
        Issue.record("does not wait for the rest of a record")
        return
      }
    }
    #expect(waiting.takeOutput().isEmpty)
    for garbage in [Array("GET / HTTP/1.1\r\n\r\n".utf8), [22, 3, 1, 0, 4, 1, 0, 0, 0], [22, 3, 3, 0xFF, 0xFF, 1]] {
      let connection = try GnuTLSConnection(context, resumption: nil) { _ in nil }
      connection.receive(garbage)
      guard case .failed(let fault) = connection.handshake() else {
        Issue.record("\(garbage) is taken for the beginning of a handshake")
        continue
      }
      #expect(fault.received == nil && !fault.isMissingCertificate)
      #expect(!fault.failure.text.isEmpty && fault.failure.code < 0)
      #expect(fault.hasSentAlert == !connection.takeOutput().isEmpty)
    }
  }

  @Test func `distinguishes a fatal alert, a warning and a close_notify in the handshake`() throws {
    let context = try context(.tls12)
    func step(_ alert: [UInt8]) throws -> GnuTLSConnection.HandshakeStep {
      let server = try GnuTLSConnection(context, resumption: nil) { _ in nil }
      let client = try TLSConnection(
        client: TLSContext(client: TLSClientSettings(versions: .tls12)), host: nil
      ) { _ in .accept }
      _ = client.handshake()
      server.receive(client.takeOutput())
      guard case .wantsRead = server.handshake() else { return .closed }
      server.receive([21, 3, 3, 0, 2] + alert)
      return server.handshake()
    }
    guard case .failed(let fault) = try step([2, 48]) else {
      Issue.record("a fatal alert does not end the handshake")
      return
    }
    #expect(fault.received == 48 && !fault.hasSentAlert)
    guard case .wantsRead = try step([1, 90]) else {
      Issue.record("a warning ends the handshake")
      return
    }
    guard case .closed = try step([1, 0]) else {
      Issue.record("close_notify does not close")
      return
    }
  }

  @Test(arguments: versions)
  func `closes, and hears the client close`(version: (GnuTLSServerSettings.Version, TLSVersionRange)) throws {
    let context = try context(version.0)
    let served = try MemoryHandshake(context, versions: version.1)
    served.server.close()
    served.client.receive(served.server.takeOutput())
    guard case .closed = served.client.read() else {
      Issue.record("the client does not hear it")
      return
    }
    let left = try MemoryHandshake(context, versions: version.1)
    left.client.close()
    left.server.receive(left.client.takeOutput())
    guard case .closed = left.server.read() else {
      Issue.record("the server does not hear it")
      return
    }
  }

  @Test(arguments: versions)
  func `does not read a record that was changed on its way`(
    version: (GnuTLSServerSettings.Version, TLSVersionRange)
  ) throws {
    let talk = try MemoryHandshake(context(version.0), versions: version.1)
    try talk.client.write([1, 2, 3])
    var record = talk.client.takeOutput()
    record[record.count - 1] ^= 1
    talk.server.receive(record)
    guard case .failed(let fault) = talk.server.read() else {
      Issue.record("the record is read")
      return
    }
    #expect(fault.hasSentAlert && fault.received == nil)
    talk.client.receive(talk.server.takeOutput())
    #expect(talk.clientFault?.received == .badRecordMAC)
  }

  @Test(arguments: versions)
  func `passes the client's list to its judge`(version: (GnuTLSServerSettings.Version, TLSVersionRange)) throws {
    let identity = TLSIdentity(
      certificate: pki.leaf.certificate, chain: [pki.root.certificate], privateKey: pki.leaf.key)
    let context = try context(version.0) {
      $0.clientCertificate = .require
      $0.hints = [pki.root.certificate]
    }
    var asked: [[UInt8]] = []
    let accepted = try MemoryHandshake(context, versions: version.1, identity: identity) { list in
      asked = list
      return nil
    }
    #expect(accepted.isEstablished)
    #expect(asked == [pki.leaf.certificate, pki.root.certificate])
    let refused = try MemoryHandshake(context, versions: version.1, identity: identity) { _ in
      TLSAlertCode.unknownCA.rawValue
    }
    #expect(refused.serverFault?.hasSentAlert == true)
    #expect(refused.serverFault?.isMissingCertificate == false)
    #expect(refused.clientFault?.received == .unknownCA)
  }

  @Test(arguments: versions)
  func `requires a client certificate, or requests one`(
    version: (GnuTLSServerSettings.Version, TLSVersionRange)
  ) throws {
    let demanding = try MemoryHandshake(context(version.0) { $0.clientCertificate = .require }, versions: version.1)
    #expect(demanding.serverFault?.isMissingCertificate == true)
    let asking = try MemoryHandshake(context(version.0) { $0.clientCertificate = .request }, versions: version.1)
    #expect(asking.isEstablished)
  }

  /// A client's session may be taken up by another context that shares the keys, and by no other.
  @Test(arguments: versions, [true, false])
  func `takes up the sessions that it knows`(
    version: (GnuTLSServerSettings.Version, TLSVersionRange), givesTickets: Bool
  ) throws {
    // TLS 1.3 has no session ids.
    if version.0 == .tls13, !givesTickets { return }
    let resumption = try GnuTLSResumption()
    func visit(
      _ resumption: GnuTLSResumption?, _ session: TLSSession? = nil
    ) throws -> (talk: MemoryHandshake, session: TLSSession?) {
      let talk = try MemoryHandshake(
        context(version.0), resumption: resumption, givesTickets: givesTickets, versions: version.1, resume: session)
      #expect(talk.isEstablished)
      #expect(try talk.exchange([1], [2]) == ([1], [2]))
      return (talk, talk.client.session)
    }
    let first = try visit(resumption)
    #expect(!first.talk.client.facts.isResumed)
    let session = try #require(first.session)
    #expect(session.isResumable)
    let again = try visit(resumption, session)
    #expect(again.talk.client.facts.isResumed)
    #expect(again.talk.flight == nil, "a resumed handshake presents nothing")
    // GnuTLS does not log a master secret that it takes up; a reader of the bytes needs it all the same.
    #expect(
      again.talk.secrets.contains { $0.label == (version.0 == .tls12 ? "CLIENT_RANDOM" : "CLIENT_TRAFFIC_SECRET_0") })
    #expect(try !visit(GnuTLSResumption(), session).talk.client.facts.isResumed)
    #expect(try !visit(nil, session).talk.client.facts.isResumed)
  }

  /// In TLS 1.2 it sends a session id all the same, and has forgotten it when the client comes back.
  @Test func `gives a client that is served without resumption no ticket`() throws {
    let talk = try MemoryHandshake(context(.tls13), versions: .tls13)
    _ = try talk.exchange([1], [2])
    #expect(talk.client.session?.isResumable != true)
  }
}
