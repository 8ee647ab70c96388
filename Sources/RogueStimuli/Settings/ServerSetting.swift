public import RogueModel

/// A key of a world whose value travels in a bag from the reader to the stage that uses it.
public protocol Setting: ParsedSettingKey, SendableMetatype {
  associatedtype Owner: SettingsOwner & Sendable
  static var stimulus: Stimulus<Owner> { get }
  /// The only keys that may be used together with it; nil: all of them.
  static var companions: Set<String>? { get }
  /// Keys that may not be used together with it, because one value would have no effect; each with what is used
  /// instead.
  static var rivals: [String: String] { get }
  /// Sets the value, and the defaults of other keys that follow from it.
  static func set(_ value: Value, in owner: inout Owner)
  /// Sets in its owner what follows from the value; throws a sentence if the two contradict each other.
  static func complete(_ owner: inout Owner, with value: Value) throws(ParsingProblem)
}

extension Setting {
  public static var companions: Set<String>? { nil }
  public static var rivals: [String: String] { [:] }

  public static func set(_ value: Value, in owner: inout Owner) { owner[Self.self] = value }

  public static func complete(_ owner: inout Owner, with value: Value) throws(ParsingProblem) {}
}

/// A key of the server.
///
/// A new one is its file, a line in `ServerSettings.all`, and the place in the engine.
public protocol ServerSetting: Setting where Owner == ServerRecipe {
  /// Gives engines what they serve; the value as it was written unless said otherwise.
  static func serve(
    _ value: Value, of minted: MintedWorld, into settings: inout Settings
  ) throws(HarnessFailure)
  /// Separate parts of connections that name a host (RFC 6066, section 3), by its label; none by default.
  /// Used only for a stimulus that holds parts.
  static func hosts(_ value: Value) -> [String: ServerRecipe.Connection]
}

extension ServerSetting {
  public static func serve(
    _ value: Value, of minted: MintedWorld, into settings: inout Settings
  ) throws(HarnessFailure) {
    settings[Self.self] = value
  }

  public static func hosts(_ value: Value) -> [String: ServerRecipe.Connection] { [:] }

  fileprivate static func hosts(of server: ServerRecipe) -> [String: ServerRecipe.Connection] {
    hosts(server[Self.self])
  }

  fileprivate static func serve(_ minted: MintedWorld, into settings: inout Settings) throws(HarnessFailure) {
    try serve(minted.world.server[Self.self], of: minted, into: &settings)
  }
}

public enum ServerSettings {
  /// In the order of the schema.
  public static let all: [any ServerSetting.Type] = [
    FixedVersion.self, Staple.self, IssuerStaples.self, ServedSCTs.self, ApplicationProtocols.self,
    ClientAuth.self, ClientAuthAt.self, ClientChain.self, ClientAnchors.self, ClientAuthorities.self,
    ClientSignatureAlgorithms.self, Resumption.self, EarlyData.self, KeepAlive.self, Redirect.self, RedirectScheme.self,
    RelativeRedirect.self, Misdirected.self,
    VirtualHosts.self, StartTLS.self, Proxy.self,
  ]

  /// Separate parts of connections that name a host, by its label.
  static func hosts(of server: ServerRecipe) -> [String: ServerRecipe.Connection] {
    holdingParts.reduce(into: [:]) { hosts, setting in hosts.merge(setting.hosts(of: server)) { first, _ in first } }
  }

  /// Every plan reads these of every world.
  private static let holdingParts = all.filter { $0.stimulus.holdsParts }

  /// The settings of a world's server for engines.
  public static func served(of minted: MintedWorld) throws(HarnessFailure) -> Settings {
    var settings = Settings()
    for setting in all { try setting.serve(minted, into: &settings) }
    return settings
  }
}
