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
  /// The IPv4 address to listen at.
  public var address: String
  /// Nil: one that the kernel chooses.
  public var port: UInt16?
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
    address: String = loopback, port: UInt16? = nil, all: Bool = false, json: Bool = false,
    output: String = "rogues-serve", catalogues: [String] = []
  ) {
    self.patterns = patterns
    self.tags = tags
    self.choice = choice
    self.axes = axes
    self.address = address
    self.port = port
    self.all = all
    self.json = json
    self.output = output
    self.catalogues = catalogues
  }
}
