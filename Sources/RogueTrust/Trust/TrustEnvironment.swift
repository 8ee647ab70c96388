public import RogueModel

/// The environment of evaluations: queries, time, and the path builder.
public struct TrustEnvironment: Sendable {
  public var fetcher: any Fetcher
  /// Seconds since 1970, now.
  public var clock: @Sendable () -> Int64
  public var paths: any PathEvaluator
  /// For one query to one responder, in milliseconds: short, because a responder that hangs is queried for each
  /// certificate while the server waits.
  public var fetchTimeoutMilliseconds: Int
  /// A cache of revocation results; nil: every query is made anew.
  public var revocationMemory: RevocationMemory?

  public init(
    fetcher: any Fetcher, clock: @escaping @Sendable () -> Int64, paths: any PathEvaluator = ReferencePathEvaluator(),
    fetchTimeoutMilliseconds: Int = 1200
  ) {
    self.fetcher = fetcher
    self.clock = clock
    self.paths = paths
    self.fetchTimeoutMilliseconds = fetchTimeoutMilliseconds
  }
}
