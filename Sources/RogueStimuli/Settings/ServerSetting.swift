public import RogueModel

/// A key of a world whose value travels in a bag from the reader to who acts on it.
public protocol Setting: SettingKey, SendableMetatype {
  associatedtype Owner: SettingsOwner & Sendable
  static var stimulus: Stimulus<Owner> { get }
  /// How the value is written in YAML.
  static var written: Written<Value> { get }
  /// The only keys that may be written beside it; nil: all of them.
  static var companions: Set<String>? { get }
  /// Gives its owner what follows from the value; a sentence where the two do not go together.
  static func complete(_ owner: inout Owner, with value: Value) throws(WrittenProblem)
}

extension Setting {
  public static var companions: Set<String>? { nil }

  public static func complete(_ owner: inout Owner, with value: Value) throws(WrittenProblem) {}
}

/// A key of the server.
///
/// A new one is its file, a line in `ServerSettings.all`, and the place in the engine.
public protocol ServerSetting: Setting where Owner == ServerRecipe {
  /// The value as it is served; as it was written unless said otherwise.
  static func served(_ value: Value, in world: World) -> Value
  /// What connections have of their own that name a host (RFC 6066, section 3), by its label; nothing unless said
  /// otherwise.
  static func hosts(_ value: Value) -> [String: ServerRecipe.Connection]
}

extension ServerSetting {
  public static func served(_ value: Value, in world: World) -> Value { value }
  public static func hosts(_ value: Value) -> [String: ServerRecipe.Connection] { [:] }

  fileprivate static func hosts(of server: ServerRecipe) -> [String: ServerRecipe.Connection] {
    hosts(server[Self.self])
  }

  fileprivate static func serve(_ world: World, into settings: inout Settings) {
    settings[Self.self] = served(world.server[Self.self], in: world)
  }
}

public enum ServerSettings {
  /// In the order of the schema.
  public static let all: [any ServerSetting.Type] = [
    Redirect.self, RedirectScheme.self, Misdirected.self, VirtualHosts.self,
  ]

  /// What connections have of their own that name a host, by its label.
  static func hosts(of server: ServerRecipe) -> [String: ServerRecipe.Connection] {
    all.reduce(into: [:]) { hosts, setting in hosts.merge(setting.hosts(of: server)) { first, _ in first } }
  }

  /// What a world's server is given.
  public static func served(of world: World) -> Settings {
    var settings = Settings()
    for setting in all { setting.serve(world, into: &settings) }
    return settings
  }
}
