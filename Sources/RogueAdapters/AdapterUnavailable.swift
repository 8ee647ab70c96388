/// Why an adapter cannot be used on this machine, with the remedy.
public struct AdapterUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
  public var adapter: String
  /// One sentence.
  public var description: String
  /// The Debian packages that would bring it.
  public var packages: [String]
  /// The adapter may be installed: the system had no room to start it.
  public var isShortage: Bool
  /// The program is here and ended well, and what it said is no adapter's answer.
  public var isNoAdapter = false

  public init(adapter: String, description: String, packages: [String] = [], isShortage: Bool = false) {
    self.adapter = adapter
    self.description = description
    self.packages = packages
    self.isShortage = isShortage
  }
}
