internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a world's server.
enum ServerKeys {
  static let present = StimulusField(ServerStimuli.present, .presentation)
  static let key = StimulusField(ServerStimuli.key, .reference(.certificateOrKey))
  static let connections = StimulusField(ServerStimuli.connections, .map(keys: .numbers, of: ConnectionKeys.shape))
  static let renegotiation = StimulusField(ServerStimuli.renegotiation, RenegotiationKeys.shape)
  /// How the values of what travels in a bag are written.
  static let settings = SettingReaders(ServerSettings.all.map { SettingReader($0) })
  static let behaviours = StimulusField(ServerStimuli.behaviours, .uses(.behaviour))

  static let table = Table(
    "server", subject: "the server", "What the world's server does.",
    stimuli: [present, key] + settings.all.map { $0 as any FaultField<ServerRecipe> }
      + [connections, renegotiation, behaviours])

  static let shape = ValueParser<ServerRecipe>.table(table) { entries in
    // The loader refuses the world when the required list is missing.
    var recipe = ServerRecipe(
      present: entries[present] ?? [], key: entries[key],
      connections: connectionRecipes(entries), renegotiation: entries[renegotiation],
      behaviours: entries[behaviours] ?? [])
    settings.read(entries, &recipe)
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
  static let settings = ConnectionParts.all.compactMap { part in part.setting.map { OwnSettingReader($0, part.part) } }
  static let behaviours = Field(ConnectionParts.behaviours.part, .uses(.behaviour))

  static let table = Table(
    "connection", subject: "a connection",
    "The parts of a server that differ on some connections of an attempt.",
    [present.key, key.key] + settings.map(\.key) + [behaviours.key])

  static let shape = ValueParser<ServerRecipe.Connection>.table(table) { entries in
    var own = ServerRecipe.Connection(
      present: entries[present], key: entries[key], behaviours: entries[behaviours])
    for setting in settings where entries.has(setting.key.name) { setting.read(entries, &own) }
    return own
  }
}

/// The keys of a second handshake on a connection.
enum RenegotiationKeys {
  static let table = Table(
    "renegotiation", subject: "a renegotiation", "What differs in a second handshake on the connection.",
    [ConnectionKeys.present.key, ConnectionKeys.key.key])

  static let shape = ValueParser<ServerRecipe.Connection>.table(table) { entries in
    ServerRecipe.Connection(present: entries[ConnectionKeys.present], key: entries[ConnectionKeys.key])
  }
}

extension ValueParser where Value == [String] {
  static var presentation: ValueParser {
    .list(of: .reference(.certificate), minimum: 1, "certificates")
  }

  static func references(_ reference: ValueSyntax.Reference, _ what: String) -> ValueParser {
    .list(of: .reference(reference), what)
  }
}
