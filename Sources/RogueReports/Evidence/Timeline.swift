public import RogueModel

/// The server's record of one attempt in order, for people.
public struct Timeline: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// Microseconds since the attempt began; nil for what has no moment.
    public var at: Int?
    public var text: String
    /// The end that did it; nil: neither end of this connection.
    public var by: Side?
    public var kind = Kind.other
  }

  /// The events that decide something.
  public enum Kind: Sendable, Hashable {
    /// The server's certificates.
    case certificates
    /// Application data of the client.
    case data
    /// The server's answer to it.
    case nonce
    case alert
    case other
  }

  public let entries: [Entry]

  public init(_ observation: Observation) {
    var entries: [Entry] = []
    let several = observation.connections.count > 1
    for connection in observation.connections {
      let prefix = several ? "connection \(connection.index): " : ""
      entries += Self.entries(of: connection, prefix)
    }
    for connection in observation.proxied {
      entries += Self.entries(of: connection, "proxy: ")
    }
    for fetch in observation.fetches {
      entries.append(Entry(at: fetch.at, text: Self.describe(fetch).printable(), by: .client))
    }
    entries += observation.dropped.map { Entry(at: $0.at, text: Self.describe($0).printable()) }
    if observation.droppedCount > observation.dropped.count {
      let more = observation.droppedCount - observation.dropped.count
      entries.append(Entry(at: nil, text: "\(more) more were dropped"))
    }
    // Sorting keeps the order of entries that share a moment: within a connection that is the protocol's order.
    var ordered = entries.enumerated()
      .sorted { ($0.element.at ?? .max, $0.offset) < ($1.element.at ?? .max, $1.offset) }
      .map(\.element)
    if observation.connections.isEmpty, observation.proxied.isEmpty {
      ordered.insert(Entry(at: nil, text: "no connection came"), at: 0)
    }
    ordered += observation.faults.map { Entry(at: nil, text: "fault of the harness: \($0)".printable()) }
    self.entries = ordered
  }

  /// One line an entry, the offsets right-aligned: ` 1.9 ms  alert unknown_ca (fatal) from the client`.
  public var lines: [String] { lines { _ in "" } }

  /// The same with arrows: what the client does goes to the right, what the server does to the left.
  func lines(_ glyphs: Glyphs) -> [String] {
    let none = String(repeating: " ", count: glyphs.arrow.count)
    return lines { by in (by == .client ? glyphs.arrow : by == .server ? glyphs.back : none) + " " }
  }

  private func lines(_ mark: (Side?) -> String) -> [String] {
    let offsets = entries.map { $0.at.map(DurationText.milliseconds(ofMicroseconds:)) ?? "" }
    let width = offsets.map(\.count).max() ?? 0
    return zip(offsets, entries).map { offset, entry in
      (width == 0 ? "" : offset.paddedLeft(to: width) + "  ") + mark(entry.by) + entry.text
    }
  }

  private static func entries(of connection: ConnectionEvidence, _ prefix: String) -> [Entry] {
    var entries = Entries(prefix: prefix)
    for part in [opening(of:add:), flights(of:add:), exchange(of:add:), ending(of:add:)] {
      part(connection, &entries)
    }
    return entries.list
  }

  /// The entries of a connection; a call adds one.
  private struct Entries {
    let prefix: String
    var list: [Entry] = []

    mutating func callAsFunction(_ at: Int?, _ text: String, _ by: Side?, _ kind: Kind = .other) {
      list.append(Entry(at: at, text: prefix + text.printable(), by: by, kind: kind))
    }
  }

  private static func opening(of connection: ConnectionEvidence, add: inout Entries) {
    if let clear = connection.clear { add(connection.openedAt, describe(clear), nil) }
    if connection.reused {
      add(connection.openedAt, "a connection of an earlier attempt is used again", .client)
    } else if let hello = connection.clientHello {
      add(connection.openedAt, describe(hello), .client)
    } else {
      add(connection.openedAt, "connected, no ClientHello", .client)
    }
    if let version = connection.version {
      let suite = connection.cipherSuite.map { " " + CipherSuiteName.of($0) } ?? ""
      let name = connection.olderVersion.map(name) ?? "TLS \(version.rawValue)"
      add(connection.openedAt, "\(name)\(suite)\(connection.resumed ? ", session resumed" : "")", .server)
    }
  }

  private static func flights(of connection: ConnectionEvidence, add: inout Entries) {
    if let certificates = connection.serverCertificates {
      add(
        connection.certificatesSentAt ?? connection.openedAt, describe(certificates, connection),
        .server, .certificates)
    }
    if let certificates = connection.clientCertificates {
      add(
        connection.clientFinishedAt ?? connection.certificatesSentAt ?? connection.openedAt,
        certificates.isEmpty
          ? "client sent an empty certificate list"
          : "client sent its certificate list, " + .counted(certificates.count, "entry", plural: "entries"), .client)
    }
    if let at = connection.clientFinishedAt { add(at, "client Finished", .client) }
    for alert in connection.alerts {
      add(
        alert.at,
        alert.code == 0
          ? "close_notify from the \(alert.from.rawValue)"
          : "alert \(AlertName.of(alert.code))\(alert.isFatal ? "" : " (warning)") from the \(alert.from.rawValue)",
        alert.from, .alert)
    }
  }

  private static func exchange(of connection: ConnectionEvidence, add: inout Entries) {
    if let at = connection.firstApplicationAt {
      let host = connection.requestHost.map { " for \($0)" } ?? ""
      let request = connection.request.map { ": \($0)\(host)" } ?? ""
      let early =
        connection.earlyBytes > 0
        ? ", \(connection.earlyBytes) of them before the server's answer" : ""
      add(
        at,
        .counted(connection.applicationBytes, "application byte") + " from the client" + early
          + request, .client,
        .data)
    }
    if let second = connection.renegotiation {
      if let at = second.requestedAt { add(at, "the server requests a second handshake", .server) }
      if let at = second.certificatesSentAt, let list = second.certificates {
        add(
          at, "second certificate flight, " + .counted(list.count, "entry", plural: "entries"),
          .server, .certificates)
      }
      if let at = second.clientFinishedAt {
        add(at, "client Finished, for the second time", .client)
      }
      if let at = second.clientFinishedAt { add(at, "client Finished, for the second time", .client) }
    }
    if let refusal = connection.refusal {
      add(connection.firstApplicationAt ?? connection.openedAt, "answered \(refusal), without the nonce", .server)
    }
  }

  private static func ending(of connection: ConnectionEvidence, add: inout Entries) {
    if !connection.missingOffers.isEmpty {
      add(
        connection.openedAt, "the client does not offer \(connection.missingOffers.joined(separator: " and "))", .client
      )
    }
    if let at = connection.nonceSentAt { add(at, "nonce sent", .server, .nonce) }
    if let why = connection.refusedClientBecause {
      add(connection.closedAt ?? connection.openedAt, "server refused the client: \(why)", .server)
    }
    if connection.owner == .unknown { add(connection.openedAt, "the system does not say whose connection it is", nil) }
    if connection.owner == .unverified {
      add(connection.openedAt, "\(ConnectionOwner.unverifiedMark): the kernel was not asked", nil)
    }
    add(connection.closedAt, describe(connection.end), Side(rawValue: connection.end.by.rawValue))
    if let undecoded = connection.undecoded { add(connection.closedAt, "not decoded: \(undecoded)", nil) }
  }

  private static func describe(_ clear: StartTLSEvidence) -> String {
    var text = "in the clear"
    if clear.isPreauthenticated { text += ", greeted as logged in" }
    if !clear.commands.isEmpty { text += ": \(clear.commands.joined(separator: ", "))" }
    if clear.offered == false { text += "; TLS not offered" }
    if let agreed = clear.agreed { text += agreed ? "; TLS agreed on" : "; TLS refused" }
    if clear.surplusBytes > 0 { text += ", with " + .counted(clear.surplusBytes, "byte") + " injected" }
    if clear.applicationBytes > 0 {
      text += "; " + .counted(clear.applicationBytes, "byte") + " of data from the client"
    }
    return text
  }

  private static func name(_ olderVersion: UInt16) -> String {
    switch olderVersion {
    case 0x0300: "SSL 3.0"
    case 0x0301: "TLS 1.0"
    case 0x0302: "TLS 1.1"
    default: "version 0x" + String(olderVersion, radix: 16)
    }
  }

  private static func describe(_ hello: ClientHelloEvidence) -> String {
    var text = "ClientHello"
    text += hello.serverName.map { " sni=\($0)" } ?? " without SNI"
    if !hello.alpn.isEmpty { text += " alpn=\(hello.alpn.joined(separator: ","))" }
    let wishes = [hello.requestsStaple ? "a staple" : nil, hello.requestsSCTs ? "SCTs" : nil]
    let asked = wishes.compactMap(\.self).joined(separator: " and ")
    if !asked.isEmpty { text += " requests \(asked)" }
    return text
  }

  private static func describe(_ certificates: [[UInt8]], _ connection: ConnectionEvidence) -> String {
    var text = "certificate flight, " + .counted(certificates.count, "entry", plural: "entries")
    if !connection.staples.isEmpty { text += ", stapled OCSP response" }
    if connection.sctList != nil { text += ", SCTs" }
    if connection.certificateRequested { text += ", requests the client's certificate" }
    return text
  }

  private static func describe(_ fetch: FetchEvidence) -> String {
    let what =
      switch fetch.kind {
      case .ocsp: "OCSP query about"
      case .crl: "CRL query to"
      case .issuers: "issuer fetched of"
      case .other: "responder queried for"
      }
    var text = "\(what) \(fetch.name) by \(fetch.method)"
    if let bytes = fetch.questionBytes {
      text += ", " + .counted(bytes, "byte") + (fetch.nonce == nil ? " without a nonce" : " with a nonce")
    }
    text += ": \(fetch.answer)"
    if fetch.answerBytes > 0 { text += ", " + .counted(fetch.answerBytes, "byte") }
    return text
  }

  private static func describe(_ dropped: DroppedConnection) -> String {
    switch dropped.cause {
    case .stranger: "dropped a connection of \(dropped.name ?? "another process")"
    case .gone: "dropped a connection whose client had left before it was accepted"
    }
  }

  private static func describe(_ end: ConnectionEnd) -> String {
    switch end.how {
    case .alert: "closed after the alert, by the \(end.by.rawValue)"
    case .closeNotify: "closed cleanly by the \(end.by.rawValue)"
    case .fin: "closed by the \(end.by.rawValue) without close_notify"
    case .reset: "reset by the \(end.by.rawValue)"
    case .deadline: "still open at the end of the attempt"
    case .kept: "left open for the next attempt"
    }
  }
}

extension Timeline {
  /// The name of an AlertDescription, as the lines have it.
  public static func name(ofAlert code: UInt8) -> String { AlertName.of(code) }
}
