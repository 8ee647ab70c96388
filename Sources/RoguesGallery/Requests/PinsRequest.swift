/// A request to `rogues pins`.
public struct PinsRequest: Sendable, Hashable {
  /// The path of a configuration.
  public var file: String
  /// Its form; nil: known by its content.
  public var from: String?
  /// The form to write; nil: a world.
  public var to: String?
  /// The host, for forms that name none.
  public var host: String?
  /// The position of keys without one in the file: `leaf` or `ca`; nil: anywhere.
  public var position: String?
  /// The world's name.
  public var world: String

  public init(
    file: String, from: String? = nil, to: String? = nil, host: String? = nil, position: String? = nil,
    world: String = "app-pins"
  ) {
    self.file = file
    self.from = from
    self.to = to
    self.host = host
    self.position = position
    self.world = world
  }
}
