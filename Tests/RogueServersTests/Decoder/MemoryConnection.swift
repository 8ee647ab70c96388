import Foundation
import RogueModel
import RogueOpenSSL

@testable import RogueEngines
@testable import RogueServers

/// A libssl client and a libssl server joined in memory, with a tap between them.
struct MemoryConnection {
  enum Failure: Error { case noFixture, stuck }

  var transcript = WireTranscript()
  var serverFacts: TLSFacts?
  /// What libssl itself says that the client sent.
  var clientCertificateMessage: [UInt8]?
  /// What the client's judge was shown.
  var flight: TLSPeerFlight?

  /// A certificate and its PKCS #8 key, made by the openssl program.
  struct Fixture {
    var certificate: [UInt8]
    var key: [UInt8]

    init(_ name: String) throws {
      func der(_ file: String) throws -> [UInt8] {
        let pem = try String(contentsOfFile: ProgramConnection.path(file), encoding: .utf8)
        let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        guard let data = Data(base64Encoded: base64) else { throw Failure.noFixture }
        return Array(data)
      }
      certificate = try der(name + ".crt")
      key = try der(name + ".key")
    }
  }

  /// Handshake, request, reply, both close_notify; a client that refuses stops where it refuses.
  ///
  /// - Parameter pieces: the size of the chunks that the tap sees, in bytes.
  init(
    version: TLSVersion, asks: Bool = false, extraCertificates: Int = 0, refusing alert: TLSAlertCode? = nil,
    staple: [UInt8]? = nil, request: [UInt8] = Array("GET / HTTP/1.1\r\n\r\n".utf8), pieces: Int = .max
  ) throws {
    let server = try Fixture("server")
    let client = try Fixture("client")
    let range = TLSVersionRange(only: version.wireValue)
    let serverContext = try TLSContext(
      server: TLSServerSettings(
        certificates: [server.certificate] + Array(repeating: client.certificate, count: extraCertificates),
        privateKey: server.key, staple: staple, versions: range, alpn: ["http/1.1"],
        clientCertificate: asks ? .require : .none,
        clientAnchors: asks ? [client.certificate] : []))
    let clientContext = try TLSContext(
      client: TLSClientSettings(
        versions: range,
        identity: asks
          ? TLSIdentity(certificate: client.certificate, chain: [], privateKey: client.key) : nil))
    var seen: TLSPeerFlight?
    let serverEnd = try TLSConnection(server: serverContext)
    let settings = TLSConnection.ClientSettings(host: "pinned.rogues.test", requestsStaple: staple != nil)
    let clientEnd = try TLSConnection(client: clientContext, settings: settings) { flight in
      seen = flight
      return alert.map { .refuse($0) } ?? .accept
    }
    var clock = 0
    var chunks: [WireTranscript.Chunk] = []
    func carry(_ side: Side) -> Bool {
      let bytes = (side == .client ? clientEnd : serverEnd).takeOutput()
      var rest = bytes[...]
      while !rest.isEmpty {
        clock += 10
        chunks.append(WireTranscript.Chunk(from: side, at: clock, bytes: Array(rest.prefix(pieces))))
        rest = rest.dropFirst(pieces)
      }
      (side == .client ? serverEnd : clientEnd).receive(bytes)
      return !bytes.isEmpty
    }
    handshake: for _ in 0..<10 {
      let step = clientEnd.handshake()
      _ = carry(.client)
      let answer = serverEnd.handshake()
      let moved = carry(.server)
      if case .failed = step { break handshake }
      if case .established = step, case .established = answer, !moved { break handshake }
    }
    if clientEnd.facts.isEstablished, serverEnd.facts.isEstablished {
      try clientEnd.write(request)
      _ = carry(.client)
      _ = serverEnd.read()
      try serverEnd.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
      serverEnd.close()
      _ = carry(.server)
      _ = clientEnd.read()
      clientEnd.close()
      _ = carry(.client)
    }
    transcript = WireTranscript(chunks: chunks, secrets: serverEnd.takeSecrets())
    serverFacts = serverEnd.facts
    clientCertificateMessage = serverEnd.peerCertificateMessage
    flight = seen
  }

  static func decode(_ transcript: WireTranscript) -> ConnectionEvidence {
    var evidence = ConnectionEvidence(index: 1, openedAt: 0)
    TranscriptDecoder.decode(transcript, into: &evidence)
    return evidence
  }
}
