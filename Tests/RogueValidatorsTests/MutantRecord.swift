import Foundation
@testable import RogueLab
import RogueValidators
import Synchronization
import TestSupport
import Testing

/// `Golden/mutants.txt`: what catches each mutant of the reference.
///
/// Scenarios are recorded by `MutantTests`, cells of decision tables by the sweep of `DecisionTests`: each keeps the lines of
/// the other.
struct MutantRecord {
  private static let file = "mutants.txt"
  private static let cell = "  cell: "
  /// Both suites may record in one process.
  private static let lock = Mutex(())

  /// By mutant, or by the title of a list about trials.
  private(set) var lines: [String: [String]] = [:]
  private var order: [String] = []

  init() throws {
    let path = Golden.folder().appendingPathComponent(Self.file)
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init) {
      if line.hasPrefix("  "), let last = order.last {
        lines[last, default: []].append(line)
      } else {
        order.append(line)
        lines[line] = []
      }
    }
  }

  /// Mutants with a line about a scenario, of any level, or about a cell.
  var caught: Set<String> { Set(lines.filter { !$0.value.isEmpty }.keys) }

  /// The cell that catches a mutant; nil: none does.
  var cell: [String: String] {
    lines.compactMapValues { lines in
      lines.first { $0.hasPrefix(Self.cell) }.map { String($0.dropFirst(Self.cell.count)) }
    }
  }

  /// Compares, or records, what catches the mutants among the scenarios.
  static func check(_ sections: [(title: String, lines: [String])]) throws {
    try lock.withLock { _ in
      let recorded = try MutantRecord()
      try write(
        sections.map { section in
          (section.title, section.lines + (recorded.lines[section.title] ?? []).filter { $0.hasPrefix(cell) })
        })
    }
  }

  /// The same for cells.
  ///
  /// - Parameter caught: a cell that catches it, for each mutant.
  static func check(cells caught: [String: String]) throws {
    try lock.withLock { _ in
      let recorded = try MutantRecord()
      try write(
        recorded.order.map { title in
          let others = (recorded.lines[title] ?? []).filter { !$0.hasPrefix(cell) }
          return (title, others + (caught[title].map { ["\(cell)\($0)"] } ?? []))
        })
    }
  }

  private static func write(_ sections: [(title: String, lines: [String])]) throws {
    try Golden.check(sections.flatMap { [$0.title] + $0.lines }.joined(separator: "\n") + "\n", file)
    // What is made from the record is recorded with it.
    if Recording.isOn { try ProfileReach.write() }
  }
}

extension Mutant {
  /// Its name as an adapter.
  var adapterName: String { "mutant-\(name)" }

  /// The adapters' names of those for which this holds.
  static func names(_ holds: (Mutant) -> Bool) -> Set<String> { Set(all.filter(holds).map(\.adapterName)) }
}
