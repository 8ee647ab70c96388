package import RogueModel
package import RogueOpenSSL

/// A TLS library in the role of the client.
package protocol ClientEngine: Sendable {
  /// Checks the client's certificate and key before the client connects.
  func prepare(_ identity: TLSIdentity?) throws(ClientEnding)

  /// Makes a connection that has not begun.
  ///
  /// - Parameter judge: asked about the server's certificates in the middle of `handshake` or `read`; nil: they are
  ///   accepted whatever they are.
  func open(_ opening: ClientOpening, _ judge: (any PeerJudge)?) throws(ClientEnding) -> any ClientConnection
}

/// One connection of a TLS library, which moves no bytes itself. Belongs to one thread at a time.
package protocol ClientConnection: AnyObject {
  /// Takes the server's bytes.
  func receive(_ bytes: [UInt8])
  /// The bytes to send since the last call.
  func takeOutput() -> [UInt8]

  /// Continues the handshake.
  ///
  /// - Parameter when: the phase, for the text of an error.
  /// - Returns: whether it is complete; if not, the engine needs more of the server's bytes.
  func handshake(_ when: String) throws(ClientEnding) -> Bool
  func read(_ when: String) throws(ClientEnding) -> ClientReading
  func write(_ bytes: [UInt8]) throws(ClientEnding)
  /// Says close_notify.
  func close()

  /// The server has taken up the session that was offered; after the handshake, like the following.
  var isResumed: Bool { get }
  /// The server has read the early data.
  var earlyDataWasTaken: Bool { get }
  /// The protocol selected by ALPN.
  var applicationProtocol: String? { get }
  /// The newest session that another connection may resume.
  var session: (any ResumableSession)? { get }
}

package enum ClientReading: Hashable {
  case bytes([UInt8])
  /// More of the server's bytes are wanted.
  case wantsMore
  /// The server sent close_notify.
  case closed
}

/// A session as the library keeps it that began it, and the only one that can take it up.
package protocol ResumableSession: Sendable {
  /// Whether data may go out with the ClientHello (RFC 8446, section 2.3).
  var allowsEarlyData: Bool { get }
  /// Its lifetime by its server, in seconds; nil: unspecified (RFC 5077, section 3.3).
  var statedLifetime: Int? { get }
  /// The same as if it had just begun, for clients that forget how old it is.
  func renewed() -> any ResumableSession
}

/// The start of a connection.
package struct ClientOpening {
  /// The content of server_name; nil: none is sent.
  package var serverName: String?
  package var versions: ClosedRange<TLSVersion>
  package var alpn: [String]
  package var requestsStaple = false
  /// Asks for signed certificate timestamps in the handshake (RFC 6962, section 3.3.1).
  package var requestsSCTs = false
  /// Tells the server that it can resume sessions, if the library has a choice.
  package var takesUpSessions = false
  /// Offers to show its certificate after the handshake, too.
  package var offersPostHandshakeAuthentication = true
  /// Presented to servers that request a certificate.
  package var identity: TLSIdentity?
  /// All of them, where the client has several; `identity` is nil then.
  package var identities: [TLSIdentity] = []
  /// Chooses in place of `identity` at the server's request.
  package var chooseIdentity: ((TLSCertificateRequest) -> TLSIdentityAnswer)?
  package var session: (any ResumableSession)?
  /// How long ago the session was given, in milliseconds.
  package var sessionAge = 0
  /// Goes out with the ClientHello.
  package var earlyData: [UInt8]?

  /// - Parameter host: as the application has it. An address is not sent (RFC 6066, section 3).
  init(host: String, versions: ClosedRange<TLSVersion>, alpn: [String] = []) {
    let name = HostName.withoutFinalDot(host)
    serverName = name.isEmpty || HostName.isAddress(name) ? nil : name
    self.versions = versions
    self.alpn = alpn
  }
}

extension TLSIdentity {
  init(_ identity: AttemptPolicy.Identity) {
    self.init(
      certificate: identity.leaf, chain: identity.chain.filter { $0 != identity.leaf }, privateKey: identity.privateKey)
  }
}
