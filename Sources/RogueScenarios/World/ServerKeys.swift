internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a world's server.
enum ServerKeys {
  static let present = StimulusField(ServerStimuli.present, .presentation)
  static let key = StimulusField(ServerStimuli.key, .reference(.certificateOrKey))
  static let tls = StimulusField(ServerStimuli.tls, Shape<TLSVersion>.word)
  static let staple = StimulusField(ServerStimuli.staple, .staple)
  static let staples = StimulusField(ServerStimuli.staples, .map(keys: .references(.certificate), of: .staple))
  static let scts = StimulusField(ServerStimuli.scts, .scts)
  static let alpn = StimulusField(ServerStimuli.alpn, .list(of: .text("a protocol"), "protocols"))
  static let clientAuth = StimulusField(ServerStimuli.clientAuth, Shape<ServerRecipe.ClientAuthentication.Mode>.word)
  static let clientList = StimulusField(ServerStimuli.clientList, Shape<ServerRecipe.ClientAuthentication.List>.word)
  static let clientAuthAt = StimulusField(
    ServerStimuli.clientAuthAt, Shape<ServerRecipe.ClientAuthentication.Moment>.word)
  static let clientAnchors = StimulusField(
    ServerStimuli.clientAnchors, .list(of: .reference(.certificate), minimum: 1, "certificates"))
  static let clientHints = StimulusField(ServerStimuli.clientHints, .flag)
  static let resumption = StimulusField(ServerStimuli.resumption, .resumption)
  static let earlyData = StimulusField(ServerStimuli.earlyData, .flag)
  static let keepAlive = StimulusField(ServerStimuli.keepAlive, .flag)
  static let connections = StimulusField(ServerStimuli.connections, .map(keys: .numbers, of: ConnectionKeys.shape))
  static let renegotiation = StimulusField(ServerStimuli.renegotiation, RenegotiationKeys.shape)
  /// How the values of what travels in a bag are written.
  static let settings = ServerSettings.all.map { SettingReader($0) }
  static let behaviours = StimulusField(ServerStimuli.behaviours, .uses(.behaviour))
  static let startTLS = StimulusField(ServerStimuli.startTLS, StartTLSKeys.shape)
  static let proxy = StimulusField(ServerStimuli.proxy, ProxyKeys.shape)

  static let table = Table(
    "server", subject: "the server", "What the world's server does.",
    stimuli: [
      present, key, tls, staple, staples, scts, alpn, clientAuth, clientAuthAt, clientList, clientAnchors, clientHints,
      resumption, earlyData, keepAlive, connections, renegotiation,
    ] + settings.map { $0 as any FaultField<ServerRecipe> } + [behaviours, startTLS, proxy])

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
    var recipe = ServerRecipe(
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
      connections: connectionRecipes(entries), renegotiation: entries[renegotiation],
      behaviours: entries[behaviours] ?? [], startTLS: entries[startTLS], proxy: entries[proxy])
    for setting in settings { setting.read(entries, &recipe) }
    return recipe
  }

  private static func connectionRecipes(_ entries: Entries) -> [Int: ServerRecipe.Connection] {
    var connections: [Int: ServerRecipe.Connection] = [:]
    for (number, connection) in entries[Self.connections] ?? [] {
      if let number = Int(number.text) { connections[number] = connection }
    }
    return connections
  }
}

/// The keys of some connections.
enum ConnectionKeys {
  static let present = Field(ConnectionParts.present.part, .presentation)
  static let key = Field(ConnectionParts.key.part, .reference(.certificateOrKey))
  static let tls = Field(ConnectionParts.tls.part, Shape<TLSVersion>.word)
  static let staple = Field(ConnectionParts.staple.part, .staple)
  static let behaviours = Field(ConnectionParts.behaviours.part, .uses(.behaviour))

  static let table = Table(
    "connection", subject: "a connection",
    "The parts of a server that some connections of an attempt have of their own.",
    [present.key, key.key, tls.key, staple.key, behaviours.key])

  static let shape = Shape<ServerRecipe.Connection>.table(table) { entries in
    ServerRecipe.Connection(
      present: entries[present], key: entries[key], tls: entries[tls], staple: entries[staple],
      behaviours: entries[behaviours])
  }
}

/// The keys of a second handshake on a connection.
enum RenegotiationKeys {
  static let table = Table(
    "renegotiation", subject: "a renegotiation", "What differs in a second handshake on the connection.",
    [ConnectionKeys.present.key, ConnectionKeys.key.key])

  static let shape = Shape<ServerRecipe.Connection>.table(table) { entries in
    ServerRecipe.Connection(present: entries[ConnectionKeys.present], key: entries[ConnectionKeys.key])
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
