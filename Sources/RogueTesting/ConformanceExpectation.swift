internal import RogueModel
internal import RoguePlatform
internal import RoguesGallery
internal import Testing

/// One call of `expectConformance`: it runs the cases and decides which results become issues.
struct ConformanceExpectation {
  var scenarios: [String]
  var strict: Bool
  var timeout: Duration
  var catalogue: String?
  var sourceLocation: Testing.SourceLocation

  func check(_ validator: ValidatorInProcess) async throws -> Conformance {
    let run = ConformanceRun(
      patterns: scenarios, only: Reproduction.only, seed: Reproduction.seed,
      timeoutMilliseconds: Int(timeout / .milliseconds(1)), catalogue: catalogue, package: UserCatalogue.path())
    let conformance: Conformance
    do throws(HarnessFailure) {
      conformance = try await run.perform(validator)
    } catch {
      guard error.code == .usage else { throw error }
      issue("No scenario was judged: \(error)")
      return Conformance(seed: "", results: [], unmatched: [], controls: [], isComplete: false)
    }
    try Task.checkCancellation()
    for control in conformance.failedControls { issue(text(of: control)) }
    for result in conformance.notable(strict: strict) { issue(text(of: result, seed: conformance.seed)) }
    for pattern in conformance.unmatched {
      issue("No case of '\(pattern)' was judged: \(reasons(conformance.results))")
    }
    if conformance.judged.isEmpty, conformance.unmatched.isEmpty {
      issue("Nothing was judged: \(reasons(conformance.results))")
    }
    return conformance
  }

  private func issue(_ text: String) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  private func text(of result: CaseResult, seed: String) -> String {
    var result = result
    result.reproduce = Reproduction.command(caseID: result.caseID, seed: seed)
    var story = Conformance.story(of: result)
    while story.last == "\n" { story.removeLast() }
    return story
  }

  /// A control is judged like any case, because the rogues that depend on it prove nothing if it fails.
  private func text(of control: ControlResult) -> String {
    "control \(control.key) (\(control.occasion.rawValue) time): \(control.judgement.verdict.rawValue): "
      + "\(control.judgement.explanation); no refusal that depends on it proves anything"
  }

  /// Why nothing was judged: the capabilities that the selected cases need and the validator lacks.
  private func reasons(_ results: [CaseResult]) -> String {
    let left = results.filter { $0.judgement.verdict == .unsupported }
    return "\(left.count) cases need capabilities that were not declared, such as "
      + Set(left.map(\.judgement.explanation)).sorted().joined(separator: ", ")
  }
}
