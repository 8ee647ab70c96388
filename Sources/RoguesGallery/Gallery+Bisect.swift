internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform
internal import RogueReports

extension Gallery {
  /// Finds the version of a client in which its answer to a scenario changed.
  public static func bisect(_ request: BisectRequest) async -> ExitStatus {
    do throws(HarnessFailure) {
      return try await Bisection(request: request).perform()
    } catch {
      return report(error)
    }
  }
}

/// One `bisect`: each version has a separate run.
private struct Bisection {
  /// A version's result for each case of the scenario: `false-accept`, or `pass (name-mismatch)`.
  typealias Answer = [String: String]

  var request: BisectRequest

  func perform() async throws(HarnessFailure) -> ExitStatus {
    let installed = try InstalledAdapters(try Catalogues.find(explicit: request.catalogues))
    guard let manifest = installed.described(request.adapter) else {
      let near = NearMiss.question(for: request.adapter, among: installed.names).map { "; \($0)" } ?? ""
      throw HarnessFailure(.usage, "there is no adapter '\(request.adapter)' in the catalogue\(near)")
    }
    guard let versions = manifest.versions else {
      let those = installed.manifests.filter { $0.versions != nil }.map(\.name).joined(separator: ", ")
      throw HarnessFailure(
        .usage,
        "the description of '\(request.adapter)' does not say where versions come from; these do: \(those)")
    }
    let releases = try Self.between(
      request.from, request.to, of: try await WheelEnvironment.releases(of: versions.wheel), versions.wheel)
    var search = ReleaseSearch<Answer>(releases)
    if !request.json { try StandardWriters.output("\(releases.count) releases of \(versions.wheel)\n") }
    // The same bytes for all, so that nothing but the client differs.
    let seed = Gallery.freshSeed()
    while let release = search.next {
      let asked = try await ask(release, seed: seed)
      if Interruption.shared.isRequested { return .interrupted }
      if case .ended(let status) = asked { return status }
      guard case .answered(let answer) = asked else { continue }
      search.note(release, answer)
      if !request.json {
        try StandardWriters.output("  \(release)  \(answer.map(Self.words) ?? "cannot run")\n")
      }
    }
    return try report(search)
  }

  /// The releases from one to the other. Throws `usage` if they are fewer than two or an end is none of them.
  static func between(
    _ from: String?, _ to: String?, of releases: [String], _ package: String
  ) throws(HarnessFailure) -> [String] {
    func place(_ version: String) throws(HarnessFailure) -> Int {
      // `42` is the newest 42.x, as everywhere.
      let fitting = releases.lastIndex { $0 == version || $0.hasPrefix("\(version).") }
      guard let fitting else {
        throw HarnessFailure(
          .usage, "\(package) has no release '\(version)'; the newest are \(releases.suffix(5).joined(separator: ", "))"
        )
      }
      return fitting
    }
    guard releases.count > 1 else { throw HarnessFailure(.usage, "\(package) has a single release") }
    let first = try from.map(place) ?? 0
    let last = try to.map(place) ?? releases.count - 1
    guard first < last else {
      throw HarnessFailure(.usage, "\(releases[first]) does not come before \(releases[last])")
    }
    return Array(releases[first...last])
  }

  private enum Asked {
    case answered(Answer?)
    /// The errors that affect every version.
    case ended(ExitStatus)
  }

  private func ask(_ release: String, seed: String) async throws(HarnessFailure) -> Asked {
    let folder: String
    do throws(SystemError) { folder = try Files.makeTemporaryDirectory() } catch {
      throw HarnessFailure(.files, "cannot make a folder for the event log", underlying: error.description)
    }
    defer { try? Files.removeTemporaryDirectory(folder) }
    let variant = AdapterVariant(adapter: request.adapter, version: release)
    var options = RunOptions(mode: .compare)
    options.patterns = [request.scenario]
    options.adapters = [variant.name]
    options.axes = request.axes
    options.seed = seed
    options.log = "\(folder)/events.jsonl"
    options.catalogues = request.catalogues
    options.isSilent = true
    var terminal = TerminalOptions()
    terminal.verbosity = .quiet
    let status = try await JudgingRun(options: options, terminal: terminal).perform()
    switch status {
    case .adapterUnavailable: return .answered(nil)
    case .asExpected, .unexpected, .onlyInconclusive: break
    default: return .ended(status)
    }
    var answer: Answer = [:]
    try LogFile("\(folder)/events.jsonl").checked().forEach { (event) throws(HarnessFailure) in
      guard case .caseFinished(let result) = event else { return }
      let reason = result.reason.map { " (\($0.rawValue))" } ?? ""
      answer[result.caseID] = "\(result.judgement.verdict.rawValue)\(reason)"
    }
    return .answered(answer)
  }

  /// How often each answer came.
  private static func words(_ answer: Answer) -> String {
    Dictionary(grouping: answer.values, by: \.self).mapValues(\.count).sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    .map { answer.count == 1 ? $0.key : "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  private func json(
    _ after: String, _ changed: String, _ skipped: [String], _ cases: [(id: String, before: String, now: String)]
  ) -> JSON {
    [
      "adapter": .string(request.adapter), "scenario": .string(request.scenario), "after": .string(after),
      "changed": .string(changed), "skipped": .array(skipped.map(JSON.string)),
      "cases": .array(
        cases.map { ["case": .string($0.id), "before": .string($0.before), "now": .string($0.now)] }),
    ]
  }

  private func report(_ search: ReleaseSearch<Answer>) throws(HarnessFailure) -> ExitStatus {
    let adapter = request.adapter
    switch search.outcome {
    case .changed(let after, let changed, let skipped)?:
      let before = (search.answers[after] ?? nil) ?? [:]
      let now = (search.answers[changed] ?? nil) ?? [:]
      let cases = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
      if request.json {
        try StandardWriters.output(
          json(after, changed, skipped, cases.map { ($0, before[$0] ?? "not run", now[$0] ?? "not run") }).pretty)
        return .asExpected
      }
      var text = "\n\(adapter) changed its answer in \(changed) (\(after) still gives the old one)\n"
      if !skipped.isEmpty { text += "  between them, without a result: \(skipped.joined(separator: ", "))\n" }
      for id in cases { text += "  \(id)\n    \(before[id] ?? "not run") -> \(now[id] ?? "not run")\n" }
      text += "\n  both, side by side: rogues compare '\(adapter)@\(after),\(changed)' -s '\(request.scenario)'\n"
      try StandardWriters.output(text)
      return .asExpected
    case .same?:
      try StandardWriters.error(
        "rogues: \(search.releases[0]) and \(search.releases[search.releases.count - 1]) of \(adapter) give the same "
          + "answer; give ends that differ with --from and --to\n")
      return .nothingJudged
    case .unavailable(let release)?:
      try StandardWriters.error(
        "rogues: \(adapter)@\(release), an end of the search, cannot run; choose another with --from or --to\n")
      return .adapterUnavailable
    case nil:
      throw HarnessFailure(.internal, "the search has not ended")
    }
  }
}
