/// A protocol that starts in plaintext and continues under TLS at the client's request.
public struct StartTLSRecipe: Hashable, Sendable {
  /// The protocol before TLS, and under it.
  public enum Language: String, Hashable, Sendable, CaseIterable {
    /// RFC 5321; TLS by RFC 3207.
    case smtp
    /// RFC 9051.
    case imap
    /// PostgreSQL's protocol, version 3: an SSLRequest before anything else.
    case postgresql
  }

  /// How the server treats the client's request for TLS.
  public enum Offer: String, Hashable, Sendable, CaseIterable {
    /// The server offers TLS, and starts it on request.
    case honest
    /// The server does not list TLS among its capabilities, and refuses a client that requests it all the same. Not in
    /// PostgreSQL, which has no such list.
    case unadvertised
    /// The server offers TLS, but refuses the request.
    case refused
    /// The greeting puts the client into the authenticated state, too late for STARTTLS (RFC 9051, section
    /// 7.1.4). IMAP only.
    case preauthenticated
  }

  public var speaks: Language
  public var offer: Offer
  /// Together with its consent to TLS, the server sends plaintext responses to the client's later commands under TLS.
  public var injects: Bool

  public init(speaks: Language, offer: Offer = .honest, injects: Bool = false) {
    self.speaks = speaks
    self.offer = offer
    self.injects = injects
  }

  /// The nonce in the injected responses: a client that reports it has taken them for responses under TLS.
  public static func injectedNonce(for nonce: String) -> String { String(nonce.reversed()) }
}
