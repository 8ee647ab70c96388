internal import RogueModel
internal import RogueYAML

/// The keys of a world's server.
enum ServerKeys {
  static let present = Field(
    "present", .presentation, required: true, "the certificates of the Certificate message, in order")
  static let key = Field(
    "key", .reference(.certificateOrKey), "whose private key signs the handshake; default: the first presented one's")
  static let tls = Field("tls", Shape<TLSVersion>.word, "the only version spoken; default: that of the case")
  static let staple = Field("staple", .staple, "the OCSP response sent along; default none")
  static let staples = Field(
    "staples", .map(keys: .references(.certificate), of: .staple),
    "the OCSP responses sent along for certificates after the leaf, by name; TLS 1.3 only (RFC 8446, section 4.4.2.1)")
  static let scts = Field(
    "scts", .scts, "signed certificate timestamps sent in the TLS extension, about the first certificate; default none")
  static let alpn = Field(
    "alpn", .list(of: .text("a protocol"), "protocols"), "protocols selected when the client offers them")
  static let clientAuth = Field(
    "client-auth", Shape<ServerRecipe.ClientAuthentication.Mode>.word,
    "whether the client is asked for a certificate; default none")
  static let clientList = Field(
    "client-list", Shape<ServerRecipe.ClientAuthentication.List>.word,
    "how the client's list is judged; strict (RFC 5246, section 7.4.2): leaf first and once, each following entry"
      + " certifies the one before, no root; default lenient")
  static let clientAuthAt = Field(
    "client-auth-at", Shape<ServerRecipe.ClientAuthentication.Moment>.word,
    "when the client is asked: in the handshake, or once the request has come (RFC 8446, section 4.6.2; in TLS 1.2 a"
      + " renegotiation); default handshake")
  static let clientAnchors = Field(
    "client-anchors", .list(of: .reference(.certificate), minimum: 1, "certificates"),
    "the CAs whose client certificates are accepted")
  static let clientHints = Field(
    "client-hints", .flag, "the names of these CAs are sent as hints; default true")
  static let resumption = Field(
    "resumption", .resumption,
    "sessions are handed out and honoured: true by ticket or session id, ids by session id alone (TLS 1.2; RFC 5246,"
      + " section 7.3); default false")
  static let earlyData = Field(
    "early-data", .flag,
    "sessions allow a request in early data, and it is answered (RFC 8446, section 2.3); needs resumption; default false"
  )
  static let keepAlive = Field(
    "keep-alive", .flag,
    "connections stay open after an answer, and requests of later steps are answered on them as well; default false")
  static let connections = Field(
    "connections", .map(keys: .numbers, of: ConnectionKeys.shape),
    "what differs on the given connection of one attempt, counted from 1")
  static let renegotiation = Field(
    "renegotiation", ConnectionKeys.shape,
    "a second handshake on the connection before the request is answered, and what differs in it; TLS 1.2 only")
  static let redirect = Field(
    "redirect", .host(),
    "the host that requests for any other are sent on to, at the same address and port; default: nobody is sent on")
  static let misdirected = Field(
    "misdirected", Shape<ServerRecipe.Misdirected>.word,
    "which requests are answered with 421 and without the nonce (RFC 9110, section 15.5.20): those for another host than"
      + " the connection was opened for, or all; default none")
  static let behaviours = Field("behaviours", .uses(.behaviour), "named behaviours, in order")
  static let startTLS = Field(
    "starttls", StartTLSKeys.shape, "the clear protocol before TLS, which is spoken in it as well; default: TLS first")
  static let proxy = Field(
    "proxy", ProxyKeys.shape, "the HTTP proxy that clients have to go through; default: they may go straight")

  static let table = Table(
    "server", subject: "the server", "What the world's server does.",
    [
      present.key, key.key, tls.key, staple.key, staples.key, scts.key, alpn.key, clientAuth.key, clientAuthAt.key,
      clientList.key, clientAnchors.key, clientHints.key, resumption.key, earlyData.key, keepAlive.key, connections.key,
      renegotiation.key, redirect.key, misdirected.key, behaviours.key, startTLS.key, proxy.key,
    ])

  static let shape = Shape<ServerRecipe>.table(table) { entries in
    let mode = entries[clientAuth] ?? .none
    if mode != .none, !entries.has(clientAnchors) {
      entries.reader.report(
        at: entries.position(clientAuth), "a server that asks for client certificates needs 'client-anchors'",
        help: clientAnchors.key.summary)
    }
    if entries[earlyData] == true, entries[resumption] != .any {
      entries.reader.report(
        at: entries.position(earlyData), "early data needs a session that allows it", help: "resumption: true")
    }
    // The loader refuses the world when the required list is missing.
    return ServerRecipe(
      present: entries[present] ?? [], key: entries[key], tls: entries[tls], staple: entries[staple] ?? .none,
      staples: Dictionary(
        (entries[staples] ?? []).map { ($0.text, $1) }, uniquingKeysWith: { first, _ in first }),
      scts: entries[scts] ?? nil, alpn: entries[alpn] ?? [],
      clientAuthentication: .init(
        mode: mode, list: entries[clientList] ?? .lenient, moment: entries[clientAuthAt] ?? .handshake,
        anchors: entries[clientAnchors] ?? [],
        hints: entries[clientHints] ?? true),
      resumption: entries[resumption] ?? .none, takesEarlyData: entries[earlyData] ?? false,
      keepsAlive: entries[keepAlive] ?? false,
      connections: connectionRecipes(entries), renegotiation: entries[renegotiation], redirect: entries[redirect],
      misdirected: entries[misdirected] ?? .none,
      behaviours: entries[behaviours] ?? [], startTLS: entries[startTLS], proxy: entries[proxy])
  }

  private static func connectionRecipes(_ entries: Entries) -> [Int: ServerRecipe.Connection] {
    var connections: [Int: ServerRecipe.Connection] = [:]
    for (number, connection) in entries[Self.connections] ?? [] {
      if let number = Int(number.text) { connections[number] = connection }
    }
    return connections
  }
}

/// The keys of one connection.
enum ConnectionKeys {
  static let present = Field("present", .presentation, "its certificates; default: the server's")
  static let key = Field(
    "key", .reference(.certificateOrKey), "whose private key signs; default: the first certificate's of this list")

  static let table = Table(
    "connection", subject: "a connection",
    "The parts that one connection of an attempt, or a renegotiation, has of its own.",
    [present.key, key.key])

  static let shape = Shape<ServerRecipe.Connection>.table(table) { entries in
    ServerRecipe.Connection(present: entries[present], key: entries[key])
  }
}

extension Shape where Value == ServerRecipe.Resumption {
  /// `true` or `false`, or in the place of them the one way in which sessions are kept.
  static var resumption: Shape {
    let form = Form.either([.flag, .words([ServerRecipe.Resumption.ids.rawValue])])
    return Shape(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull, let value = Value(rawValue: scalar.text),
        scalar.isPlain || value == .ids
      else { return reader.mismatch(node, form) }
      return value
    }
  }
}

extension Shape where Value == [String] {
  static var presentation: Shape {
    .list(of: .reference(.certificate), minimum: 1, "certificates")
  }

  static func references(_ reference: Form.Reference, _ what: String) -> Shape {
    .list(of: .reference(reference), what)
  }
}
