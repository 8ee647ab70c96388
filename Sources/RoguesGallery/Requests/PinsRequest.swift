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
  /// Of names in a program that the program does not define: `NAME=VALUE`.
  public var values: [String]
  /// The repository that gets the world and its scenarios; nil: the world goes to standard output.
  public var folder: String?

  public init(
    file: String, from: String? = nil, to: String? = nil, host: String? = nil, position: String? = nil,
    world: String = "app-pins", values: [String] = [], folder: String? = nil
  ) {
    self.file = file
    self.from = from
    self.to = to
    self.host = host
    self.position = position
    self.world = world
    self.values = values
    self.folder = folder
  }
}
