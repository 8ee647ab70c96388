/// Everything known about one case of one adapter when it has ended.
public struct CaseResult: Sendable {
  public var adapter: String
  public var caseID: String
  public var scenario: String
  public var axes: AxisValues
  /// The capabilities that it needs of an adapter.
  public var needs: [Capability] = []
  public var level: Level
  public var severity: Severity
  public var title: String
  public var why: String
  /// Sections of standards, identifiers of bugs, addresses.
  public var references: [String] = []
  /// The change to make in the validator's code; nil: none, or the scenario's family has no advice.
  public var fix: String?
  public var location: SourceLocation
  public var judgement: Judgement
  public var steps: [StepResult]
  /// The verdict of the controls that this case depends on; nil for healthy scenarios.
  public var control: Judgement?
  public var milliseconds: Int
  /// The moment from which the dates of its certificates count; nil: it was not held.
  public var clock: Timestamp?
  /// The client sent its certificate to a server that it then refused.
  public var exposesIdentity = false
  /// The folder with the case's artifacts, if they are kept.
  public var artifacts: String?
  /// The command line that runs this case again.
  public var reproduce: String
  /// The first result, if the adapter missed its deadline and the case was repeated alone; nil: it ran once.
  public var missedDeadline: ConversationResult?
  /// The entry of the ledger of known failures; nil: none, or the ledger was not consulted.
  public var knowledge: Knowledge?
  /// Every judgement of a case that was repeated on request, in order; empty: it ran once.
  public var repetitions: [Judgement] = []
  /// The entry of the run's baseline; nil: none, or the run has no baseline.
  public var baseline: BaselineMark?

  public init(
    adapter: String, caseID: String, scenario: String, axes: AxisValues, level: Level, severity: Severity,
    title: String, why: String, location: SourceLocation, judgement: Judgement, steps: [StepResult],
    control: Judgement?, milliseconds: Int, reproduce: String
  ) {
    self.adapter = adapter
    self.caseID = caseID
    self.scenario = scenario
    self.axes = axes
    self.level = level
    self.severity = severity
    self.title = title
    self.why = why
    self.location = location
    self.judgement = judgement
    self.steps = steps
    self.control = control
    self.milliseconds = milliseconds
    self.reproduce = reproduce
  }

  /// Whether this verdict fails a gating run (exit code 1), apart from what its baseline knows.
  public func gates(strict: Bool) -> Bool {
    level != .may && judgement.verdict.fails(strict: strict)
  }

  /// Whether it failed, proved nothing, or was not reached. What only informs counts if the harness itself failed.
  public func isNotable(strict: Bool) -> Bool {
    let verdict = judgement.verdict
    return gates(strict: strict) || verdict == .harnessError || verdict == .notRun
      || level != .may && verdict == .inconclusive
  }
}

extension CaseResult {
  /// Whether the baseline accepts this failure for now.
  public var isKnown: Bool { baseline?.state == .known }
}

extension StepResult {
  /// Whether the adapter missed its deadline without an answer. What it said or sent in time counts as usual.
  public var missedDeadline: Bool {
    switch report?.outcome {
    case .failed(cause: .timeout, _)?: judgement.verdict == .inconclusive
    case .broken(let fault)?: fault.kind == .hung && judgement.verdict == .error
    default: false
    }
  }
}

/// One attempt of a case, with both witnesses.
public struct StepResult: Sendable {
  /// 1-based.
  public var step: Int
  /// The mutation of this step, for people; nil in a healthy step.
  public var mutation: String?
  /// The expectation, for people: "cancel (pin-mismatch)".
  public var expected: String
  public var report: AdapterReport?
  public var observation: Observation
  public var judgement: Judgement
  /// Whether the fault was presented.
  public var exercised: Bool
  /// It proves nothing if its control, which passed, fails later.
  public var dependsOnControl = false
  /// The certificates that the client sent, if the server requested any; nil: it sent no Certificate message.
  public var clientChain: ClientChainEvidence?
  /// The same server's certificates without the fault, in the order in which it sends them; nil: nothing is wrong with this
  /// step, or it passed.
  public var healthyChain: [[UInt8]]?

  public init(
    step: Int, mutation: String?, expected: String, report: AdapterReport?, observation: Observation,
    judgement: Judgement, exercised: Bool, clientChain: ClientChainEvidence? = nil
  ) {
    self.step = step
    self.mutation = mutation
    self.expected = expected
    self.report = report
    self.observation = observation
    self.judgement = judgement
    self.exercised = exercised
    self.clientChain = clientChain
  }
}
