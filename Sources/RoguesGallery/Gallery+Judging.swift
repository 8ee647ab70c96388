internal import RogueModel

/// What the composition fills in: everything that needs servers, adapters and processes.
extension Gallery {
  /// The names of the server engines.
  static let engineNames = [AxisValues.defaultEngine]

  /// Makes this process ready to start others: called before the first suspension of `main`.
  public static func prepareToJudge() {}

  /// Runs or compares.
  public static func run(_ options: RunOptions, terminal: TerminalOptions) async -> ExitStatus {
    report(HarnessFailure(.internal, "runs are not composed yet"))
  }

  /// The names of the adapters that this machine has, for messages; empty when they cannot be found out.
  public static func adapterNames(catalogue: String?) -> [String] { [] }

  static func listAdapters(_ request: ListRequest, _ terminal: TerminalOptions) throws(HarnessFailure) -> ExitStatus {
    throw HarnessFailure(.internal, "adapters are not composed yet")
  }

  /// Behaves like a broken validator until it has done so; gives the process' exit status.
  public static func negativeControl(_ name: String) -> Int32 { ExitStatus.usage.rawValue }
}
