import RogueModel

extension RunSummary {
  /// The result of the baseline: outdated entries with their fixes.
  ///
  /// - Parameter isQuiet: nothing was shown before; else each new failure has its block.
  func baseline(isQuiet: Bool) -> [String] {
    guard let report = rows.footer?.baseline else { return [] }
    var lines = ["baseline \(report.file.printable()): \(String.counted(report.known, "case")) as known"]
    for kind in BaselineReport.Kind.allCases {
      let problems = report.problems.filter { $0.kind == kind }
      guard !problems.isEmpty else { continue }
      lines.append(
        style.ink(kind.isFailure ? .red : .yellow, "\(kind.word) (\(problems.count))")
          + ": \(kind.meaning)")
      if kind != .new || isQuiet || rows.header?.mode == .compare { lines += list(problems) }
      // No entry gives a client a capability.
      if kind != .missingRequired || problems.contains(where: { $0.subject.contains("/") }) {
        lines.append("  " + style.ink(.dim, "fix:") + " \(report.fix(for: kind, log: nil).printable())")
      }
    }
    return lines + [""]
  }

  private func list(_ problems: [BaselineReport.Problem]) -> [String] {
    var table = TextTable()
    for problem in problems.prefix(Self.shownProblems) {
      table.add(problem.adapter.printable(), problem.subject.printable(), problem.says.printable())
    }
    let more = problems.count - Self.shownProblems
    return table.lines(indent: "  ") + (more > 0 ? ["  and \(more) more"] : [])
  }

  private static let shownProblems = 20
}

extension BaselineReport.Problem {
  fileprivate var says: String { entry.map { "\(text) (\($0))" } ?? text }
}

extension BaselineReport.Kind {
  /// Capital letters for what fails the run.
  var word: String { isFailure ? rawValue.uppercased() : rawValue }

  var meaning: String {
    switch self {
    case .new: "fails, and no entry accepts it"
    case .changed: "fails in another way than its entry accepts"
    case .fixed: "no longer fails; remove the entry"
    case .unsupported: "is unsupported now, so the entry proves nothing"
    case .expired: "was accepted until a date that has passed"
    case .unused: "the entry can never apply"
    case .overlapping: "two entries are about the same case"
    case .tooBroad: "the entry's pattern matches too many scenarios"
    case .missingRequired: "the profile requires what the adapter declares unsupported"
    }
  }
}
