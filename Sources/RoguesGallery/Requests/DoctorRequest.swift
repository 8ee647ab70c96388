/// A request to `rogues doctor`.
public struct DoctorRequest: Sendable, Hashable {
  /// Names or paths; empty: a person opens the client.
  public var adapters: [String]
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]
  /// As of a run with a client that something else starts.
  public var listen: RunOptions.Listen?
  public var hosts: [String]
  public var roots: String?

  public init(
    adapters: [String], catalogues: [String] = [], listen: RunOptions.Listen? = nil, hosts: [String] = [],
    roots: String? = nil
  ) {
    self.adapters = adapters
    self.catalogues = catalogues
    self.listen = listen
    self.hosts = hosts
    self.roots = roots
  }
}
