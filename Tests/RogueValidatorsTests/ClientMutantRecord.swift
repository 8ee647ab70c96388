import Foundation
@testable import RogueLab
import RogueModel
import TestSupport
import Testing

/// A file of `Golden/client-mutants`: what each client with one mistake gets wrong over sockets, of the scenarios of a suite.
///
/// A mutant has a line for each scenario, with the wrong decision. Without a record, as when it is made, a suite runs every
/// mutant; otherwise those of its record, and new ones.
struct ClientMutantRecord {
  private static let folder = "client-mutants"

  let suite: String
  /// By mutant, as an adapter: the wrong decisions, by scenario.
  private(set) var wrong: [String: [String: Set<String>]] = [:]

  init(_ suite: String) throws {
    self.suite = suite
    let path = Golden.folder().appendingPathComponent("\(Self.folder)/\(suite).txt")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return }
    var mutant = ""
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        mutant = String(line)
        wrong[mutant] = [:]
        continue
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      try #require(parts.count == 2, "\(suite): \(line)")
      wrong[mutant]?[parts[0].trimmingCharacters(in: .whitespaces)] = Set(
        parts[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// The names of all files.
  static func suites() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Golden.folder().appendingPathComponent(folder).path).sorted()
      .map { String($0.dropLast(".txt".count)) }
  }

  /// All scenarios that some mutant gets wrong.
  var scenarios: Set<String> { Set(wrong.values.flatMap(\.keys)) }

  /// Those of the mutants that this suite runs.
  ///
  /// - Parameter isOurs: of a mutant that no suite has a record of.
  func runs(_ mutants: [ClientMutant], where isOurs: (ClientMutant) -> Bool = { _ in true }) throws -> [ClientMutant] {
    guard !Recording.isOn else { return mutants }
    let known = try Self.suites().reduce(into: Set<String>()) { $0.formUnion(try ClientMutantRecord($1).wrong.keys) }
    return mutants.filter { mutant in
      wrong[mutant.adapterName] != nil || !known.contains(mutant.adapterName) && isOurs(mutant)
    }
  }

  /// Compares what the mutants did with the file, or records it.
  ///
  /// - Parameter isRight: whether a result is; the others are the mutant's mistakes.
  static func check(_ results: [CaseResult], suite: String, isRight: (CaseResult) -> Bool) throws {
    var lines: [String] = []
    for (mutant, results) in Dictionary(grouping: results, by: \.adapter).sorted(by: { $0.key < $1.key }) {
      let wrong = results.filter { !isRight($0) && $0.judgement.verdict != .unsupported }
      guard !wrong.isEmpty else { continue }
      lines.append(mutant)
      for (scenario, results) in Dictionary(grouping: wrong, by: \.scenario).sorted(by: { $0.key < $1.key }) {
        lines.append("  \(scenario): \(Set(results.map(decision)).sorted().joined(separator: ", "))")
      }
    }
    try Golden.check(lines.joined(separator: "\n") + "\n", "\(folder)/\(suite).txt")
  }

  /// The verdict, and that of a control that the mutant does not accept. Whether data left before a cancel depends on the
  /// version of TLS and on time.
  private static func decision(_ result: CaseResult) -> String {
    let verdict = result.judgement.verdict == .leak ? Verdict.falseAccept : result.judgement.verdict
    guard let control = result.control, control.verdict != .pass else { return verdict.rawValue }
    return "\(verdict.rawValue) (control \(control.verdict.rawValue))"
  }

  /// The scenarios that some mutant was shown to accept, or to answer otherwise than it must, while it accepts the control.
  var caught: Set<String> {
    Set(
      wrong.values.flatMap { mistakes in
        mistakes.filter { $0.value.contains { Self.kills.contains($0) } }.map(\.key)
      })
  }

  private static let kills = Set(Verdict.allCases.filter(\.isWrongDecision).map(\.rawValue))
}
