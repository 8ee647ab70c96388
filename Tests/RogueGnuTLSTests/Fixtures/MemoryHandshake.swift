import RogueOpenSSL

@testable import RogueGnuTLS

/// A client on OpenSSL and a server on GnuTLS, joined in memory.
final class MemoryHandshake {
  let client: TLSConnection
  let server: GnuTLSConnection
  private(set) var clientStep = TLSConnection.HandshakeStep.wantsRead
  private(set) var serverStep = GnuTLSConnection.HandshakeStep.wantsRead
  /// What the client was shown.
  private(set) var flight: TLSPeerFlight?
  private(set) var secrets: [GnuTLSConnection.Secret] = []

  /// - Parameters:
  ///   - pieces: how many bytes the server gets at once.
  ///   - judge: as the server's.
  init(
    _ context: GnuTLSServerContext, resumption: GnuTLSResumption? = nil, givesTickets: Bool = true,
    versions: TLSVersionRange, alpn: [String] = [], resume: TLSSession? = nil, identity: TLSIdentity? = nil,
    pieces: Int = .max, judge: @escaping ([[UInt8]]) -> UInt8? = { _ in nil }
  ) throws {
    server = try GnuTLSConnection(context, resumption: resumption, givesTickets: givesTickets, judge: judge)
    var seen: TLSPeerFlight?
    client = try TLSConnection(
      client: TLSContext(client: TLSClientSettings(versions: versions, identity: identity)),
      settings: TLSConnection.ClientSettings(
        host: "pinned.rogues.test", alpn: alpn, requestsStaple: true, resume: resume)
    ) { flight in
      seen = flight
      return .accept
    }
    for _ in 0..<20 {
      if case .wantsRead = clientStep { clientStep = client.handshake() }
      var bytes = client.takeOutput()[...]
      repeat {
        server.receive(bytes.prefix(pieces))
        bytes = bytes.dropFirst(pieces)
        if case .wantsRead = serverStep { serverStep = server.handshake() }
      } while !bytes.isEmpty
      secrets += server.takeSecrets()
      let answer = server.takeOutput()
      client.receive(answer)
      if answer.isEmpty, case .established = clientStep { break }
    }
    flight = seen
  }

  var isEstablished: Bool {
    if case .established = clientStep, case .established = serverStep { return true }
    return false
  }

  var serverFault: GnuTLSFault? {
    if case .failed(let fault) = serverStep { return fault }
    return nil
  }

  /// The words of the client's library for how it ended, after it has read everything.
  var clientFault: TLSFault? {
    if case .failed(let fault) = clientStep { return fault }
    if case .failed(let fault) = client.read() { return fault }
    return nil
  }

  /// Says something on both sides; gives what arrived.
  func exchange(_ request: [UInt8], _ reply: [UInt8]) throws -> (request: [UInt8], reply: [UInt8]) {
    try client.write(request)
    server.receive(client.takeOutput())
    var asked: [UInt8] = []
    while case .bytes(let bytes) = server.read() { asked += bytes }
    try server.write(reply)
    client.receive(server.takeOutput())
    var answered: [UInt8] = []
    while case .bytes(let bytes) = client.read() { answered += bytes }
    return (asked, answered)
  }
}
