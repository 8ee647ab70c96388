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

    public init(host: String, present: [String] = [], key: String? = nil) {
      self.host = host
      self.present = present
      self.key = key
    }

    /// Whether it is spoken to over TLS.
    public var isSecure: Bool { !present.isEmpty }
  }

  /// Its certificates for clients over TLS; nil: it does not use TLS.
  public enum Presentation: SettingKey {
    public static let standard: ServedAttempt.Presentation? = nil
  }

  public static let written: SettingParser<Recipe?> = .typed(.proxy)

  public static let stimulus = Stimulus<ServerRecipe>(
    "proxy", "the HTTP proxy that clients must use; default: they connect directly",
    evidence: .always(.proxyFlight, seenBy: .handshake),
    below: { server, path in server[Proxy.self].flatMap { ProxyParts.all.text(of: $0, at: path) } },
    text: { $0[Proxy.self] == nil ? "none" : nil }
  )
  .found(by: "CONNECT", "proxy")
  .presenting { $0[Proxy.self]?.present ?? [] }
  .needing { server, _ in server[Proxy.self].map { $0.isSecure ? [.proxy, .proxyTLS] : [.proxy] } ?? [] }
  .ofHTTP { $0[Proxy.self] != nil }
  .precedingTLS { $0[Proxy.self] != nil }

  public static func serve(
    _ value: Recipe?, of minted: MintedWorld, into settings: inout Settings
  ) throws(HarnessFailure) {
    settings[Proxy.self] = value
    guard let value, value.isSecure else { return }
    settings[Presentation.self] = ServedAttempt.Presentation(
      certificates: try minted.certificates(value.present), key: try minted.key(value.key ?? value.present.first))
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

  static let all: [Part<Proxy.Recipe>] = [
    host, present, key,
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
    return served
  }
}
