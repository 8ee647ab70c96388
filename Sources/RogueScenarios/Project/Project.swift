public import RogueModel

/// The default settings of a team: the file `rogues.yaml` in its repository. Flags override it.
public struct Project: Sendable {
  /// Names, or paths relative to the file.
  public var adapters: [String] = []
  /// Paths of repositories, relative to the file.
  public var catalogues: [String] = []
  /// Patterns; with `!` they leave out.
  public var scenarios: [String] = []
  /// Patterns of what is left out.
  public var skips: [String] = []
  public var tags: [String] = []
  public var level: Level?
  public var severity: Severity?
  public var profile: String?
  /// A path, relative to the file.
  public var baseline: String?
  /// `KIND=PATH`, the paths relative to the file.
  public var reports: [(kind: String, path: String)] = []
  /// A path, relative to the file.
  public var artifacts: String?
  public var strict = false
  public var timeoutMilliseconds: Int?
  /// Where the servers listen, for a client that is built once.
  public var listen: String?
  public var hosts: [String] = []
  /// A path, relative to the file.
  public var roots: String?
  /// The path of the file.
  public var file: String

  init(file: String) { self.file = file }

  /// A path of the file, as this process sees it.
  public func path(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return "\(file[...slash])\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
  }
}
