public import RogueModel

/// The HTTP proxy that clients have to go through (RFC 9110, section 9.3.6); nil: they may go straight to the server.
public enum Proxy: ServerSetting {
  /// If the server issues sessions, a proxy that speaks TLS does so too, and each resumes the other's.
  public struct Recipe: Hashable, Sendable {
    /// The label of its host, relative to the world's domain.
    public var host: String
    /// The certificates that it presents to clients that speak TLS with it; empty: clients speak plaintext with it.
    public var present: [String]
    /// Whose private key signs; nil: that of the first certificate presented.
    public var key: String?
    /// Whether it requests a certificate of its clients; it takes those that `client-anchors` of the server accepts.
    public var clientAuth: Request

    /// It serves clients that have none, too.
    public enum Request: String, Hashable, Sendable, CaseIterable { case none, request }
    /// Its answer to CONNECT.
    public var connect: Answer

    public enum Answer: String, Hashable, Sendable, CaseIterable {
      case tunnel
      /// 403, with a body that looks like the server's.
      case refused
    }

    /// The nonce in the body of its refusal: a client that reports it has taken it for the server's.
    public static func nonce(for nonce: String) -> String { String(nonce.reversed()) }

    public init(
      host: String, present: [String] = [], key: String? = nil, clientAuth: Request = .none, connect: Answer = .tunnel
    ) {
      self.connect = connect
      self.host = host
      self.present = present
      self.key = key
      self.clientAuth = clientAuth
    }

    /// Whether it is spoken to over TLS.
    public var isSecure: Bool { !present.isEmpty }
  }

  /// Its certificates for clients over TLS; nil: it does not use TLS.
  public enum Presentation: SettingKey {
    public static let standard: ServedAttempt.Presentation? = nil
  }

  /// Its request for its clients' certificates.
  public enum ClientRequest: SettingKey {
    public static let standard = ClientAuthentication.standard
  }

  public static let written: SettingParser<Recipe?> = .typed(.proxy)

  public static let stimulus = Stimulus<ServerRecipe>(
    "proxy", "the HTTP proxy that clients must use; default: they connect directly",
    evidence: EvidenceRule(seenBy: .handshake) { change in
      switch change.below.first {
      case ProxyParts.clientAuth.name: FaultEvidence(.proxyRequest)
      case ProxyParts.connect.name: FaultEvidence(.proxyRefusal)
      default: FaultEvidence(.proxyFlight)
      }
    },
    below: { server, path in server[Proxy.self].flatMap { ProxyParts.all.text(of: $0, at: path) } },
    text: { $0[Proxy.self] == nil ? "none" : nil }
  )
  .found(by: "CONNECT", "proxy")
  .presenting { $0[Proxy.self]?.present ?? [] }
  .needing { server, _ in server[Proxy.self].map { $0.isSecure ? [.proxy, .proxyTLS] : [.proxy] } ?? [] }
  .ofHTTP { $0[Proxy.self] != nil }
  .precedingTLS { $0[Proxy.self] != nil }

  public static func complete(_ owner: inout ServerRecipe, with value: Recipe?) throws(ParsingProblem) {
    guard value?.clientAuth == .request, owner[ClientAnchors.self].isEmpty else { return }
    throw ParsingProblem(
      "a proxy that requests client certificates needs '\(ClientAnchors.stimulus.name)' of the server",
      help: ClientAnchors.stimulus.part.summary)
  }

  public static func serve(
    _ value: Recipe?, of minted: MintedWorld, into settings: inout Settings
  ) throws(HarnessFailure) {
    settings[Proxy.self] = value
    guard let value, value.isSecure else { return }
    settings[Presentation.self] = ServedAttempt.Presentation(
      certificates: try minted.certificates(value.present), key: try minted.key(value.key ?? value.present.first))
    guard value.clientAuth == .request else { return }
    settings[ClientRequest.self] = ClientAuthentication.Served(
      mode: .request, anchors: try minted.certificates(minted.world.server[ClientAnchors.self]))
  }
}

/// The keys of the proxy.
public enum ProxyParts {
  public static let host = Part<Proxy.Recipe>(
    "host", "the label of the proxy's host",
    required: true, text: { $0.host })
  public static let present = Part<Proxy.Recipe>(
    "present", "its certificates, if clients use TLS with it; default: plaintext",
    text: { flow($0.present) })
  public static let key = Part<Proxy.Recipe>(
    "key", "whose private key signs; default: that of the first certificate presented here",
    text: { $0.key ?? $0.present.first })
  public static let clientAuth = Part<Proxy.Recipe>(
    "client-auth",
    "request: it requests a certificate of the CAs in the server's client-anchors, and serves clients that send none;"
      + " default none",
    text: { $0.clientAuth.rawValue })
  public static let connect = Part<Proxy.Recipe>(
    "connect",
    "refused: a proxy in plaintext answers CONNECT with 403 and a body that looks like the server's; default tunnel",
    text: { $0.connect.rawValue })

  static let all: [Part<Proxy.Recipe>] = [
    host, present, key, clientAuth, connect,
  ]
}

extension ServedAttempt {
  /// Serves the clients of a proxy that speaks TLS; nil: there is no such proxy. It shares only the server's version
  /// and sessions.
  public var ofProxy: ServedAttempt? {
    guard let presentation = self[Proxy.Presentation.self] else { return nil }
    var served = ServedAttempt(
      presentation: presentation, version: version, path: path, attempt: attempt, nonce: nonce, isTunnel: true)
    served[Resumption.self] = self[Resumption.self]
    served[ClientAuthentication.self] = self[Proxy.ClientRequest.self]
    return served
  }
}
