/// A request to `rogues init`.
public struct InitRequest: Sendable, Hashable {
  /// An adapter that is there already.
  public enum Source: Sendable, Hashable {
    /// The name of one in the catalogue, to be copied.
    case catalogue(String)
    /// The path of a program, or of a folder with an `adapter.yaml`.
    case path(String)
  }

  /// Of the team or the client; files and families are called so.
  public var name: String
  /// One of `Gallery.adapterDoors`.
  public var door: String
  /// Nil: a template of the door is written.
  public var source: Source?
  /// The account that has the releases; nil: the workflow takes the command that is on the PATH.
  public var owner: String?
  public var folder: String
  /// What a client that is built once has, for rogues.yaml.
  public var listen: RunOptions.Listen?
  public var hosts: [String] = []
  public var roots: String?

  public init(name: String, door: String = "exec", source: Source? = nil, owner: String? = nil, folder: String = ".") {
    self.name = name
    self.door = door
    self.source = source
    self.owner = owner
    self.folder = folder
  }
}
