public import RogueModel

/// Which bytes on the wire show that a fault was presented, and which that it was exercised.
///
/// A value and no function, so that the judge can be walked over every kind of it. `RogueVerdicts` interprets it.
public struct FaultEvidence: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// No mutation: nothing to be told.
    case healthy
    /// No fault by itself, so that nothing on the wire can show it: whoever mutates it alone proves nothing.
    case setting
    /// Another certificate list, another certificate or another key: told by the Certificate message.
    case flight
    /// Another list or key in a second handshake on the connection: told by the Certificate message of that one.
    case renegotiation
    /// What a list in the policy says, or does not say: told by the Certificate message.
    case revokedByList
    /// Told by the responses stapled for these entries (or their absence) for clients that asked for one.
    case staple(of: Set<Int> = [0])
    /// Told by the timestamps of the TLS extension (or their absence) for clients that asked for them.
    case timestamps
    /// Told when one of these questions was asked of a responder.
    case responder(Set<Question>)
    /// Told when one of these questions was asked with a nonce: without one, nothing is said about it.
    case nonce(Set<Question>)
    /// Told when the client's list was asked for and judged.
    case clientChain
    /// Told as soon as a ClientHello was answered.
    case handshake
    /// Told when the bytes on the wire show each of these behaviours.
    case behaviours(Set<String>)
    /// Told before TLS, by what becomes of the client's wish for it.
    case startTLS(StartTLSRecipe)
    /// A redirect to a URL without TLS: told by its answer, and by requests that come in the clear.
    case clearRedirect
    /// Another certificate or key of the proxy: told by its Certificate message, before the client names the server.
    case proxyFlight
  }

  /// What a responder can be asked: the status of a certificate, or the CRL of an issuer.
  public struct Question: Hashable, Sendable {
    public var kind: FetchEvidence.Kind
    public var name: String

    public init(_ kind: FetchEvidence.Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }

  public var kind: Kind
  /// Told on connections at these places only; nil: on every one.
  public var places: Set<ServerPlace>?
  /// A resumed handshake, or a connection that is used again, tells it without a certificate: the client knows the
  /// revoked one from its first visit.
  ///
  /// A swapped leaf is not told so: a resumed session is authenticated by the handshake that began it (RFC 8446,
  /// section 2.2).
  public var countsResumption: Bool

  public init(_ kind: Kind, places: Set<ServerPlace>? = nil, countsResumption: Bool = false) {
    self.kind = kind
    self.places = places
    self.countsResumption = countsResumption
  }
}
