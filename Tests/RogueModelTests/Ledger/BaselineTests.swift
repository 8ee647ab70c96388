import RogueModel
import Testing

/// A baseline accepts what it says and nothing else, and says so itself when it is wrong.
@Suite struct BaselineTests {
  private static let curl = AdapterDescription(
    name: "curl", door: .recipe, library: "libcurl", version: "8.14.1", capabilities: [])
  private static let today = Timestamp(year: 2026, month: 11, day: 24)

  private func entry(
    _ scenarios: [String] = ["a/b"], _ verdict: Verdict = .falseAccept, pattern: String? = nil,
    constraints: [AxesSelection.Constraint] = [], adapter: String = "curl", versions: String = "*",
    until: Timestamp? = nil, line: Int = 2, unused: String? = nil
  ) -> KnownFailure.Occurrence {
    KnownFailure.Occurrence(
      clients: VersionRange(versions).map { [.init(adapter: adapter, versions: $0)] } ?? [], verdicts: [verdict],
      places: [.init(pattern: pattern ?? scenarios[0], scenarios: scenarios, constraints: constraints)], why: "because",
      until: until, location: SourceLocation(file: "known.yaml", line: line, column: 5),
      unused: unused.map { [Finding(.error, $0)] } ?? [])
  }

  private func result(
    _ verdict: Verdict, _ scenario: String = "a/b", tls: TLSVersion = .tls13, level: Level = .must,
    control: Verdict? = .pass, adapter: String = "curl"
  ) -> CaseResult {
    let axes = AxisValues(tls: tls, policy: "p")
    return CaseResult(
      adapter: adapter, caseID: "\(scenario)[\(axes)]", scenario: scenario, axes: axes, level: level, severity: .high,
      title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1), judgement: Judgement(verdict, "so"),
      steps: [], control: control.map { Judgement($0, "") }, milliseconds: 0, reproduce: "")
  }

  private func report(
    _ entries: [KnownFailure.Occurrence], _ results: [CaseResult], strict: Bool = false,
    required: ProfileRequirement? = nil,
    adapters: [AdapterDescription] = [curl]
  ) -> (marks: [BaselineMark.State?], report: BaselineReport) {
    let check = BaselineCheck(
      Baseline(file: "known.yaml", entries: entries), adapters: adapters, strict: strict, required: required)
    let marks = results.map { check.add($0).baseline?.state }
    return (marks, check.report(at: Self.today))
  }

  @Test func `a listed failure is known, any other is new or changed`() {
    let (marks, told) = report([entry()], [result(.falseAccept), result(.falseAccept, "c/d"), result(.pass, "e/f")])
    #expect(marks == [.known, .new, nil])
    #expect(told.known == 1)
    #expect(told.problems.map(\.kind) == [.new])
    #expect(!told.isStale)
    let (changed, other) = report([entry(["a/b"], .falseCancel)], [result(.falseAccept)])
    #expect(changed == [.changed])
    #expect(other.problems.map(\.kind) == [.changed] && other.problems[0].entry == "known.yaml:2")
  }

  @Test(arguments: [Verdict.error, .unstable, .harnessError, .notRun])
  func `a baseline never accepts a crash, a hang or an unstable case`(verdict: Verdict) {
    #expect(!verdict.isAcceptable)
    for listed in Verdict.allCases {
      let (marks, _) = report([entry(["a/b"], listed)], [result(verdict)])
      #expect(marks != [.known])
    }
  }

  @Test func `an inconclusive case is accepted only if the control passed`() {
    let inconclusive = entry(["a/b"], .inconclusive)
    #expect(report([inconclusive], [result(.inconclusive)]).marks == [.known])
    #expect(report([inconclusive], [result(.inconclusive, control: .error)]).marks == [nil])
    #expect(report([inconclusive], [result(.inconclusive, control: .falseCancel)]).marks == [nil])
    // A healthy scenario has no control: where it is inconclusive, the client may not be there.
    #expect(report([inconclusive], [result(.inconclusive, control: nil)]).marks == [nil])
  }

  @Test func `an unexpected pass is reported even if other cases of the entry still fail`() {
    let (marks, told) = report([entry()], [result(.falseAccept), result(.pass, tls: .tls12)])
    #expect(marks == [.known, .fixed])
    #expect(told.problems.map(\.kind) == [.fixed] && told.isStale)
    #expect(told.problems[0].subject == "a/b[tls=1.2,policy=p]")
  }

  @Test func `an entry whose cases are all unsupported is reported`() {
    #expect(report([entry()], [result(.unsupported)]).report.problems.map(\.kind) == [.unsupported])
    #expect(report([entry()], [result(.unsupported), result(.falseAccept, tls: .tls12)]).report.problems.isEmpty)
  }

  @Test func `an entry is accepted on its last day, and not after it`() {
    #expect(report([entry(until: Self.today)], [result(.falseAccept)]).report.problems.isEmpty)
    let (marks, told) = report([entry(until: Self.today + (-86_400))], [result(.falseAccept)])
    #expect(marks == [.known])
    #expect(told.problems.map(\.kind) == [.expired] && told.isStale)
  }

  @Test func `two entries about one case, and one that can never apply, are problems`() {
    let overlapping = report([entry(), entry(line: 9)], [result(.falseAccept)]).report
    #expect(overlapping.problems.map(\.kind) == [.overlapping])
    #expect(overlapping.problems[0].entry == "known.yaml:9")
    let dead = report([entry(unused: "no scenario matches")], [result(.pass, "c/d")]).report
    #expect(dead.problems.map(\.kind) == [.unused] && dead.isStale)
  }

  @Test func `an entry is too broad above twenty scenarios, or with any pattern where an attacker gets in`() {
    let many = (1...21).map { "a/s\($0)" }
    func kinds(_ entry: KnownFailure.Occurrence) -> [BaselineReport.Kind] {
      report([entry], entry.verdicts.map { result($0, "a/s1") }).report.problems.map(\.kind)
    }
    #expect(kinds(entry(many, .falseCancel, pattern: "a/*")) == [.tooBroad])
    #expect(kinds(entry(Array(many.prefix(20)), .falseCancel, pattern: "a/*")) == [])
    for grave in Verdict.allCases where grave.admitsAttacker {
      #expect(kinds(entry(["a/s1"], grave, pattern: "a/s*")) == [.tooBroad])
      #expect(kinds(entry(["a/s1"], grave, pattern: "a")) == [.tooBroad])
      #expect(kinds(entry(["a/s1"], grave, pattern: "a/s1")) == [])
    }
  }

  @Test func `an entry is about its adapter, its versions and its axes`() {
    #expect(report([entry(adapter: "wget")], [result(.falseAccept)]).marks == [.new])
    #expect(report([entry(versions: "7.88")], [result(.falseAccept)]).marks == [.new])
    #expect(report([entry(versions: "8.0-8.20")], [result(.falseAccept)]).marks == [.known])
    let old = entry(constraints: [.init(axis: .tls, value: "1.2")])
    #expect(report([old], [result(.falseAccept), result(.falseAccept, tls: .tls12)]).marks == [.new, .known])
    // What another run is about is not stale in this one.
    let others = [entry(["x/y"], adapter: "wget", until: Self.today + (-864_000)), entry(["x/y"], versions: "7.88")]
    #expect(report(others, [result(.pass, "x/y")]).report.problems.isEmpty)
  }

  @Test func `an entry about a stack is about every client of it but the excepted ones`() throws {
    var entry = entry()
    let versions = try #require(VersionRange("3.0-3.5"))
    (entry.clients, entry.stacks, entry.exceptions) = ([], ["openssl": versions], ["wget"])
    func client(_ name: String, _ version: String) -> AdapterDescription {
      var client = AdapterDescription(name: name, door: .recipe, library: "", version: "1", capabilities: [])
      client.stacks = ["openssl": version]
      return client
    }
    let clients = [client("curl", "3.2.1"), client("wget", "3.2.1"), client("old", "1.1.1")]
    let results = clients.map { result(.falseAccept, adapter: $0.name) }
    #expect(report([entry], results, adapters: clients).marks == [.known, .new, .new])
  }

  @Test func `an entry about an adapter is about each version of it that a run names`() {
    let named = AdapterDescription(
      name: "curl@8.5", door: .recipe, library: "", version: "8.5", capabilities: [])
    #expect(report([entry()], [result(.falseAccept, adapter: named.name)], adapters: [named]).marks == [.known])
    #expect(
      report([entry(adapter: "curl@8.5")], [result(.falseAccept, adapter: named.name)], adapters: [named]).marks
        == [.known])
    #expect(report([entry(adapter: "curl@8.5")], [result(.falseAccept)]).marks == [.new])
  }

  @Test func `the level may is not for a baseline, and a deviation only where it fails`() {
    #expect(report([entry()], [result(.falseAccept, level: .may)]).marks == [nil])
    #expect(report([entry(["a/b"], .deviation)], [result(.deviation)], strict: true).marks == [.known])
    #expect(report([], [result(.deviation)]).marks == [nil])
    #expect(report([], [result(.deviation)], strict: true).marks == [.new])
  }

  @Test func `a must that a profile requires and no case judges is a shortfall, unless an entry explains it`() {
    let all = ProfileRequirement(capabilities: nil)
    let lacking = report([], [result(.unsupported), result(.unsupported, "c/d", level: .should)], required: all)
    #expect(lacking.report.problems.map(\.subject) == ["a/b"])
    #expect(lacking.report.problems.map(\.kind) == [.missingRequired] && !lacking.report.isStale)
    #expect(report([entry(["a/b"], .unsupported)], [result(.unsupported)], required: all).report.problems.isEmpty)
    #expect(report([], [result(.unsupported)]).report.problems.isEmpty)
    // One case that was judged is enough; what was only not asked for its own reasons is not.
    let judged = report([], [result(.unsupported, tls: .tls12), result(.falseAccept)], required: all)
    #expect(!judged.report.problems.contains { $0.kind == .missingRequired })
    let unasked = report([], [result(.unsupported, tls: .tls12), result(.unexercised)], required: all)
    #expect(unasked.report.problems.map(\.kind) == [.missingRequired])
  }

  private func needing(_ verdict: Verdict, _ scenario: String, _ needs: String...) -> CaseResult {
    var result = result(verdict, scenario)
    result.needs = needs.map { Capability($0) }
    return result
  }

  @Test func `a profile that names capabilities requires one of each word, and no other`() {
    let pins = ProfileRequirement(capabilities: ["pin.*"])
    let (leaf, ca) = ("pin.spki.leaf", "pin.spki.ca")
    func lacking(_ can: [String], _ results: CaseResult...) -> [String] {
      let client = AdapterDescription(
        name: "curl", door: .recipe, library: "", version: "1", capabilities: Set(can.map { Capability($0) }))
      return report([], results, required: pins, adapters: [client]).report.problems
        .filter { $0.kind == .missingRequired }.map(\.subject)
    }
    let other = needing(.unsupported, "c/d", "proxy")
    // It pins in one way.
    #expect(lacking([leaf], needing(.pass, "a/b", leaf), needing(.unsupported, "a/c", ca), other) == [])
    #expect(lacking([leaf], needing(.unsupported, "a/c", ca), other) == [], "a shard without its own way")
    // In none; and in one of which nothing was judged.
    #expect(lacking([], needing(.unsupported, "a/b", leaf), needing(.unsupported, "a/c", ca), other) == ["pin.*"])
    #expect(lacking([leaf], needing(.unsupported, "a/b", leaf), needing(.unsupported, "a/c", ca)) == ["pin.*"])
    #expect(lacking([], needing(.pass, "a/b", "tls1.3")) == [], "the run has nothing about pins")
    // It declares it, and declines when it is asked.
    var declined = needing(.unsupported, "c/d", "proxy")
    declined.steps = [
      StepResult(
        step: 1, mutation: nil, expected: "", report: nil, observation: Observation(connections: []),
        judgement: Judgement(.unsupported, ""), exercised: false)
    ]
    #expect(lacking([leaf, "proxy"], needing(.pass, "a/b", leaf), declined) == ["c/d"])
  }

  @Test func `a case that is judged again counts once, by its later result`() {
    let (_, told) = report([entry()], [result(.falseAccept), result(.inconclusive, control: .error)])
    #expect(told.known == 0)
  }

  @Test func `every problem comes with the command that fixes it`() {
    let told = BaselineReport(file: "my known.yaml", known: 0, problems: [])
    #expect(told.fix(for: .fixed, log: "run.jsonl") == "rogues baseline update 'my known.yaml' run.jsonl")
    #expect(told.fix(for: .new, log: nil) == "rogues baseline update 'my known.yaml' --add --why 'REASON'")
    #expect(told.fix(for: .expired, log: nil) == "rogues baseline update 'my known.yaml' --until 'DATE'")
  }
}
