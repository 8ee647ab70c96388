/// What the world's server does.
public struct ServerRecipe: SettingsOwner, Hashable, Sendable {
  /// Names of the certificates in the Certificate message, in order.
  public var present: [String]
  /// Whose private key signs the handshake; nil means that of the first certificate presented.
  public var key: String?
  /// The only version spoken, when the scenario or world fixes it; the axis decides otherwise.
  public var tls: TLSVersion?
  public var staple: StapleRecipe
  /// What is stapled for the certificates after the leaf, by name. Only TLS 1.3 has a place for it
  /// (RFC 8446, section 4.4.2.1).
  public var staples: [String: StapleRecipe]
  /// Signed certificate timestamps sent in the TLS extension (RFC 6962, section 3.3.1); nil: none.
  public var scts: SCTListRecipe?
  /// Protocols selected when the client offers them; empty means that the extension is ignored.
  public var alpn: [String]
  public var clientAuthentication: ClientAuthentication
  /// Whether and how sessions are kept, so that clients may take them up again.
  public var resumption: Resumption
  /// Sessions allow requests in early data, and those are answered (RFC 8446, section 2.3).
  public var takesEarlyData: Bool
  /// A connection stays open after an answer, and requests of later attempts are answered on it as well.
  public var keepsAlive: Bool
  /// What differs on the given connection of one attempt, counted from 1.
  public var connections: [Int: Connection]
  /// Before it answers, the server begins a second handshake on the connection and presents this (TLS 1.2; RFC 5246,
  /// section 7.4.1.1); nil: it does not.
  public var renegotiation: Connection?
  /// What each of its other keys is set to.
  public var settings = Settings()
  /// Named behaviours, in order.
  public var behaviours: [NamedUse]
  /// The clear protocol that comes before TLS; nil: TLS from the first byte.
  public var startTLS: StartTLSRecipe?
  /// The proxy that clients have to go through; nil: they may go straight to the server.
  public var proxy: Proxy?

  public init(
    present: [String], key: String? = nil, tls: TLSVersion? = nil, staple: StapleRecipe = .none,
    staples: [String: StapleRecipe] = [:], scts: SCTListRecipe? = nil, alpn: [String] = [],
    clientAuthentication: ClientAuthentication = .init(), resumption: Resumption = .none, takesEarlyData: Bool = false,
    keepsAlive: Bool = false,
    connections: [Int: Connection] = [:], renegotiation: Connection? = nil,
    behaviours: [NamedUse] = [], startTLS: StartTLSRecipe? = nil, proxy: Proxy? = nil
  ) {
    self.present = present
    self.key = key
    self.tls = tls
    self.staple = staple
    self.staples = staples
    self.scts = scts
    self.alpn = alpn
    self.clientAuthentication = clientAuthentication
    self.resumption = resumption
    self.takesEarlyData = takesEarlyData
    self.keepsAlive = keepsAlive
    self.connections = connections
    self.renegotiation = renegotiation
    self.behaviours = behaviours
    self.startTLS = startTLS
    self.proxy = proxy
  }

  /// The server with parts of its own for some connections, or for a renegotiation, in the place of its others.
  public func with(_ own: Connection) -> ServerRecipe {
    var server = self
    // A key belongs to the list that it was written for.
    server.key = own.key ?? (own.present == nil ? key : nil)
    if let present = own.present { server.present = present }
    if let tls = own.tls { server.tls = tls }
    if let staple = own.staple { server.staple = staple }
    if let behaviours = own.behaviours { server.behaviours = behaviours }
    return server
  }

  /// How a server keeps its clients' sessions.
  public enum Resumption: String, Hashable, Sendable, CaseIterable {
    /// It keeps none.
    case none = "false"
    /// By ticket for clients that take one (RFC 8446, section 4.6.1; RFC 5077), by session id for the others.
    case any = "true"
    /// By session id alone (RFC 5246, section 7.3), which TLS 1.3 has no more.
    case ids

    /// Whether there is anything to take up.
    public var isOffered: Bool { self != .none }
  }

  /// The parts that some connections of an attempt, or a renegotiation, may have of their own.
  public struct Connection: Hashable, Sendable {
    public var present: [String]?
    public var key: String?
    /// The only version spoken.
    public var tls: TLSVersion?
    public var staple: StapleRecipe?
    /// Named behaviours, in order, in the place of the server's.
    public var behaviours: [NamedUse]?

    public init(
      present: [String]? = nil, key: String? = nil, tls: TLSVersion? = nil, staple: StapleRecipe? = nil,
      behaviours: [NamedUse]? = nil
    ) {
      self.present = present
      self.key = key
      self.tls = tls
      self.staple = staple
      self.behaviours = behaviours
    }
  }

  /// An HTTP proxy that makes tunnels (RFC 9110, section 9.3.6).
  ///
  /// Where the server hands out sessions, a proxy that is spoken to over TLS does so too, and each takes up the other's.
  public struct Proxy: Hashable, Sendable {
    /// The label of its host, relative to the world's domain.
    public var host: String
    /// What it presents to clients that speak TLS with it; empty: it is spoken to in the clear.
    public var present: [String]
    /// Whose private key signs; nil: that of the first certificate presented.
    public var key: String?

    public init(host: String, present: [String] = [], key: String? = nil) {
      self.host = host
      self.present = present
      self.key = key
    }

    /// Whether it is spoken to over TLS.
    public var isSecure: Bool { !present.isEmpty }
  }

  /// Whether and how the server asks for the client's certificate.
  public struct ClientAuthentication: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable, CaseIterable { case none, request, require }
    /// How the list that the client sends is judged.
    public enum List: String, Hashable, Sendable, CaseIterable {
      /// Any list from which a path to `anchors` can be built.
      case lenient
      /// Leaf first and once, each following entry certifies the one before, no root (RFC 5246, section 7.4.2).
      case strict
    }
    /// When the client is asked.
    public enum Moment: String, Hashable, Sendable, CaseIterable {
      /// In the first handshake.
      case handshake
      /// Once the request has come: by post-handshake authentication in TLS 1.3 (RFC 8446, section 4.6.2), in a
      /// renegotiation in TLS 1.2.
      case request
    }
    public var mode: Mode
    public var list: List
    public var moment: Moment
    /// Whether the client is asked, and only once its request has come.
    public var asksLate: Bool { mode != .none && moment == .request }
    /// Names of the CAs whose certificates the server accepts.
    public var anchors: [String]
    /// Sends the anchors' names as certificate_authorities hints.
    public var hints: Bool

    public init(
      mode: Mode = .none, list: List = .lenient, moment: Moment = .handshake, anchors: [String] = [], hints: Bool = true
    ) {
      self.mode = mode
      self.list = list
      self.moment = moment
      self.anchors = anchors
      self.hints = hints
    }
  }
}

/// The OCSP response stapled for the leaf (RFC 6066, section 8).
public enum StapleRecipe: Hashable, Sendable {
  /// Nothing is stapled.
  case none
  /// What the CA's responder would say about the leaf now.
  case honest
  /// A response that is wrong on purpose.
  case response(OCSPRecipe)
}
