public import RogueModel

/// Which bytes on the wire show that a fault was presented, and which that it was exercised.
///
/// A value and no function, so that the judge can be walked over every kind of it. `RogueVerdicts` interprets it.
public struct FaultEvidence: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// No mutation: there is nothing to present.
    case healthy
    /// Not a fault by itself, so nothing on the wire can show it: a scenario that mutates only this proves nothing.
    case setting
    /// Another certificate list, another certificate or another key: presented by the Certificate message.
    case flight
    /// The content of a CRL in the policy, or its lack: presented by the Certificate message.
    case revokedByCRL
    /// Presented by the responses stapled for these entries (or their absence) to clients that asked for one.
    case staple(of: Set<Int> = [0])
    /// Presented by the SCTs of the TLS extension (or their absence) to clients that asked for them.
    case scts
    /// Presented when the client has sent a responder one of these queries.
    case responder(Set<Question>)
    /// Presented when the client has sent one of these queries with a nonce: the fault is in the response's nonce.
    case nonce(Set<Question>)
    /// Presented when the server has requested and judged the client's certificates.
    case clientChain
    /// Presented as soon as the server has answered a ClientHello.
    case handshake
    /// Presented when the bytes on the wire show each of these behaviours.
    case behaviours(Set<String>)
    /// Presented before TLS, by the server's reaction to the client's STARTTLS.
    case startTLS(StartTLSRecipe)
    /// A redirect to another host: presented by the response, and by the connections that the client opens for the host.
    case redirect
    /// A redirect to a URL without TLS: presented by the response, and by requests that come in plaintext.
    case clearRedirect
    /// Another certificate or key of the proxy: presented by its Certificate message, before the client names the
    /// server.
    case proxyFlight
    /// Presented when the proxy has requested the client's certificate.
    case proxyRequest
    /// Presented when the proxy has answered CONNECT with a refusal.
    case proxyRefusal
  }

  /// A query to a responder: the status of a certificate, or the CRL of an issuer.
  public struct Question: Hashable, Sendable {
    public var kind: FetchEvidence.Kind
    public var name: String

    public init(_ kind: FetchEvidence.Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }

  public var kind: Kind
  /// Presented on connections at these places only; nil: on every one.
  public var places: Set<ServerPlace>?
  /// A resumed handshake, or a reused connection, presents the fault without a certificate: the client knows the
  /// revoked one from its first connection.
  ///
  /// That does not apply to a swapped leaf: the original handshake authenticates a resumed session (RFC 8446, section
  /// 2.2).
  public var countsResumption: Bool
  /// The first handshake of a connection is honest: the Certificate message of the second one presents the fault.
  public var isRenegotiated: Bool

  public init(
    _ kind: Kind, places: Set<ServerPlace>? = nil, countsResumption: Bool = false, isRenegotiated: Bool = false
  ) {
    self.kind = kind
    self.places = places
    self.countsResumption = countsResumption
    self.isRenegotiated = isRenegotiated
  }
}
