public import RogueModel

/// Whether the server requests a client certificate.
public enum ClientAuth: ServerSetting {
  public enum Mode: String, Hashable, Sendable, CaseIterable { case none, request, require }

  public static let written: SettingParser<Mode> = .word(.none)

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-auth", "whether the server requests a client certificate; default none",
    evidence: .clientChain, text: { $0[ClientAuth.self].rawValue }
  )
  .found(by: "CertificateRequest", "mutual TLS")

  public static func complete(_ owner: inout ServerRecipe, with value: Mode) throws(ParsingProblem) {
    guard value == .none || !owner[ClientAnchors.self].isEmpty else {
      throw ParsingProblem(
        "a server that requests client certificates needs '\(ClientAnchors.stimulus.name)'",
        help: ClientAnchors.stimulus.part.summary)
    }
  }

  /// The keys about clients' certificates are one thing to an engine.
  public static func serve(
    _ value: Mode, of minted: MintedWorld, into settings: inout Settings
  ) throws(HarnessFailure) {
    let server = minted.world.server
    settings[ClientAuthentication.self] = ClientAuthentication.Served(
      mode: value, list: server[ClientChain.self], moment: server[ClientAuthAt.self],
      anchors: try minted.certificates(server[ClientAnchors.self]), hints: server[ClientAuthorities.self],
      schemes: server[ClientSignatureAlgorithms.self])
  }
}

/// The moment of the request.
public enum ClientAuthAt: ServerSetting {
  public enum Moment: String, Hashable, Sendable, CaseIterable {
    /// In the first handshake.
    case handshake
    /// Once the request has come: by post-handshake authentication in TLS 1.3 (RFC 8446, section 4.6.2), in a
    /// renegotiation in TLS 1.2.
    case request
  }

  public static let written: SettingParser<Moment> = .word(.handshake)

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-auth-at",
    "when the server requests it: in the handshake, or after the client's request (RFC 8446, section 4.6.2; in TLS 1.2"
      + " a renegotiation); default handshake",
    evidence: .clientChain, text: { $0[ClientAuthAt.self].rawValue }
  )
  .found(by: "post_handshake_auth")
  .needing { server, version in
    guard server.requestsClientsLate else { return [] }
    return version == .tls13 ? [.postHandshakeAuthentication] : [.renegotiation]
  }
  .limited { world, serving in
    guard world.server.requestsClientsLate else { return nil }
    return serving.library.map { "\($0) requests certificates in the first handshake" }
  }

  public static func complete(_ owner: inout ServerRecipe, with value: Moment) throws(ParsingProblem) {
    try owner.requireRequest(for: stimulus)
  }

  public static func serve(_ value: Moment, of minted: MintedWorld, into settings: inout Settings) {}
}

/// How the server judges the client's certificate list.
public enum ClientChain: ServerSetting {
  public enum List: String, Hashable, Sendable, CaseIterable {
    /// Any list from which a path to an accepted CA can be built.
    case lenient
    /// Leaf first and once, each following entry certifies the one before, no root (RFC 5246, section 7.4.2).
    case strict
  }

  public static let written: SettingParser<List> = .word(.lenient)

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-chain",
    "how the client's chain is judged; strict (RFC 5246, section 7.4.2): leaf first and once, each following entry"
      + " certifies the one before, no root; default lenient",
    evidence: .clientChain, text: { $0[ClientChain.self].rawValue })

  public static func complete(_ owner: inout ServerRecipe, with value: List) throws(ParsingProblem) {
    try owner.requireRequest(for: stimulus)
  }

  public static func serve(_ value: List, of minted: MintedWorld, into settings: inout Settings) {}
}

/// The names of the CAs whose client certificates are accepted.
public enum ClientAnchors: ServerSetting {
  public static let written: SettingParser<[String]> = .texts(.certificate, "certificates", minimum: 1)

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-anchors", "the CAs whose client certificates are accepted",
    evidence: .clientChain, text: { flow($0[ClientAnchors.self]) })

  public static func serve(_ value: [String], of minted: MintedWorld, into settings: inout Settings) {}
}

/// Whether the CertificateRequest has the names of the accepted CAs (RFC 8446, section 4.2.4).
public enum ClientAuthorities: ServerSetting {
  public static let written: SettingParser<Bool> = .flag(standard: true)

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-authorities", "the CertificateRequest has the names of these CAs; default true",
    evidence: .clientChain, text: { String($0[ClientAuthorities.self]) }
  )
  .found(by: "certificate_authorities")

  public static func complete(_ owner: inout ServerRecipe, with value: Bool) throws(ParsingProblem) {
    try owner.requireRequest(for: stimulus)
  }

  public static func serve(_ value: Bool, of minted: MintedWorld, into settings: inout Settings) {}
}

extension ServerRecipe {
  /// Whether the server requests a certificate, and only after the client's request.
  fileprivate var requestsClientsLate: Bool { self[ClientAuth.self] != .none && self[ClientAuthAt.self] == .request }

  /// Without a request the other keys are errors; anchors may be there for a mutation.
  func requireRequest(for stimulus: Stimulus<ServerRecipe>) throws(ParsingProblem) {
    guard self[ClientAuth.self] == .none else { return }
    throw ParsingProblem(
      "'\(stimulus.name)' has no meaning: the server requests no client certificate",
      help: "client-auth: request, or require")
  }
}

/// The settings of engines for client certificates.
public enum ClientAuthentication: SettingKey {
  public static let standard = Served()

  public struct Served: Sendable, Hashable {
    public var mode: ClientAuth.Mode
    public var list: ClientChain.List
    public var moment: ClientAuthAt.Moment
    /// DER certificates of the CAs accepted.
    public var anchors: [[UInt8]]
    /// Whether their names are sent.
    public var hints: Bool
    /// The client's allowed signature algorithms; empty: all that the engine knows.
    public var schemes: [ClientSignatureAlgorithms.Scheme]

    public init(
      mode: ClientAuth.Mode = .none, list: ClientChain.List = .lenient, moment: ClientAuthAt.Moment = .handshake,
      anchors: [[UInt8]] = [], hints: Bool = true, schemes: [ClientSignatureAlgorithms.Scheme] = []
    ) {
      self.mode = mode
      self.list = list
      self.moment = moment
      self.anchors = anchors
      self.hints = hints
      self.schemes = schemes
    }
  }
}
