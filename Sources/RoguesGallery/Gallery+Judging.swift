internal import RogueAdapters
package import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios
internal import RogueServers

/// Everything that needs servers, adapters and processes.
extension Gallery {
  /// The names of the server engines.
  static let engineNames = LoopbackServers.engineNames

  /// Makes this process ready: called before the first task, which needs threads of the concurrency runtime.
  ///
  /// - Parameter judges: others will be started, and interrupts are to end the run in order.
  /// - Returns: Nil: ready. Else the exit status, after a message.
  public static func prepare(judges: Bool) -> ExitStatus? {
    do throws(HarnessFailure) {
      MemoryLimit.economise()
      if let obstacle = ThreadSupply.obstacle { throw HarnessFailure(.internal, obstacle) }
      let descriptors = DescriptorLimit.raise()
      guard descriptors >= DescriptorLimit.needed else {
        throw HarnessFailure(
          .internal,
          "this process may have \(descriptors) open files (ulimit -n), and needs \(DescriptorLimit.needed); raise the limit"
        )
      }
      // The runtime starts one for each processor, if so many have something to do.
      try needThreads(min(Processors.count, 16) + 2)
      if judges { try prepareToJudge() }
      return nil
    } catch {
      return report(error)
    }
  }

  private static func prepareToJudge() throws(HarnessFailure) {
    if let limit = MemoryLimit.current, limit < MemoryLimit.needed {
      throw HarnessFailure(
        .internal,
        """
        this process may have \(limit >> 20) MiB of memory (ulimit -v or -d), and a run needs \(MemoryLimit.needed >> 20) \
        MiB; raise the limit
        """)
    }
    Signals.ignoreBrokenPipe()
    ChildProcesses.claimEveryChild()
    do throws(SystemError) {
      try Signals.onInterrupt { _, count in
        if count == 1 {
          // A user waits at a terminal: acknowledge the key at once.
          try? StandardWriters.error("\nrogues: stopping; interrupt again to stop at once\n")
        }
        Interruption.shared.request(count: count)
      }
    } catch {
      throw HarnessFailure(.internal, "cannot catch interrupts", underlying: error.description)
    }
  }

  /// Throws if the system does not provide this many threads: without them a run would hang silently.
  static func needThreads(_ count: Int) throws(HarnessFailure) {
    do throws(ThreadSupply.Shortage) { try ThreadSupply.check(count) } catch {
      throw HarnessFailure(.internal, error.description)
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

  /// Which cases an adapter runs.
  package typealias CaseFilter = @Sendable (Case, AdapterDescription) -> Bool

  /// Compares adapters that no name leads to; the recorder gets every event.
  ///
  /// - Parameter choose: gets the chosen scenarios before the run is planned.
  package static func run(
    _ options: RunOptions, terminal: TerminalOptions, adapters: [any Adapter], recorder: any Recorder,
    choose: @escaping @Sendable ([ChosenScenario]) async throws(HarnessFailure) -> CaseFilter
  ) async -> ExitStatus {
    do throws(HarnessFailure) {
      return try await JudgingRun(
        options: options, terminal: terminal, adapters: adapters, recorder: recorder, choose: choose
      ).perform()
    } catch {
      return report(error)
    }
  }

  /// The scenarios and cells that patterns choose; without patterns all scenarios and the cells of all tables. Throws `bad-data`
  /// if the catalogue has an error, and `usage` if a pattern chooses nothing.
  package static func scenarios(_ patterns: [String], catalogues: [String]) throws(HarnessFailure) -> [ChosenScenario] {
    var query = ScenarioQuery(patterns: patterns)
    if patterns.isEmpty { query.tables = ["**"] }
    let choice = try ScenarioChoice(Catalogues.find(explicit: catalogues), query)
    if let errors = choice.catalogueErrors {
      throw HarnessFailure(.badData, "the catalogue has errors\n" + errors.map(\.rendered).joined())
    }
    let errors = choice.selection.findings.filter { $0.severity == .error }
    guard errors.isEmpty, !choice.selection.scenarios.isEmpty else {
      throw HarnessFailure(.usage, errors.map(\.complaint).joined())
    }
    return choice.selection.scenarios
  }

  /// Which adapters there are to choose from, in a few lines; nil when that cannot be found out.
  public static func adapterChoice(catalogues: [String]) -> String? {
    guard let root = try? Catalogues.find(explicit: catalogues), let installed = try? InstalledAdapters(root) else {
      return nil
    }
    return installed.choice
  }

  /// Whether a name means an adapter that is built in or in a catalogue, or a version of one, whatever the files of the
  /// working folder are called.
  public static func isInstalled(_ adapter: String, _ catalogues: [String]) -> Bool {
    guard !adapter.contains("/"), let root = try? Catalogues.find(explicit: catalogues),
      let installed = try? InstalledAdapters(root)
    else { return false }
    let name = adapter.prefix { $0 != "@" }
    if (try? BuiltInAdapters.adapter(named: adapter)) != nil { return true }
    return installed.manifests.contains { $0.name == name }
  }

  /// Prints the time that a program which the harness starts sees; gives the process' exit status.
  public static func clock() -> Int32 {
    let line = "\(WallClock.secondsSince1970)\n"
    return (try? StandardStream.output.write(line)) == nil ? ExitStatus.cannotWrite.rawValue : 0
  }

  /// Behaves like a broken validator until it has done so; gives the process' exit status.
  public static func negativeControl(_ name: String) -> Int32 {
    NegativeControl(rawValue: name)?.runChild() ?? ExitStatus.usage.rawValue
  }
}
