/// The stream of events that every report reads. The JSON Lines event log is its canonical form.
public enum RunEvent: Sendable {
  case started(RunHeader)
  /// A case (or a control) begins; for live progress.
  case caseStarted(adapter: String, caseID: String, isControl: Bool)
  /// A conversation waits for a date or a time before its next step; for live progress.
  case caseWaits(adapter: String, caseID: String, isControl: Bool, seconds: Int, for: StepDelay)
  case controlFinished(ControlResult)
  case caseFinished(CaseResult)
  case finished(RunFooter)
}

public struct RunHeader: Sendable {
  public enum Mode: String, Sendable, CaseIterable { case run, compare }
  public var mode: Mode
  /// The version of the command.
  public var version: String
  public var seed: String
  public var clock: Timestamp
  public var adapters: [AdapterDescription]
  /// Validators are given the clock, too; false: they use their own.
  public var isClockFixed: Bool
  /// Of the revocation responders, whose URLs are in certificates; nil: unknown.
  public var responderPort: UInt16?
  /// Cases planned, by adapter, in order.
  public var planned: [PlannedCase]
  /// The command line, for the log.
  public var arguments: [String]
  /// When the run began, by the machine's own clock.
  public var started: Timestamp
  /// A deviation fails as well.
  public var strict: Bool
  /// A digest of all worlds, scenarios and decision tables that cases were chosen from; nil: files were named.
  public var catalogue: String?
  /// The part of the plan that this run has; nil: all of it.
  public var shard: Shard?
  /// The name of the profile that chose the scenarios; nil: none.
  public var profile: String?
  /// The part of the catalogue that the run covers; nil: unknown.
  public var coverage: RunCoverage?

  /// - Parameter started: default: at the run's clock.
  public init(
    mode: Mode, version: String, seed: String, clock: Timestamp, adapters: [AdapterDescription],
    planned: [PlannedCase], arguments: [String], started: Timestamp? = nil, strict: Bool = false,
    catalogue: String? = nil, shard: Shard? = nil, profile: String? = nil, coverage: RunCoverage? = nil,
    isClockFixed: Bool = false, responderPort: UInt16? = nil
  ) {
    self.coverage = coverage
    self.isClockFixed = isClockFixed
    self.responderPort = responderPort
    self.started = started ?? clock
    self.strict = strict
    self.catalogue = catalogue
    self.shard = shard
    self.profile = profile
    self.mode = mode
    self.version = version
    self.seed = seed
    self.clock = clock
    self.adapters = adapters
    self.planned = planned
    self.arguments = arguments
  }
}

/// One of several runs that share a plan.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// 1-based.
  public var index: Int
  public var count: Int
  /// A digest of the whole plan: shards with the same one belong together.
  public var plan = ""

  /// Nil if the index is not between 1 and the count.
  public init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  public var description: String { "\(index)/\(count)" }
}

/// A case of the plan, in the header of a run.
public struct PlannedCase: Sendable, Hashable {
  public var adapter: String
  public private(set) var scenario: String
  public var level: Level
  public var severity: Severity
  /// Nil: the case will run. Otherwise the missing capability, with the adapter's reason.
  public var unsupported: String?
  /// The part of the case's id after its scenario's, or the whole id if it does not begin with that one. The ids of a table's
  /// cells are hundreds of bytes long, and a plan has 100,000 of them.
  private var ending: String
  private let isWhole: Bool

  public init(
    adapter: String, caseID: String, scenario: String, level: Level, severity: Severity, unsupported: String?
  ) {
    self.adapter = adapter
    self.scenario = scenario
    self.level = level
    self.severity = severity
    self.unsupported = unsupported
    let stem = Self.stem(of: scenario)
    isWhole = !caseID.hasPrefix(stem)
    ending = isWhole ? caseID : String(caseID.dropFirst(stem.count))
  }

  public var caseID: String { isWhole ? ending : Self.stem(of: scenario) + ending }

  /// The factors of a cell come before the axes, in the same brackets.
  private static func stem(of scenario: String) -> Substring {
    scenario.hasSuffix("]") ? scenario.dropLast() : scenario[...]
  }

  /// Takes its texts from those that other cases have as well, so that each is kept once.
  public mutating func share(_ common: inout Set<String>) {
    adapter = common.insert(adapter).memberAfterInsert
    scenario = common.insert(scenario).memberAfterInsert
    ending = common.insert(ending).memberAfterInsert
    unsupported = unsupported.map { common.insert($0).memberAfterInsert }
  }
}

/// The result of a control: first before the rogues that depend on it, and again at the end.
public struct ControlResult: Sendable {
  public enum Occasion: String, Sendable, CaseIterable { case first, last }
  public var adapter: String
  public var key: String
  public var occasion: Occasion
  public var judgement: Judgement
  public var milliseconds: Int
  /// The first result, if the adapter missed its deadline; nil: the control ran once.
  public var missedDeadline: Judgement?

  public init(
    adapter: String, key: String, occasion: Occasion, judgement: Judgement, milliseconds: Int,
    missedDeadline: Judgement? = nil
  ) {
    self.missedDeadline = missedDeadline
    self.adapter = adapter
    self.key = key
    self.occasion = occasion
    self.judgement = judgement
    self.milliseconds = milliseconds
  }
}

public struct RunFooter: Sendable {
  /// False if the run was interrupted, or could not write its files.
  public var complete: Bool
  public var milliseconds: Int
  /// The time spent on each activity, in milliseconds, largest first.
  public var spent: [(activity: String, milliseconds: Int)]
  /// Cases by verdict.
  public var counts: [Verdict: Int]
  /// The first failure ended the run, as requested.
  public var stoppedAtFailure = false
  /// The result of the run's baseline; nil: the run has none.
  public var baseline: BaselineReport?
  /// Why it is not green although no verdict says so, a sentence each: what the profile requires and an adapter lacks, and
  /// adapters that are nobody's client yet.
  public var shortfall: [String] = []

  public init(
    complete: Bool, milliseconds: Int, spent: [(activity: String, milliseconds: Int)], counts: [Verdict: Int]
  ) {
    self.complete = complete
    self.milliseconds = milliseconds
    self.spent = spent
    self.counts = counts
  }
}

/// Turns the event stream into one output format.
public protocol Recorder: Sendable {
  /// Called from one task at a time, in order.
  func record(_ event: RunEvent) throws(HarnessFailure)
}
