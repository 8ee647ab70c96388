public import RogueModel

/// A request to `rogues serve`.
public struct ServeRequest: Sendable, Hashable {
  /// Ids, patterns or files of scenarios.
  public var patterns: [String]
  public var tags: [String]
  /// The exclusions from those.
  public var choice: RunOptions.Choice
  /// Chooses the policy and version of each scenario; of several cases the first with TLS 1.3 is served.
  public var axes: AxesSelection
  /// Without a port the kernel chooses one.
  public var listen: RunOptions.Listen
  /// Where the page is; nil: at the same address, and the kernel chooses the port.
  public var page: RunOptions.Listen?
  /// As of a run with a client that is built once.
  public var hosts: [String]
  public var roots: String?
  /// All rogues at once, each at its own port; else one after the other at one port.
  public var all: Bool
  public var json: Bool
  /// The folder for trust material and pins.
  public var output: String
  public var catalogues: [String]

  /// This machine only.
  public static let loopback = "127.0.0.1"

  public init(
    patterns: [String], tags: [String] = [], choice: RunOptions.Choice = .init(), axes: AxesSelection = .pairwise,
    listen: RunOptions.Listen = .init(address: loopback), page: RunOptions.Listen? = nil, hosts: [String] = [],
    roots: String? = nil, all: Bool = false, json: Bool = false, output: String = "rogues-serve",
    catalogues: [String] = []
  ) {
    self.patterns = patterns
    self.tags = tags
    self.choice = choice
    self.axes = axes
    self.listen = listen
    self.page = page
    self.hosts = hosts
    self.roots = roots
    self.all = all
    self.json = json
    self.output = output
    self.catalogues = catalogues
  }
}
