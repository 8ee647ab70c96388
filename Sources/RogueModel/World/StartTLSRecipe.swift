/// A protocol that begins in the clear, with TLS once the client has asked for it.
public struct StartTLSRecipe: Hashable, Sendable {
  /// What is spoken before TLS, and in it.
  public enum Language: String, Hashable, Sendable, CaseIterable {
    /// RFC 5321; TLS by RFC 3207.
    case smtp
    /// RFC 9051.
    case imap
    /// PostgreSQL's protocol, version 3: an SSLRequest before anything else.
    case postgresql
  }

  /// What becomes of the client's wish for TLS.
  public enum Offer: String, Hashable, Sendable, CaseIterable {
    /// It is offered, and begins when it is asked for.
    case honest
    /// The list of what the server can does not hold it, and who asks for it all the same is refused. Not in PostgreSQL,
    /// which has no such list.
    case unadvertised
    /// It is offered, and refused when it is asked for.
    case refused
    /// The greeting says that the client is logged in already, so that it is too late to ask (RFC 9051, section 7.1.4).
    /// IMAP only.
    case preauthenticated
  }

  public var speaks: Language
  public var offer: Offer
  /// With the answer that lets TLS begin come answers to what the client will ask under TLS, in the clear.
  public var injects: Bool

  public init(speaks: Language, offer: Offer = .honest, injects: Bool = false) {
    self.speaks = speaks
    self.offer = offer
    self.injects = injects
  }

  /// The words in which the injected answers give the nonce: whoever reports them took them for the server's.
  public static func injectedNonce(for nonce: String) -> String { String(nonce.reversed()) }
}
