import RogueModel

// The server's record.

extension Observation {
  static let logForm = LogForm<Observation>.object(
    "Everything that the server side saw during one attempt.", Observation()
  ) {
    has("connections", \.connections, .list(ConnectionEvidence.logForm.defined("connection")))
    has(
      "proxied", \.proxied, .list(ConnectionEvidence.logForm.defined("connection")),
      "the clients' connections to the proxy")
    has("fetches", \.fetches, .list(FetchEvidence.logForm))
    has("faults", \.faults, .list(.text), "faults of the harness")
    has("dropped", \.dropped, .list(DroppedConnection.logForm), "the first few")
    has("droppedCount", \.droppedCount, .count)
    has("floods", \.floods, .list(.text), "what the client did more of than one request needs")
  }
}

extension DroppedConnection {
  fileprivate static let logForm = LogForm<DroppedConnection>.object(
    "A connection of another process, closed before it was served.", DroppedConnection(at: 0, cause: .gone)
  ) {
    has("atMicroseconds", \.at, .microseconds)
    has("cause", \.cause, .word)
    may("name", \.name, .text)
  }
}

extension FetchEvidence {
  fileprivate static let logForm = LogForm<FetchEvidence>.object(
    "A request to a responder.", FetchEvidence(kind: .other, name: "", at: 0, answer: "")
  ) {
    has("kind", \.kind, .word)
    has("name", \.name, .text, "the certificate or issuer that the URL names")
    has("atMicroseconds", \.at, .microseconds)
    has("response", \.answer, .text, "a status line, 'reset', 'nothing'")
    has("method", \.method, .text)
    has("target", \.target, .text)
    may("requestBytes", \.questionBytes, .count, "the length of the OCSP request")
    may("nonce", \.nonce, .base64)
    has("responseBytes", \.answerBytes, .count)
  }
}

extension ConnectionEvidence {
  static let logForm = LogForm<ConnectionEvidence>.object(
    "One TCP connection, decoded from the bytes on the wire.", ConnectionEvidence(index: 1, openedAt: 0), members)

  @LogMembers<ConnectionEvidence> private static func members() -> [LogMember<ConnectionEvidence>] {
    has("index", \.index, .ordinal)
    has("owner", \.owner, .word)
    has("openedAtMicroseconds", \.openedAt, .microseconds)
    may("closedAtMicroseconds", \.closedAt, .microseconds)
    may("clientHello", \.clientHello, ClientHelloEvidence.logForm)
    may("version", \.version, .word, "1.2 also for older versions")
    may("olderVersion", \.olderVersion, .count, "the wire number of a version before TLS 1.2")
    may("cipherSuite", \.cipherSuite, .count, "IANA number")
    only("cipherSuiteName", .nullable(.text)) { $0.cipherSuite.map(CipherSuiteName.of) }
    has("resumed", \.resumed, .flag)
    has("reused", \.reused, .flag, "opened in an earlier attempt")
    may("serverCertificates", \.serverCertificates, .certificates, "of the line's certificates")
    has("staples", \.stapleList, .list(stapleForm))
    may("sctList", \.sctList, .base64)
    may("certificatesSentAtMicroseconds", \.certificatesSentAt, .microseconds)
    has("certificateRequested", \.certificateRequested, .flag)
    may("renegotiation", \.renegotiation, RenegotiationEvidence.logForm)
    may("clientCertificates", \.clientCertificates, .certificates)
    may("clientCertificateMessage", \.clientCertificateMessage, .base64)
    may("clientFinishedAtMicroseconds", \.clientFinishedAt, .microseconds)
    has("alerts", \.alerts, .list(AlertEvidence.logForm))
    has("applicationBytes", \.applicationBytes, .count, "decrypted, from the client")
    has("earlyBytes", \.earlyBytes, .count, "the part that was 0-RTT")
    may("firstApplicationAtMicroseconds", \.firstApplicationAt, .microseconds)
    may("request", \.request, .text, "its first line")
    may("requestHost", \.requestHost, .text)
    may("nonceSentAtMicroseconds", \.nonceSentAt, .microseconds)
    may("refusal", \.refusal, .text, "a response without the nonce, such as 421")
    may("refusedClientBecause", \.refusedClientBecause, .text, "why the server ended the handshake")
    has("end", \.end, ConnectionEnd.logForm)
    has("bytesIn", \.bytesIn, .count)
    has("bytesOut", \.bytesOut, .count)
    may("undecoded", \.undecoded, .text)
    has("presented", \.presented, .sortedTexts, "behaviours that this client saw, read from the bytes")
    has(
      "missingOffers", \.missingOffers, .list(.text),
      "what the ClientHello did not offer, although the fault depends on it")
    has("flightWasRewritten", \.flightWasRewritten, .flag)
    may("startTLS", \.clear, StartTLSEvidence.logForm)
  }

  private typealias Staple = (entry: Int, response: [UInt8])

  private static let stapleForm = LogForm<Staple>.object("A stapled OCSP response.", (entry: 0, response: [])) {
    has("entry", \.entry, .count)
    has("response", \.response, .base64)
  }

  private var stapleList: [Staple] {
    get { staples.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    set { for (entry, response) in newValue { staples[entry] = response } }
  }
}

extension ConnectionEnd {
  fileprivate static let logForm = LogForm<ConnectionEnd>.object(
    "Which side ended the connection first, and how.", ConnectionEnd(by: .harness, how: .deadline)
  ) {
    has("by", \.by, .word)
    has("how", \.how, .word)
  }
}

extension ClientHelloEvidence {
  fileprivate static let logForm = LogForm<ClientHelloEvidence>.object("The ClientHello.", ClientHelloEvidence()) {
    may("serverName", \.serverName, .text)
    has("alpn", \.alpn, .list(.text))
    has("versions", \.versions, .list(.wireNumber), "wire numbers: 772 is TLS 1.3")
    has("groups", \.groups, .list(.wireNumber), "IANA numbers")
    has("cipherSuites", \.cipherSuites, .list(.wireNumber), "IANA numbers")
    has("requestsStaple", \.requestsStaple, .flag)
    has("requestsSCTs", \.requestsSCTs, .flag)
    has("offersPostHandshakeAuthentication", \.offersPostHandshakeAuthentication, .flag)
  }
}

extension AlertEvidence {
  fileprivate static let logForm = LogForm<AlertEvidence>.object(
    "An alert.", AlertEvidence(from: .server, isFatal: false, code: 0, at: 0)
  ) {
    has("from", \.from, .word)
    has("fatal", \.isFatal, .flag)
    has("code", \.code, .count, "RFC 8446, section 6")
    // For people.
    only("name", .text) { AlertName.of($0.code) }
    has("atMicroseconds", \.at, .microseconds)
  }
}

extension RenegotiationEvidence {
  fileprivate static let logForm = LogForm<RenegotiationEvidence>.object(
    "A second handshake on the connection.", RenegotiationEvidence()
  ) {
    may("requestedAtMicroseconds", \.requestedAt, .microseconds)
    may("certificates", \.certificates, .certificates)
    may("certificatesSentAtMicroseconds", \.certificatesSentAt, .microseconds)
    may("clientFinishedAtMicroseconds", \.clientFinishedAt, .microseconds)
    has("applicationBytes", \.applicationBytes, .count)
    has("presented", \.presented, .sortedTexts, "behaviours that the first handshake did not show")
  }
}

extension StartTLSEvidence {
  fileprivate static let logForm = LogForm<StartTLSEvidence>.object("The dialogue before TLS.", StartTLSEvidence()) {
    may("offered", \.offered, .flag)
    may("acceptedTLS", \.agreed, .flag)
    has("preauthenticated", \.isPreauthenticated, .flag)
    has("surplusBytes", \.surplusBytes, .count)
    has("applicationBytes", \.applicationBytes, .count)
    may("firstApplicationAtMicroseconds", \.firstApplicationAt, .microseconds)
    has("commands", \.commands, .list(.text))
  }
}
