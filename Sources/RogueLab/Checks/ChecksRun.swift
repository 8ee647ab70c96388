internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
package import RoguesGallery

/// Measures which check is caught in which circumstance, and prints the matrix.
package struct ChecksRun: Sendable {
  /// Of scenarios and cells; empty: all of them, the cells of every table included.
  package var patterns: [String] = []
  /// Names of wrong forms, or beginnings of the names of rules; empty: all.
  package var checks: [String] = []
  /// Names of features, or of the things that have them; empty: all.
  package var features: [String] = []
  package var listsOpen = false
  /// The smallest set of cases that catches every caught pair follows.
  package var listsSet = false
  package var isJSON = false
  package var isQuiet = false

  package init() {}

  package func perform() async -> ExitStatus {
    do throws(HarnessFailure) {
      let unknown = ChecksReport.unknown(checks: checks, features: features)
      guard unknown.isEmpty else {
        throw HarnessFailure(.usage, "there is no check or feature '\(unknown[0])'; 'rogues-lab features' lists them")
      }
      let scenarios = try Gallery.scenarios(patterns, catalogues: [])
      let matrix = try CheckMatrix.of(scenarios, keys: KeyPool(store: KeyFolder.ofThisUser), progress: progress)
      return try write(matrix)
    } catch {
      return Gallery.report(error)
    }
  }

  private func write(_ matrix: CheckMatrix) throws(HarnessFailure) -> ExitStatus {
    let report = ChecksReport(matrix: matrix, checks: checks, features: features, listsOpen: listsOpen)
    var text = isJSON ? report.json.pretty : report.text(TerminalOptions.detected(verbosity: .normal).resultStyle)
    if listsSet, !isJSON {
      let chosen = matrix.smallestSet()
      text += "\n\(chosen.count) of \(matrix.cases.count) cases catch every caught pair:\n"
      text += chosen.map { "  \($0)\n" }.joined()
    }
    do throws(SystemError) { try StandardStream.output.write(text) } catch { return .cannotWrite }
    return .asExpected
  }

  /// A line for each tenth.
  private func progress(_ done: Int, of count: Int) {
    guard !isQuiet else { return }
    // Progress that cannot be written ends no run.
    try? StandardStream.error.write("measured: \(done) of \(count) scenarios and cells\n")
  }

  /// Every feature with its values, one a line.
  package static var features: String {
    Feature.all.map { "\($0.name): \($0.meaning)\n  \($0.values.joined(separator: " "))\n" }.joined()
  }
}

extension CheckMatrix {
  /// - Parameter progress: how many scenarios are done, of all; called for each tenth.
  static func of(
    _ scenarios: [some ScenarioSource], forms: [Mutant] = CheckSweep.forms, keys: KeyPool,
    progress: @Sendable (Int, _ of: Int) -> Void = { _, _ in }
  ) throws(HarnessFailure) -> CheckMatrix {
    let sweep = CheckSweep(forms, keys: keys)
    var matrix = CheckMatrix(forms)
    // Some at a time: what the cases of all show takes less memory than what they consist of.
    for start in stride(from: 0, to: scenarios.count, by: 64) {
      let some = Array(scenarios[start..<min(start + 64, scenarios.count)])
      let found = AllProcessors.each(some) { source in
        Result { () throws(HarnessFailure) in try sweep.cases(of: source.scenario) }
      }
      for result in found { for item in try result.get() { matrix.add(item) } }
      let (done, count) = (min(start + 64, scenarios.count), scenarios.count)
      if done * 10 / count > start * 10 / count { progress(done, count) }
    }
    return matrix
  }
}
