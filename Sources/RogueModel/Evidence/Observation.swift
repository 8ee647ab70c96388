/// The server's record of one attempt: all connections, all fetches, in order.
public struct Observation: Sendable, Hashable {
  public var connections: [ConnectionEvidence]
  /// The clients' connections to the world's proxy; each may contain one to the server.
  public var proxied: [ConnectionEvidence]
  public var fetches: [FetchEvidence]
  /// Faults of the harness (a decoder that lost a connection, a socket error): they lead to `harness-error`.
  public var faults: [String]
  /// The first few connections that were not the validator's. The server closed them before it sent a byte.
  public var dropped: [DroppedConnection]
  /// How many there were.
  public var droppedCount: Int

  /// The client's activity beyond what one request needs, in sentences: connections, or bytes. The server did not serve
  /// the excess; leads to `error: flooded`.
  public var floods: [String]

  public init(
    connections: [ConnectionEvidence] = [], proxied: [ConnectionEvidence] = [], fetches: [FetchEvidence] = [],
    faults: [String] = [], dropped: [DroppedConnection] = [], droppedCount: Int? = nil, floods: [String] = []
  ) {
    self.connections = connections
    self.proxied = proxied
    self.fetches = fetches
    self.faults = faults
    self.dropped = dropped
    self.droppedCount = droppedCount ?? dropped.count
    self.floods = floods
  }
}

/// One TCP connection to the rogue server, decoded from the bytes on the wire. Times are microseconds since the
/// attempt began.
public struct ConnectionEvidence: Sendable, Hashable {
  /// 1-based within the attempt.
  public var index: Int
  /// Which process owns the client's end, according to the kernel.
  public var owner: ConnectionOwner
  public var openedAt: Int
  public var closedAt: Int?
  public var clientHello: ClientHelloEvidence?
  /// TLS 1.2 also covers older versions, which share its handshake.
  public var version: TLSVersion?
  /// The wire number of a version before TLS 1.2; nil if the server did not select one.
  public var olderVersion: UInt16?
  /// The negotiated cipher suite's IANA number.
  public var cipherSuite: UInt16?
  public var resumed = false
  /// The connection was opened in an earlier attempt and is used again: this attempt has no handshake on it, and
  /// nothing was presented. Hello, version, suite and the client's certificates are those of the connection's original
  /// handshake.
  public var reused: Bool
  /// The server's Certificate message, entry by entry; nil if it sent none.
  public var serverCertificates: [[UInt8]]?
  /// Stapled OCSP responses as sent, by entry index.
  public var staples: [Int: [UInt8]] = [:]
  /// The SignedCertificateTimestampList of the TLS extension, as sent (RFC 6962, section 3.3.1); nil if the server sent
  /// none.
  public var sctList: [UInt8]?
  public var certificatesSentAt: Int?
  public var certificateRequested = false
  /// The second handshake on the connection; nil if neither side requested one.
  public var renegotiation: RenegotiationEvidence?
  /// The client's Certificate message, entry by entry; nil if it sent none, empty if the message was empty. For a
  /// resumed session and a reused connection, those of the original handshake: the server takes the client for this
  /// one.
  public var clientCertificates: [[UInt8]]?
  /// The client's Certificate message byte for byte, header included.
  public var clientCertificateMessage: [UInt8]?
  public var clientFinishedAt: Int?
  public var alerts: [AlertEvidence] = []
  /// Decrypted application bytes from the client.
  public var applicationBytes = 0
  /// The part of them that came before the server's response to the ClientHello: 0-RTT (RFC 8446, section 2.3).
  public var earlyBytes = 0
  public var firstApplicationAt: Int?
  /// The first line of the request, if one came.
  public var request: String?
  /// The host that the request names: the Host field (RFC 9110, section 7.2), or `:authority`.
  public var requestHost: String?
  public var nonceSentAt: Int?
  /// Code and phrase of a response without the nonce, such as `421 Misdirected Request`; nil: the server sent none.
  public var refusal: String?
  /// Why the server itself ended the handshake, in the engine's words: what is wrong with the client's certificates, or
  /// how the client violated the protocol.
  public var refusedClientBecause: String?
  public var end = ConnectionEnd(by: .harness, how: .deadline)
  public var bytesIn = 0
  public var bytesOut = 0
  /// Bytes that the decoder could not decode. Not a fault by itself, because a client may send anything.
  public var undecoded: String?
  /// The names of the server's behaviours that this client saw: read from the bytes that were sent, not from what the
  /// engine was configured to do.
  public var presented: Set<String> = []
  /// The offers that the ClientHello lacks and the server's behaviours need, in words.
  public var missingOffers: [String] = []
  /// A behaviour replaced the planned Certificate message by another one.
  public var flightWasRewritten = false
  /// The dialogue before TLS; nil: the connection started with TLS.
  public var clear: StartTLSEvidence?

  /// `fill` sets what is known later.
  public init(
    index: Int, owner: ConnectionOwner = .unknown, openedAt: Int, reused: Bool = false,
    _ fill: (inout ConnectionEvidence) -> Void = { _ in }
  ) {
    self.index = index
    self.owner = owner
    self.openedAt = openedAt
    self.reused = reused
    fill(&self)
  }
}

public struct ClientHelloEvidence: Sendable, Hashable {
  public var serverName: String?
  public var alpn: [String]
  /// Wire numbers, from supported_versions or the legacy field.
  public var versions: [UInt16]
  /// Named groups, wire numbers.
  public var groups: [UInt16]
  public var cipherSuites: [UInt16]
  /// The client asked for a stapled OCSP response (status_request).
  public var requestsStaple: Bool
  /// The client asked for SCTs (signed_certificate_timestamp).
  public var requestsSCTs: Bool
  /// The client answers a request for its certificate after the handshake, too (post_handshake_auth).
  public var offersPostHandshakeAuthentication: Bool

  public init(
    serverName: String? = nil, alpn: [String] = [], versions: [UInt16] = [], groups: [UInt16] = [],
    cipherSuites: [UInt16] = [], requestsStaple: Bool = false, requestsSCTs: Bool = false,
    offersPostHandshakeAuthentication: Bool = false
  ) {
    self.serverName = serverName
    self.alpn = alpn
    self.versions = versions
    self.groups = groups
    self.cipherSuites = cipherSuites
    self.requestsStaple = requestsStaple
    self.requestsSCTs = requestsSCTs
    self.offersPostHandshakeAuthentication = offersPostHandshakeAuthentication
  }
}

public enum Side: String, Sendable, Hashable, CaseIterable { case client, server }

public struct AlertEvidence: Sendable, Hashable {
  public var from: Side
  public var isFatal: Bool
  /// AlertDescription (RFC 8446, section 6); 0 is close_notify.
  public var code: UInt8
  public var at: Int

  public init(from: Side, isFatal: Bool, code: UInt8, at: Int) {
    self.from = from
    self.isFatal = isFatal
    self.code = code
    self.at = at
  }
}

/// Which side ended a connection first, and how.
public struct ConnectionEnd: Sendable, Hashable {
  public enum By: String, Sendable, Hashable, CaseIterable { case client, server, harness }
  public enum How: String, Sendable, Hashable, CaseIterable {
    /// A fatal alert.
    case alert
    case closeNotify = "close-notify"
    /// FIN without close_notify.
    case fin
    case reset
    /// The harness closed the connection at the end of the attempt, because it was still open.
    case deadline
    /// Neither side ended it: it stays open for later attempts.
    case kept
  }
  public var by: By
  public var how: How

  public init(by: By, how: How) {
    self.by = by
    self.how = how
  }
}

/// One request to a revocation responder.
public struct FetchEvidence: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case ocsp, crl
    /// The issuer's certificate, by caIssuers (RFC 5280, section 4.2.2.1).
    case issuers
    case other
  }
  public var kind: Kind
  /// The certificate (OCSP, caIssuers) or issuer (CRL) that the URL names.
  public var name: String
  public var at: Int
  /// The responder's answer: a status line, "reset", "nothing".
  public var answer: String
  /// The HTTP method, such as `POST`.
  public var method: String
  /// The requested path; its end is omitted if it is very long.
  public var target: String
  /// The length of the OCSP request; nil for a CRL, or if no request could be read.
  public var questionBytes: Int?
  /// The content of the request's nonce extension, DER within it (RFC 9654).
  public var nonce: [UInt8]?
  /// The length of the reply's body, even if it was not sent completely.
  public var answerBytes: Int

  public init(
    kind: Kind, name: String, at: Int, answer: String, method: String = "GET", target: String = "",
    questionBytes: Int? = nil, nonce: [UInt8]? = nil, answerBytes: Int = 0
  ) {
    self.kind = kind
    self.name = name
    self.at = at
    self.answer = answer
    self.method = method
    self.target = target
    self.questionBytes = questionBytes
    self.nonce = nonce
    self.answerBytes = answerBytes
  }
}
