import RogueModel
import RogueOpenSSL
import Testing

@testable import RogueEngines

/// The decoder against what libssl says about the same connection.
struct TranscriptDecoderTests {
  @Test(arguments: TLSVersion.allCases, [false, true])
  func `a whole connection reads as libssl saw it`(version: TLSVersion, asks: Bool) throws {
    let connection = try MemoryConnection(version: version, asks: asks)
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.undecoded == nil)
    #expect(evidence.version == version)
    #expect(evidence.cipherSuite == connection.serverFacts?.cipherSuite)
    #expect(evidence.serverCertificates == connection.flight?.certificates)
    #expect(evidence.certificateRequested == asks)
    #expect(evidence.clientCertificateMessage == connection.clientCertificateMessage)
    #expect((evidence.clientCertificates != nil) == asks)
    #expect(evidence.applicationBytes == 18)
    #expect(evidence.alerts.map(\.from) == [.server, .client])
    #expect(evidence.alerts.allSatisfy { $0.code == 0 && !$0.isFatal })
  }

  @Test(arguments: TLSVersion.allCases, [1, 3, 7, 100, 1_000])
  func `chunks of any size give the same evidence, later at most`(version: TLSVersion, pieces: Int) throws {
    let connection = try MemoryConnection(version: version, asks: true, pieces: pieces)
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.undecoded == nil)
    #expect(evidence.applicationBytes == 18)
    #expect(evidence.clientCertificateMessage == connection.clientCertificateMessage)
    let sent = try #require(evidence.certificatesSentAt)
    let finished = try #require(evidence.clientFinishedAt)
    let application = try #require(evidence.firstApplicationAt)
    #expect(sent < finished && finished < application)
    // The time is that of the chunk in which the record ends, so the request's record ended exactly then.
    let last = try #require(connection.transcript.chunks.last { $0.from == .client && $0.at <= application })
    #expect(last.at == application)
  }

  @Test(arguments: TLSVersion.allCases)
  func `a Certificate message over several records is put together`(version: TLSVersion) throws {
    let connection = try MemoryConnection(version: version, extraCertificates: 80)
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.undecoded == nil)
    #expect(evidence.serverCertificates?.count == 81)
    #expect(evidence.serverCertificates == connection.flight?.certificates)
  }

  @Test(arguments: TLSVersion.allCases)
  func `a staple is read as sent, whether it is OCSP or not`(version: TLSVersion) throws {
    let staple = Array("no OCSP response at all".utf8)
    let connection = try MemoryConnection(version: version, staple: staple)
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(connection.flight?.staple == staple)
    #expect(evidence.staples == [0: staple])
    #expect(evidence.clientHello?.requestsStaple == true)
    #expect(try MemoryConnection.decode(MemoryConnection(version: version).transcript).staples.isEmpty)
  }

  @Test(arguments: TLSVersion.allCases)
  func `a refusal ends with its alert`(version: TLSVersion) throws {
    let connection = try MemoryConnection(version: version, refusing: .certificateRevoked)
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.alerts.map(\.code) == [44])
    #expect(evidence.alerts.map(\.isFatal) == [true])
    #expect(evidence.alerts.map(\.from) == [.client])
    #expect(evidence.clientFinishedAt == nil)
    #expect(evidence.applicationBytes == 0)
  }

  @Test func `a request of several records is counted whole`() throws {
    let request = [UInt8](repeating: 0x61, count: 50_000)
    for version in TLSVersion.allCases {
      let connection = try MemoryConnection(version: version, request: request)
      #expect(MemoryConnection.decode(connection.transcript).applicationBytes == 50_000)
    }
  }

  @Test func `without keys TLS 1.2 still shows the certificate, the Finished and that data came`() throws {
    var connection = try MemoryConnection(version: .tls12, asks: true)
    connection.transcript.secrets = []
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.undecoded?.contains("CLIENT_RANDOM") == true)
    #expect(evidence.clientCertificateMessage == connection.clientCertificateMessage)
    #expect(evidence.clientFinishedAt != nil)
    #expect(evidence.applicationBytes == 18)
  }

  @Test func `without keys for TLS 1.3 the missing ones are named`() throws {
    var connection = try MemoryConnection(version: .tls13)
    connection.transcript.secrets.removeAll { $0.label == "CLIENT_TRAFFIC_SECRET_0" }
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.undecoded == "client: CLIENT_TRAFFIC_SECRET_0 is not in the key log")
    #expect(evidence.clientFinishedAt != nil)
    #expect(evidence.serverCertificates != nil)
  }

  @Test func `data after a Finished is seen without its keys, and an alert is not taken for data`() throws {
    var connection = try MemoryConnection(version: .tls13)
    let whole = MemoryConnection.decode(connection.transcript)
    connection.transcript.secrets.removeAll { $0.label == "CLIENT_TRAFFIC_SECRET_0" }
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.applicationBytes == 18)
    #expect(evidence.firstApplicationAt == whole.firstApplicationAt)
    // The client's close_notify comes last, and is all that some clients say after their Finished.
    let requests = connection.transcript.chunks.indices.filter {
      connection.transcript.chunks[$0].at == whole.firstApplicationAt
    }
    let request = try #require(requests.first)
    connection.transcript.chunks.remove(at: request)
    let silent = MemoryConnection.decode(connection.transcript)
    #expect(silent.clientFinishedAt != nil)
    #expect(silent.applicationBytes == 0)
  }

  @Test func `keys of other connections in the log do no harm`() throws {
    var connection = try MemoryConnection(version: .tls13)
    let others = try MemoryConnection(version: .tls13).transcript.secrets
    connection.transcript.secrets = others + connection.transcript.secrets
    #expect(MemoryConnection.decode(connection.transcript).undecoded == nil)
  }

  @Test func `a record that a wrong key does not open is not believed`() throws {
    var connection = try MemoryConnection(version: .tls13)
    for index in connection.transcript.secrets.indices { connection.transcript.secrets[index].secret[0] ^= 1 }
    let evidence = MemoryConnection.decode(connection.transcript)
    #expect(evidence.serverCertificates == nil)
    #expect(evidence.clientFinishedAt == nil)
    #expect(evidence.applicationBytes == 0)
    #expect(evidence.undecoded?.contains("does not open") == true)
  }

  @Test func `a client that speaks no TLS is named as such`() {
    let bytes = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    let evidence = MemoryConnection.decode(
      WireTranscript(chunks: [WireTranscript.Chunk(from: .client, at: 5, bytes: bytes)]))
    #expect(evidence.undecoded == "client: byte 0 is not a TLS record: content type 71")
    #expect(evidence.clientHello == nil)
    #expect(evidence.applicationBytes == 0)
  }

  @Test func `an alert instead of an answer is read on both sides`() throws {
    let hello = try #require(MemoryConnection(version: .tls13).transcript.chunks.first)
    let evidence = MemoryConnection.decode(
      WireTranscript(chunks: [
        hello, WireTranscript.Chunk(from: .server, at: 20, bytes: [21, 3, 3, 0, 2, 2, 40]),
        WireTranscript.Chunk(from: .client, at: 30, bytes: [21, 3, 3, 0, 2, 1, 0]),
      ]))
    #expect(evidence.alerts.map(\.code) == [40, 0])
    #expect(evidence.alerts.map(\.isFatal) == [true, false])
    #expect(evidence.clientHello?.serverName == "pinned.rogues.test")
    #expect(evidence.undecoded == nil)
  }

  @Test func `a connection cut in the middle of a record is reported`() throws {
    var connection = try MemoryConnection(version: .tls13)
    let last = connection.transcript.chunks.removeLast()
    connection.transcript.chunks.append(
      WireTranscript.Chunk(from: .client, at: last.at, bytes: Array(last.bytes.dropLast())))
    #expect(MemoryConnection.decode(connection.transcript).undecoded == "client: ends inside a record")
  }
}
