/// A request to `rogues explore`.
public struct ExploreRequest: Sendable {
  /// Names or paths of the validators whose answers are compared.
  public var adapters: [String] = []
  /// Patterns of the scenarios to start from; empty: all.
  public var patterns: [String] = []
  public var tags: [String] = []
  /// The same seed and number of cases find the same.
  public var seed: UInt64 = 1
  /// The longest time of the search; nil: no limit.
  public var minutes: Int?
  /// The number of candidates, those of shrinking included; nil: no limit.
  public var cases: Int?
  /// Where finds are written, with the state from which a search goes on.
  public var folder = "found"
  /// Deadline of one question; nil: five seconds.
  public var timeoutMilliseconds: Int?
  public var jobs: Int?
  public var catalogues: [String] = []

  public init() {}
}
