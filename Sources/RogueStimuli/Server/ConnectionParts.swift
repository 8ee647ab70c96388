public import RogueModel

/// A key of the server that some connections can override. Its needs, limits and evidence are those of the server's
/// key, for the server that these connections meet.
public struct ConnectionPart: Sendable {
  /// The server's key, with a summary that fits here.
  public let stimulus: Stimulus<ServerRecipe>
  /// Whether it is in the place of the server's.
  let isOwn: @Sendable (ServerRecipe.Connection) -> Bool
  /// The setting that its value travels as; nil: it is a property of the connection.
  public private(set) var setting: (any ServerSetting.Type)?

  public var part: Part<ServerRecipe> { stimulus.part }
  public var name: String { part.name }

  init(
    _ stimulus: Stimulus<ServerRecipe>, _ summary: String,
    isOwn: @escaping @Sendable (ServerRecipe.Connection) -> Bool
  ) {
    self.stimulus = stimulus.optional(summary)
    self.isOwn = isOwn
  }

  init<S: ServerSetting>(_ setting: S.Type, _ summary: String) {
    self.init(setting.stimulus, summary) { $0.settings.own(setting) != nil }
    self.setting = setting
  }
}

/// The keys of some connections, or of a renegotiation; missing ones are the server's.
public enum ConnectionParts {
  public static let present = ConnectionPart(
    ServerStimuli.present, "the certificates of the Certificate message; default: the server's",
    isOwn: { $0.present != nil })
  public static let key = ConnectionPart(
    ServerStimuli.key, "whose private key signs; default: that of the first certificate presented here",
    isOwn: { $0.key != nil || $0.present != nil })
  public static let tls = ConnectionPart(FixedVersion.self, "the only version spoken; default: the server's")
  public static let staple = ConnectionPart(Staple.self, "the OCSP response sent along; default: the server's")
  public static let behaviours = ConnectionPart(
    ServerStimuli.behaviours, "named behaviours, in order; they replace the server's",
    isOwn: { $0.behaviours != nil })

  /// In the order of the schema.
  public static let all: [ConnectionPart] = [present, key, tls, staple, behaviours]

  /// Those that a second handshake on the same connection can have.
  static let ofRenegotiation: [ConnectionPart] = [present, key]
}

extension [ConnectionPart] {
  /// The value at a path below parts of a server.
  func text(of server: ServerRecipe, with own: ServerRecipe.Connection, at path: ArraySlice<String>) -> String? {
    guard let part = first(where: { $0.name == path.first }) else { return nil }
    return part.stimulus.text(of: server.with(own), at: path.dropFirst())
  }
}
