public import RogueModel
import RogueVerdicts

/// Runs a plan: controls first, the cases, the controls again, adapter by adapter, so many attempts at once.
public struct Runner: Sendable {
  /// The inputs of a run beyond its plan.
  public struct Configuration: Sendable {
    public var header: RunHeader
    /// Attempts at once, over all adapters.
    public var jobs: Int
    /// The default number of jobs: more than there are processors, because clients spend much of their time waiting.
    public static func usualJobs(processors: Int) -> Int { max(4, 2 * processors) }
    /// Deadline of one attempt, the adapter's start-up time not counted.
    public var timeoutMilliseconds: Int
    /// The time for validators that can be given one; nil: they use their own clock.
    public var validatorTime: Timestamp?
    /// How long connections may take to end after the adapter is done.
    public var graceMilliseconds: Int
    /// How to run a case again.
    public var repetition: Repetition
    /// How often each case runs. If its verdicts differ, it is unstable.
    public var repeats: Int
    /// Whether a result ends the run; unreached cases are then `not-run`. Nil: none does.
    public var stopsAt: (@Sendable (CaseResult) -> Bool)?
    /// A conversation keeps its slot while it waits: there is one port for all of them.
    public var waitsInTurn = false

    public init(
      header: RunHeader, jobs: Int, timeoutMilliseconds: Int = 5000, validatorTime: Timestamp? = nil,
      graceMilliseconds: Int = 1000, repetition: Repetition = Repetition(), repeats: Int = 1,
      stopsAt: (@Sendable (CaseResult) -> Bool)? = nil
    ) {
      self.repeats = repeats
      self.stopsAt = stopsAt
      self.header = header
      self.jobs = jobs
      self.timeoutMilliseconds = timeoutMilliseconds
      self.validatorTime = validatorTime
      self.graceMilliseconds = graceMilliseconds
      self.repetition = repetition
    }
  }

  /// How a run ended.
  public struct Summary: Sendable {
    public var footer: RunFooter
    /// The recorder could not write.
    public var recorderFailure: HarnessFailure?
  }

  let configuration: Configuration
  let servers: any RogueServerHost
  let minter: MintCache
  let responderBase: String
  let artifacts: (any ArtifactStore)?
  let sink: EventSink
  let results: any RecordedResults
  let clock: RunClock

  /// - Parameter results: the recorded results, for cases that are judged again.
  public init(
    configuration: Configuration, minter: any HierarchyMinter, servers: any RogueServerHost, responderBase: String,
    clock: RunClock, artifacts: (any ArtifactStore)? = nil, recorder: any Recorder, results: any RecordedResults
  ) {
    self.results = results
    self.configuration = configuration
    self.servers = servers
    self.minter = MintCache(minter)
    self.responderBase = responderBase
    self.artifacts = artifacts
    self.sink = EventSink(recorder, stopsAt: configuration.stopsAt)
    self.clock = clock
  }

  /// Runs everything. Cancelling the task ends the run soon; unreached cases are `not-run`.
  public func run(_ plan: Plan) async -> Summary {
    let clock = ContinuousClock()
    let start = clock.now
    sink.record(.started(configuration.header))
    let slots = Slots(configuration.jobs)
    await withTaskGroup { group in
      for adapter in plan.adapters {
        group.addTask { await AdapterRun(runner: self, plan: adapter, slots: slots).run() }
      }
    }
    let interrupted = Task.isCancelled
    var footer = RunFooter(
      complete: !interrupted && sink.failure == nil && !sink.hasStopped, milliseconds: (clock.now - start).milliseconds,
      spent: sink.spent, counts: sink.counts)
    footer.stoppedAtFailure = sink.hasStopped
    sink.record(.finished(footer))
    return Summary(footer: footer, recorderFailure: sink.failure)
  }

  /// Whether there is a point in going on.
  var goesOn: Bool { !Task.isCancelled && sink.failure == nil && !sink.hasStopped }
}

/// Keeps the evidence of cases that people will want to look at.
public protocol ArtifactStore: Sendable {
  /// Writes the evidence of a case into a separate folder and returns the folder's path.
  ///
  /// - Parameter material: of the steps that ran, in order.
  func keep(_ result: CaseResult, material: [StepMaterial]) throws(HarnessFailure) -> String
}

extension Duration {
  var milliseconds: Int { microseconds / 1000 }

  var roundedToSeconds: Int { Int((self / .seconds(1)).rounded()) }

  var microseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
