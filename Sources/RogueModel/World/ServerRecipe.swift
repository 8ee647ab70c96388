/// The world's server.
public struct ServerRecipe: SettingsOwner, Hashable, Sendable {
  /// Names of the certificates in the Certificate message, in order.
  public var present: [String]
  /// The certificate whose private key signs the handshake; nil means the first one presented.
  public var key: String?
  /// The parts of the given connection of one attempt, counted from 1.
  public var connections: [Int: Connection]
  /// Before it answers, the server starts a second handshake on the connection and presents this (TLS 1.2; RFC 5246,
  /// section 7.4.1.1); nil: it does not.
  public var renegotiation: Connection?
  /// The values of its other keys.
  public var settings = Settings()
  /// Named behaviours, in order.
  public var behaviours: [NamedUse]

  public init(
    present: [String], key: String? = nil, connections: [Int: Connection] = [:], renegotiation: Connection? = nil,
    behaviours: [NamedUse] = []
  ) {
    self.present = present
    self.key = key
    self.connections = connections
    self.renegotiation = renegotiation
    self.behaviours = behaviours
  }

  /// The server in which some connections, or a renegotiation, replace its parts by their own.
  public func with(_ own: Connection) -> ServerRecipe {
    var server = self
    // A key belongs to the list that it was written for.
    server.key = own.key ?? (own.present == nil ? key : nil)
    if let present = own.present { server.present = present }
    if let behaviours = own.behaviours { server.behaviours = behaviours }
    server.settings = settings.overridden(by: own.settings)
    return server
  }

  /// The server's parts that some connections of an attempt, or a renegotiation, can replace.
  public struct Connection: Hashable, Sendable {
    public var present: [String]?
    public var key: String?
    /// Named behaviours, in order, that replace the server's.
    public var behaviours: [NamedUse]?
    /// The values of its other keys that override the server's.
    public var settings = Settings()

    public init(present: [String]? = nil, key: String? = nil, behaviours: [NamedUse]? = nil) {
      self.present = present
      self.key = key
      self.behaviours = behaviours
    }
  }
}

/// The OCSP response stapled for the leaf (RFC 6066, section 8).
public enum StapleRecipe: Hashable, Sendable {
  /// Nothing is stapled.
  case none
  /// The response that the CA's responder would give about the leaf now.
  case honest
  /// A response that is wrong on purpose.
  case response(OCSPRecipe)
}
