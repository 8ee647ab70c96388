internal import RogueModel

/// The server's record.
extension LogSchema {
  static let observation = object(
    "observation", "Everything that the server side saw during one attempt.",
    [
      has("connections", list(reference("connection"))),
      has("proxied", list(reference("connection")), "the clients' connections to the proxy"),
      has("fetches", list(fetch)), has("faults", list(text), "faults of the harness"),
      has(
        "dropped",
        list(
          object(
            "A connection of another process, closed before it was served.",
            [
              has("atMicroseconds", microseconds), has("cause", words(DroppedConnection.Cause.self)), may("name", text),
            ])), "the first few"),
      has("droppedCount", count), has("floods", list(text), "what the client did more of than one request needs"),
    ])

  private static let fetch = object(
    "A request to a responder.",
    [
      has("kind", words(FetchEvidence.Kind.self)), has("name", text, "the certificate or issuer that the URL names"),
      has("atMicroseconds", microseconds), has("response", text, "a status line, 'reset', 'nothing'"),
      has("method", text), has("target", text), may("requestBytes", count, "the length of the OCSP request"),
      may("nonce", base64), has("responseBytes", count),
    ])

  private static let indices = list(count)
  private static let wireNumbers = list(["type": "integer", "minimum": 0, "maximum": 65_535])

  static let connection = object(
    "connection", "One TCP connection, decoded from the bytes on the wire.",
    [
      has("index", ["type": "integer", "minimum": 1]), has("owner", words(ConnectionOwner.self)),
      has("openedAtMicroseconds", microseconds), may("closedAtMicroseconds", microseconds),
      may("clientHello", hello), may("version", words(TLSVersion.self), "1.2 also for older versions"),
      may("olderVersion", count, "the wire number of a version before TLS 1.2"),
      may("cipherSuite", count, "IANA number"), may("cipherSuiteName", text), has("resumed", flag),
      has("reused", flag, "opened in an earlier attempt"),
      may("serverCertificates", indices, "of the line's certificates"),
      has(
        "staples",
        list(object("A stapled OCSP response.", [has("entry", count), has("response", base64)]))),
      may("sctList", base64), may("certificatesSentAtMicroseconds", microseconds), has("certificateRequested", flag),
      may("renegotiation", renegotiation), may("clientCertificates", indices), may("clientCertificateMessage", base64),
      may("clientFinishedAtMicroseconds", microseconds), has("alerts", list(alert)),
      has("applicationBytes", count, "decrypted, from the client"), has("earlyBytes", count, "the part that was 0-RTT"),
      may("firstApplicationAtMicroseconds", microseconds), may("request", text, "its first line"),
      may("requestHost", text), may("nonceSentAtMicroseconds", microseconds),
      may("refusal", text, "a response without the nonce, such as 421"),
      may("refusedClientBecause", text, "why the server ended the handshake"),
      has(
        "end",
        object(
          "Which side ended the connection first, and how.",
          [has("by", words(ConnectionEnd.By.self)), has("how", words(ConnectionEnd.How.self))])),
      has("bytesIn", count), has("bytesOut", count), may("undecoded", text),
      has("presented", list(text), "behaviours that this client saw, read from the bytes"),
      has("missingOffers", list(text), "what the ClientHello did not offer, although the fault depends on it"),
      has("flightWasRewritten", flag), may("startTLS", startTLS),
    ])

  private static let hello = object(
    "The ClientHello.",
    [
      may("serverName", text), has("alpn", list(text)), has("versions", wireNumbers, "wire numbers: 772 is TLS 1.3"),
      has("groups", wireNumbers, "IANA numbers"), has("cipherSuites", wireNumbers, "IANA numbers"),
      has("requestsStaple", flag), has("requestsSCTs", flag),
      has("offersPostHandshakeAuthentication", flag),
    ])

  private static let alert = object(
    "An alert.",
    [
      has("from", words(Side.self)), has("fatal", flag), has("code", count, "RFC 8446, section 6"), has("name", text),
      has("atMicroseconds", microseconds),
    ])

  private static let renegotiation = object(
    "A second handshake on the connection.",
    [
      may("requestedAtMicroseconds", microseconds), may("certificates", indices),
      may("certificatesSentAtMicroseconds", microseconds), may("clientFinishedAtMicroseconds", microseconds),
      has("applicationBytes", count), has("presented", list(text), "behaviours that the first handshake did not show"),
    ])

  private static let startTLS = object(
    "The dialogue before TLS.",
    [
      may("offered", flag), may("acceptedTLS", flag), has("preauthenticated", flag), has("surplusBytes", count),
      has("applicationBytes", count), may("firstApplicationAtMicroseconds", microseconds), has("commands", list(text)),
    ])
}
