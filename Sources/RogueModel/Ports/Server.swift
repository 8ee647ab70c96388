/// Starts rogue servers: one kernel-assigned loopback port for each conversation.
public protocol RogueServerHost: Sendable {
  /// The names of its engines.
  var engines: [String] { get }
  /// Opens a conversation's port (and its CONNECT proxy, if required), runs `body`, and closes everything before it
  /// returns.
  func withConversation<Result: Sendable>(
    _ opening: ConversationOpening, _ body: @Sendable (any ServedConversation) async throws -> Result
  ) async throws -> Result
}

public struct ConversationOpening: Sendable, Hashable {
  public var engine: String
  /// The world's domain: the proxy maps every name in it to loopback, and nothing else.
  public var domain: String
  public var needsProxy: Bool
  /// The client runs on the thread that opens the conversation. This is only a hint: it does not change what is served.
  public var clientIsHere: Bool
  /// Whose connections are served.
  public var connections: ConnectionRule

  public init(
    engine: String, domain: String, needsProxy: Bool, clientIsHere: Bool = false, connections: ConnectionRule = .started
  ) {
    self.engine = engine
    self.domain = domain
    self.needsProxy = needsProxy
    self.clientIsHere = clientIsHere
    self.connections = connections
  }
}

/// An open port that serves the attempts of one conversation, one after the other.
public protocol ServedConversation: Sendable {
  var address: String { get }
  var port: UInt16 { get }
  /// `127.0.0.1:PORT`, if the conversation has a proxy.
  var proxy: String? { get }
  /// Serves connections as this attempt says from now on. Ends the previous attempt.
  func begin(_ attempt: ServedAttempt) throws(HarnessFailure)
  /// Waits until the connections of the attempt have ended (at most `graceMilliseconds`), and returns what the server
  /// saw.
  func end(graceMilliseconds: Int) async throws(HarnessFailure) -> Observation
  /// Lets clients wait: their connections are open, and nothing answers on them.
  func hold()
  /// Whether a client waits.
  var isAwaited: Bool { get }
  /// Serves the clients that wait, and those that come.
  func release()
  /// The bytes of the attempt that ended last, connection by connection; kept until the next one begins.
  var captured: [CapturedConnection] { get }
}

extension ServedConversation {
  public func hold() {}
  public var isAwaited: Bool { true }
  public func release() {}

  /// Servers that keep no bytes have none.
  public var captured: [CapturedConnection] { [] }
}

/// Everything that an engine needs to serve one attempt, as bytes.
public struct ServedAttempt: SettingsOwner, Sendable {
  public var presentation: Presentation
  /// How the server serves the connections for which it has its own parts.
  public var places: [ServerPlace: ServedAttempt]
  /// The presentation of a second handshake on the same connection, which starts after the request (TLS 1.2).
  public var renegotiation: Presentation?
  /// The values of the server's other keys, with full names.
  public var settings: Settings
  public var version: TLSVersion
  public var behaviours: [NamedUse]
  /// The path that a request must name to get the nonce; begins with a slash.
  public var path: String
  /// The id for clients that do not speak HTTP (`ROGUES id`).
  public var attempt: String
  /// 32 hex digits.
  public var nonce: String
  /// The responders of this attempt.
  public var responders: ResponderPlan?
  /// The server is a proxy's end of TLS: it relays what it decrypts.
  public var isTunnel: Bool

  public init(
    presentation: Presentation, places: [ServerPlace: ServedAttempt] = [:], renegotiation: Presentation? = nil,
    settings: Settings = Settings(), version: TLSVersion, behaviours: [NamedUse] = [], path: String, attempt: String,
    nonce: String, responders: ResponderPlan? = nil, isTunnel: Bool = false
  ) {
    self.presentation = presentation
    self.places = places
    self.renegotiation = renegotiation
    self.settings = settings
    self.version = version
    self.behaviours = behaviours
    self.path = path
    self.attempt = attempt
    self.nonce = nonce
    self.responders = responders
    self.isTunnel = isTunnel
  }

  /// How a connection is served.
  ///
  /// - Parameters:
  ///   - number: in the attempt, counted from 1.
  ///   - serverName: the host in its ClientHello; nil if there is none.
  public func part(ofConnection number: Int, naming serverName: String?) -> ServedAttempt {
    places[ServerPlace.of(connection: number, naming: serverName) { places[$0] != nil }] ?? self
  }

  /// The certificate flight and the key that signs for it. Equal presentations may share an engine context.
  public struct Presentation: Sendable, Hashable {
    public var certificates: [[UInt8]]
    /// OCSP responses, DER, by the index of their certificate; TLS 1.2 has room only for the first one's.
    public var staples: [Int: [UInt8]]
    /// The SignedCertificateTimestampList of the TLS extension (RFC 6962, section 3.3.1).
    public var sctList: [UInt8]?
    public var key: KeyMaterial

    public init(
      certificates: [[UInt8]], staples: [Int: [UInt8]] = [:], sctList: [UInt8]? = nil, key: KeyMaterial
    ) {
      self.certificates = certificates
      self.staples = staples
      self.sctList = sctList
      self.key = key
    }

    /// The leaf's.
    public var staple: [UInt8]? {
      get { staples[0] }
      set { staples[0] = newValue }
    }
  }
}

/// How the HTTP responders answer for one token (one minted hierarchy).
public struct ResponderPlan: Sendable {
  /// The first path component of every URL of this hierarchy.
  public var token: String
  public var signer: any RevocationSigner
  /// By the CA's name; honest when not listed.
  public var responders: [String: ResponderRecipe]
  /// Issuer of each certificate, by name, so that `/ocsp/NAME` finds its CA's recipe.
  public var issuers: [String: String]
  /// The response of `/issuers/NAME`, by the name of the certificate that refers to it.
  public var documents: [String: ServedDocument]

  public init(
    token: String, signer: any RevocationSigner, responders: [String: ResponderRecipe], issuers: [String: String],
    documents: [String: ServedDocument] = [:]
  ) {
    self.token = token
    self.signer = signer
    self.responders = responders
    self.issuers = issuers
    self.documents = documents
  }
}

/// A file that a certificate refers to.
public struct ServedDocument: Sendable, Hashable {
  /// Of HTTP, such as `application/pkix-cert`.
  public var type: String
  public var body: [UInt8]
  /// How a request for it is treated.
  public var behaviour: ResponderRecipe.Behaviour

  public init(type: String, body: [UInt8], behaviour: ResponderRecipe.Behaviour = .honest) {
    self.type = type
    self.body = body
    self.behaviour = behaviour
  }
}

/// Where the run's revocation responders listen; known before anything is minted.
public protocol ResponderHost: Sendable {
  /// `http://127.0.0.1:PORT`, without a final slash.
  var responderBase: String { get }
}
