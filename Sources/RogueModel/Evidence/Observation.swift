/// What the server side saw during one attempt: all connections, all fetches, in order.
public struct Observation: Sendable, Hashable {
  public var connections: [ConnectionEvidence]
  /// The clients' connections to the proxy that the world has; inside each may be one to the server.
  public var proxied: [ConnectionEvidence]
  public var fetches: [FetchEvidence]
  /// Trouble of our own (a decoder that could not follow, a socket error of ours): leads to `harness-error`.
  public var faults: [String]
  /// Connections that were none of the validator's and were ended before a byte was sent: the first few of them.
  public var dropped: [DroppedConnection]
  /// How many there were.
  public var droppedCount: Int

  /// What the client did more of than any client needs for one request, in sentences: connections, or bytes. The rest of
  /// it was not served: leads to `error: flooded`.
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
  /// Whose the client's end is, by the kernel's word.
  public var owner: ConnectionOwner
  public var openedAt: Int
  public var closedAt: Int?
  public var clientHello: ClientHelloEvidence?
  /// TLS 1.2 for those before it as well: they share its handshake.
  public var version: TLSVersion?
  /// The wire number of a version before TLS 1.2; nil where the server chose none.
  public var olderVersion: UInt16?
  /// The negotiated cipher suite's IANA number.
  public var cipherSuite: UInt16?
  public var resumed = false
  /// The connection was opened in an earlier attempt and used again: no handshake belongs to this one, and nothing was
  /// presented. Hello, version, suite and the client's certificates are those of the handshake that it rests on.
  public var reused: Bool
  /// The server's Certificate message, entry by entry; nil when none was sent.
  public var serverCertificates: [[UInt8]]?
  /// Stapled OCSP responses as sent, by entry index.
  public var staples: [Int: [UInt8]] = [:]
  /// The SignedCertificateTimestampList of the TLS extension, as sent (RFC 6962, section 3.3.1); nil when none was.
  public var sctList: [UInt8]?
  public var certificatesSentAt: Int?
  public var certificateRequested = false
  /// The second handshake on the connection; nil when nobody asked for one.
  public var renegotiation: RenegotiationEvidence?
  /// The client's Certificate message, entry by entry; nil when none came, empty when it was empty. On a resumed session,
  /// and on a connection that is used again, that of the handshake that began it: the server takes the client for this one.
  public var clientCertificates: [[UInt8]]?
  /// The client's Certificate message byte for byte, header included.
  public var clientCertificateMessage: [UInt8]?
  public var clientFinishedAt: Int?
  public var alerts: [AlertEvidence] = []
  /// Decrypted application bytes from the client.
  public var applicationBytes = 0
  /// Those of them that came before the server had answered the hello: 0-RTT (RFC 8446, section 2.3).
  public var earlyBytes = 0
  public var firstApplicationAt: Int?
  /// The first line of the request, when one came.
  public var request: String?
  /// The host that the request was for, as it names it: the Host field (RFC 9110, section 7.2), or `:authority`.
  public var requestHost: String?
  public var nonceSentAt: Int?
  /// Code and phrase of an answer without the nonce, such as `421 Misdirected Request`; nil: none was sent.
  public var refusal: String?
  /// Why the server ended the handshake by itself, in the engine's words: what it has against the client's certificates, or
  /// what the client did against the protocol.
  public var refusedClientBecause: String?
  public var end = ConnectionEnd(by: .harness, how: .deadline)
  public var bytesIn = 0
  public var bytesOut = 0
  /// What the decoder could not follow. Not a fault by itself: clients may send anything.
  public var undecoded: String?
  /// The server's behaviours that were told to this client, by name: read from the bytes that were sent, not from what
  /// the engine was asked to do.
  public var presented: Set<String> = []
  /// What the client's hello would have had to offer for the server's behaviours to mean anything to it, in words.
  public var missingOffers: [String] = []
  /// One of them put another Certificate message in the place of the planned one.
  public var flightWasRewritten = false
  /// What came before TLS; nil: TLS came first.
  public var clear: StartTLSEvidence?

  /// What has not been seen yet is changed by `fill`.
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
  public var asksForStaple: Bool
  /// The client asked for SCTs (signed_certificate_timestamp).
  public var asksForSCTs: Bool

  public init(
    serverName: String? = nil, alpn: [String] = [], versions: [UInt16] = [], groups: [UInt16] = [],
    cipherSuites: [UInt16] = [], asksForStaple: Bool = false, asksForSCTs: Bool = false
  ) {
    self.serverName = serverName
    self.alpn = alpn
    self.versions = versions
    self.groups = groups
    self.cipherSuites = cipherSuites
    self.asksForStaple = asksForStaple
    self.asksForSCTs = asksForSCTs
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

/// Who ended a connection first, and how.
public struct ConnectionEnd: Sendable, Hashable {
  public enum By: String, Sendable, Hashable, CaseIterable { case client, server, harness }
  public enum How: String, Sendable, Hashable, CaseIterable {
    /// A fatal alert.
    case alert
    case closeNotify = "close-notify"
    /// FIN without close_notify.
    case fin
    case reset
    /// The harness closed what was still open at the end of the attempt.
    case deadline
    /// Nobody ended it: it was left open for the attempts to come.
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
  /// What was answered: a status line, "reset", "nothing".
  public var answer: String
  /// Of HTTP, such as `POST`.
  public var method: String
  /// The path that was asked for, its end left out where it is very long.
  public var target: String
  /// The length of the OCSP request; nil when none could be read, and of a CRL.
  public var questionBytes: Int?
  /// The content of the request's nonce extension, DER within it (RFC 9654).
  public var nonce: [UInt8]?
  /// The length of the reply's body, whether or not it was sent to its end.
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
