internal import RogueModel
package import RogueOpenSSL
internal import RoguePlatform

/// libssl as the client of the in-process door.
package struct LibsslClient: ClientEngine {
  package init() {}

  /// The client refuses an identity that libssl cannot use, whether or not the server requests one.
  package func prepare(_ identity: TLSIdentity?) throws(ClientEnding) { _ = try context(identity) }

  package func open(_ opening: ClientOpening, _ judge: (any PeerJudge)?) throws(ClientEnding) -> any ClientConnection {
    var settings = TLSConnection.ClientSettings(
      host: opening.serverName, alpn: opening.alpn,
      versions: TLSVersionRange(
        minimum: opening.versions.lowerBound.wireValue, maximum: opening.versions.upperBound.wireValue),
      requestsStaple: opening.requestsStaple, requestsSCTs: opening.requestsSCTs,
      resume: opening.session as? TLSSession)
    settings.offersPostHandshakeAuthentication = opening.offersPostHandshakeAuthentication
    let context = try context(opening.identity)
    do {
      let connection = try TLSConnection(client: context, settings: settings) { judge?.judge($0) ?? .accept }
      if let choose = opening.chooseIdentity { connection.onCertificateRequest(choose) }
      return LibsslConnection(connection, judge, earlyData: opening.earlyData)
    } catch {
      throw .internal("cannot set up a TLS client", error.description)
    }
  }

  private func context(_ identity: TLSIdentity?) throws(ClientEnding) -> TLSContext {
    do {
      return try ClientContexts.shared.context(identity: identity)
    } catch {
      guard identity == nil else { throw .cancelled(.clientIdentity, .configuration, error.description) }
      throw .internal("cannot set up a TLS client", error.description)
    }
  }
}

private final class LibsslConnection: ClientConnection {
  private let connection: TLSConnection
  private let judge: (any PeerJudge)?
  private var earlyData: [UInt8]?

  init(_ connection: TLSConnection, _ judge: (any PeerJudge)?, earlyData: [UInt8]?) {
    self.connection = connection
    self.judge = judge
    self.earlyData = earlyData
  }

  func receive(_ bytes: [UInt8]) { connection.receive(bytes) }
  func takeOutput() -> [UInt8] { connection.takeOutput() }
  func close() { connection.close() }

  func handshake(_ when: String) throws(ClientEnding) -> Bool {
    if let bytes = earlyData {
      earlyData = nil
      do { try connection.writeEarly(bytes) } catch { throw .by(error, .handshake, "in early data") }
    }
    switch connection.handshake() {
    case .established:
      // A resumption has no list to judge.
      guard judge == nil || isResumed || connection.judgement == .accept else {
        throw .internal("a handshake ended without the validator's verdict")
      }
      return true
    case .wantsRead: return false
    case .failed(let fault): throw refusal ?? .by(fault, .handshake, when)
    }
  }

  func read(_ when: String) throws(ClientEnding) -> ClientReading {
    switch connection.read() {
    case .bytes(let bytes): return .bytes(bytes)
    case .wantsRead: return .wantsMore
    case .closed: return .closed
    case .failed(let fault): throw refusal ?? .by(fault, .afterHandshake, when)
    }
  }

  func write(_ bytes: [UInt8]) throws(ClientEnding) {
    do { try connection.write(bytes) } catch { throw .by(error, .afterHandshake, "while the request was sent") }
  }

  /// A verifier's refusal during a handshake; nil: none.
  private var refusal: ClientEnding? {
    if case .cancel(let reason, let detail)? = judge?.decision {
      return .cancelled(reason, .handshake, detail, said: judge?.said)
    }
    return connection.identityFailure.map { .cancelled(.clientIdentity, .handshake, $0.description) }
  }

  var isResumed: Bool { connection.facts.isResumed }
  var earlyDataWasTaken: Bool { connection.earlyDataWasTaken }
  var applicationProtocol: String? { connection.facts.alpn }
  var session: (any ResumableSession)? { connection.session.flatMap { $0.isResumable ? $0 : nil } }
}

extension TLSSession: ResumableSession {
  package var statedLifetime: Int? { lifetime > 0 || isTLS13 ? lifetime : nil }
  // libssl does not offer what is over.
  package func renewed() -> any ResumableSession { renewed(secondsSince1970: WallClock.secondsSince1970) ?? self }
}
