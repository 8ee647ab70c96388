internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueServers

/// Everything that needs servers, adapters and processes.
extension Gallery {
  /// The names of the server engines.
  static let engineNames = LoopbackServers.engineNames

  /// Makes this process ready to start others: called before the first suspension of `main`.
  public static func prepareToJudge() {
    Signals.ignoreBrokenPipe()
    ChildProcesses.claimEveryChild()
    Signals.onInterrupt { _, count in
      if count == 1 {
        // Somebody waits at a terminal: say at once that the key was heard.
        try? StandardWriters.error("\nrogues: stopping; once more to stop at once\n")
      }
      Interruption.shared.request(count: count)
    }
  }

  /// Runs or compares.
  public static func run(_ options: RunOptions, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      return try await JudgingRun(options: options, terminal: terminal).perform()
    } catch {
      return report(error)
    }
  }

  /// The names of the adapters that the catalogue has, for messages; empty when they cannot be found out.
  public static func adapterNames(catalogue: String?) -> [String] {
    guard let root = try? CatalogueRoot.find(explicit: catalogue), let installed = try? InstalledAdapters(root) else {
      return BuiltInAdapters.names
    }
    return installed.names
  }

  /// Behaves like a broken validator until it has done so; gives the process' exit status.
  public static func negativeControl(_ name: String) -> Int32 {
    NegativeControl(rawValue: name)?.runChild() ?? ExitStatus.usage.rawValue
  }
}
