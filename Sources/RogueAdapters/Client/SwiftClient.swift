internal import RogueModel
internal import RogueOpenSSL
package import RogueTLS

/// The project's TLS client.
struct SwiftClient: ClientEngine {
  var rules: Rulebook

  /// A handshake with another key than the certificate's proves nothing, and libssl looks at that, too.
  func prepare(_ identity: TLSIdentity?) throws(ClientEnding) {
    guard let identity else { return }
    guard let key = try? PrivateKey(pkcs8: identity.privateKey).spki(),
      let leaf = try? X509Certificate(der: identity.certificate), leaf.spki == key
    else {
      throw .cancelled(.clientIdentity, .configuration, "the client's private key is not that of its certificate")
    }
  }

  func open(_ opening: ClientOpening, _ judge: (any PeerJudge)?) throws(ClientEnding) -> any ClientConnection {
    var settings = ClientSettings()
    settings.host = opening.serverName
    settings.applicationProtocols = opening.alpn
    settings.versions = opening.versions
    settings.requestsStaple = opening.requestsStaple
    settings.requestsSCTs = opening.requestsSCTs
    settings.identity = opening.identity ?? opening.identities.first
    settings.otherIdentities = Array(opening.identities.dropFirst())
    settings.takesUpSessions = opening.takesUpSessions
    settings.session = opening.session as? ClientSession
    settings.sessionAge = opening.sessionAge
    settings.earlyData = opening.earlyData
    settings.rules = rules
    do throws(ClientFault) {
      return SwiftConnection(try TLSClient(settings) { judge?.judge($0) ?? .accept }, judge)
    } catch {
      throw .internal("cannot set up a TLS client", "\(error)")
    }
  }
}

private final class SwiftConnection: ClientConnection {
  private let client: TLSClient
  private let judge: (any PeerJudge)?

  init(_ client: TLSClient, _ judge: (any PeerJudge)?) {
    self.client = client
    self.judge = judge
  }

  func receive(_ bytes: [UInt8]) { client.receive(bytes) }
  func takeOutput() -> [UInt8] { client.takeOutput() }
  func close() { client.close() }

  func handshake(_ when: String) throws(ClientEnding) -> Bool {
    try check(.handshake, when)
    return client.state != .handshake
  }

  func read(_ when: String) throws(ClientEnding) -> ClientReading {
    let bytes = client.takeData()
    guard bytes.isEmpty else { return .bytes(bytes) }
    try check(.afterHandshake, when)
    return client.state == .closed ? .closed : .wantsMore
  }

  func write(_ bytes: [UInt8]) throws(ClientEnding) { client.send(bytes) }

  /// The meaning of a failure of the client.
  private func check(_ phase: Phase, _ when: String) throws(ClientEnding) {
    guard case .failed(let fault) = client.state else { return }
    switch fault {
    case .judged:
      guard case .cancel(let reason, let detail)? = judge?.decision else { break }
      throw .cancelled(reason, phase, detail, said: judge?.said)
    case .refused(let refusal): throw .cancelled(refusal.reason, phase, refusal.why)
    case .alerted(let alert): throw .failed(.server, "the server sent alert \(alert.rawValue) \(when)")
    case .unable(let why): throw .cancelled(.clientIdentity, phase, why)
    }
    throw .internal("a handshake was refused without the validator's verdict")
  }

  var isResumed: Bool { client.isResumed }
  var earlyDataWasTaken: Bool { client.earlyDataWasTaken }
  var applicationProtocol: String? { client.applicationProtocol }
  var session: (any ResumableSession)? { client.session }
}

extension ClientSession: ResumableSession {
  package var statedLifetime: Int? { lifetime }
  // Only the client that offers it checks its age.
  package func renewed() -> any ResumableSession { self }
}
