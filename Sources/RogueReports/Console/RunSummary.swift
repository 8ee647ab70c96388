import RogueModel

/// The end of a run on one screen: the worst first, inconclusive cases with reasons, the time spent, and the most
/// important line last.
struct RunSummary {
  let rows: CaseRows
  let strict: Bool
  let style: ReportStyle
  var shown = ConsoleOptions.Conclusion.matrix(MatrixOptions())

  func text(isQuiet: Bool) -> String {
    if shown == .nothing { return "" }
    var lines: [String] = []
    if rows.header?.mode == .compare {
      if case .matrix(let options) = shown { lines += MatrixReport(rows).lines(style, options) }
    } else {
      // Each failure has a block of its own, unless the run is quiet.
      if isQuiet {
        lines += failures
      } else {
        lines += voids
        lines += informational
        lines += unsupported
      }
    }
    lines += baseline(isQuiet: isQuiet)
    if !isQuiet { lines += lacking }
    lines += strangers + unverified
    lines += deadlines
    if !isQuiet { lines += time + coverage }
    lines.append(conclusion)
    return lines.joined(separator: "\n") + "\n"
  }

  /// "40 pass (3 in part), 2 FALSE-ACCEPT, 3 inconclusive; 2 for information": scenarios by their worst verdict. Verdicts that did not
  /// occur are omitted, passes come first, scenarios of level may are separate.
  static func phrase(_ rows: some Collection<CaseRow>, _ style: ReportStyle) -> String {
    let gating = rows.lazy.filter { $0.level != .may && !$0.isKnown }
    var folds = gating.folds
    // Of a scenario that the end of the run cut short, what was judged counts.
    var isCut = false
    if folds.values.contains(where: { $0.worst == .notRun }) {
      for (key, judged) in gating.filter({ $0.verdict != .notRun }).folds
      where folds[key]?.worst == .notRun && judged.worst.kind != .notRun {
        folds[key] = judged
        isCut = isCut || judged.worst == .pass
      }
    }
    let (counts, partial) = (folds.scenarios, folds.values.count(where: \.isPartial))
    var parts = Verdict.passFirst.compactMap { verdict in
      counts[verdict].map {
        style.ink(verdict.tint, "\($0) \(verdict.word)")
          + (verdict == .pass ? (isCut ? " so far" : "") + (partial > 0 ? " (\(partial) in part)" : "") : "")
      }
    }
    let informational = rows.lazy.filter { $0.level == .may }.folds.count
    let known = rows.lazy.filter(\.isKnown).folds.count
    if known > 0 { parts.append("\(known) known") }
    return (parts.isEmpty ? "no scenario" : parts.joined(separator: ", "))
      + (informational > 0 ? "; \(informational) for information" : "")
  }

  /// "33 scenarios: 32 pass; 1 for information; 213 cases".
  static func sentence(_ rows: CaseRows, _ style: ReportStyle) -> String {
    let scenarios = String.counted(Set(rows.map(\.scenario)).count, "scenario")
    let adapters = rows.adapters.count > 1 ? ", each with \(String.counted(rows.adapters.count, "adapter"))" : ""
    return (rows.isEmpty ? "" : "\(scenarios)\(adapters): ") + phrase(rows, style)
      + "; \(String.counted(rows.count, "case"))"
      + (rows.adapters.contains { $0.unverifiedOwner != nil } ? "; \(ConnectionOwner.unverifiedMark)" : "")
  }

  /// The cases that each adapter was asked, by scenario.
  private var asked: [CaseKey: Int] {
    rows.reduce(into: [:]) { asked, row in
      if row.verdict.kind != .notRun { asked[CaseKey(row.adapter, row.scenario), default: 0] += 1 }
    }
  }

  /// A row for each scenario, adapter and verdict: "1 of 6" where not every case ended so.
  private func table(
    _ groups: [CaseRows.Group], _ asked: [CaseKey: Int], _ last: (CaseRows.Group) -> String,
    namesVerdict: Bool = false
  ) -> [String] {
    var table = TextTable()
    for group in groups {
      let first = rows[group.first]
      let all = asked[CaseKey(first.adapter, first.scenario)] ?? 0
      table.add(
        [first.adapter.printable()] + (namesVerdict ? [first.verdict.rawValue] : [])
          + [
            first.scenario.printable(), group.count == all ? "" : "\(group.count) of \(all)",
            last(group),
          ])
    }
    return table.lines(indent: "  ")
  }

  /// One line for each scenario.
  private var failures: [String] {
    var lines: [String] = []
    let asked = asked
    for verdict in Verdict.worstFirst {
      let groups = rows.groups(
        of: rows.indices.lazy.filter { rows[$0].verdict == verdict && rows[$0].fails(strict: strict) })
      guard !groups.isEmpty else { continue }
      lines.append(
        style.ink(verdict.tint, "\(verdict.word) (\(groups.count))") + ": \(verdict.meaning)")
      lines +=
        table(groups, asked) { $0.marks.map { $0.printable() }.sorted().joined(separator: "; ") }
        + [""]
    }
    return lines
  }

  /// Voids by cause: the same cause mostly takes many cases with it.
  private var voids: [String] {
    let inconclusive = rows.lazy.filter { $0.verdict == .inconclusive && $0.level != .may && !$0.isKnown }
    let causes = Self.causes(of: inconclusive)
    guard !causes.isEmpty else { return [] }
    let count = causes.reduce(0) { $0 + $1.count }
    var lines = [style.ink(.yellow, "inconclusive (\(count))") + ": these cases prove nothing"]
    for cause in causes {
      let text = "\(cause.adapter), \(String.counted(cause.count, "case")): \(cause.why)".printable()
      lines += text.wrapped(to: style.width - 2).map { "  " + $0 }
      lines += cause.first.map { "    " + $0.printable() }
      if cause.count > cause.first.count { lines.append("    and \(cause.count - cause.first.count) more") }
    }
    return lines + [""]
  }

  /// An adapter's explanation of some cases, with the ids of the first three.
  private typealias Cause = (adapter: String, why: String, count: Int, first: [String])

  private static func causes(of rows: some Sequence<CaseRow>) -> [Cause] {
    var causes: [Cause] = []
    var places: [CaseKey: Int] = [:]
    for row in rows {
      let key = CaseKey(row.adapter, row.explanation)
      let place = places[key] ?? causes.count
      if place == causes.count {
        places[key] = place
        causes.append((row.adapter, row.explanation, 0, []))
      }
      causes[place].count += 1
      if causes[place].count <= 3 { causes[place].first.append(row.caseID) }
    }
    return causes
  }

  /// Scenarios of level may: shown, but never counted as failures.
  private var informational: [String] {
    let places = rows.indices.lazy.filter {
      let row = rows[$0]
      return row.level == .may && !row.verdict.isGood && row.verdict.kind != .notRun
    }
    let groups = rows.groups(of: places)
    guard !groups.isEmpty else { return [] }
    let title =
      "\(String.counted(groups.count, "scenario")) where standards leave a choice (not counted)"
    return [title] + table(groups, asked, { _ in "" }, namesVerdict: true) + [""]
  }

  private var unsupported: [String] {
    let unsupported = rows.lazy.filter { $0.verdict == .unsupported }
    let reasons = Self.causes(of: unsupported)
    guard !reasons.isEmpty else { return [] }
    let informational = unsupported.count { $0.level == .may }
    let more = informational > 0 ? ", and \(informational) for information" : ""
    var lines = [
      "unsupported (\(reasons.reduce(0) { $0 + $1.count } - informational)\(more)): the adapter or its client lacks a capability; not counted as passed"
    ]
    for reason in reasons {
      let text = "\(reason.adapter), \(String.counted(reason.count, "case")): \(reason.why)".printable()
      lines += text.wrapped(to: style.width - 2).map { "  " + $0 }
    }
    return lines + [""]
  }

  /// Printed even by a quiet run: another process connected to the servers.
  private var strangers: [String] {
    let count = rows.strangers.values.reduce(0, +)
    guard count > 0 else { return [] }
    let names = rows.strangers.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(3)
      .map { "\($0.key.printable()) (\($0.value))" }.joined(separator: ", ")
    return [
      "dropped \(String.counted(count, "connection")) of other processes; they decided nothing: \(names)"
    ]
  }

  private var lacking: [String] {
    // What a profile requires is among the problems of a baseline, where there is one.
    let told = rows.footer?.baseline?.problems.count { $0.kind == .missingRequired } ?? 0
    let sentences = (rows.footer?.shortfall ?? []).dropLast(told)
    guard !sentences.isEmpty else { return [] }
    let shown = sentences.prefix(20).flatMap { $0.printable().wrapped(to: style.width - 2).map { "  " + $0 } }
    let more = sentences.count > 20 ? ["  and \(sentences.count - 20) more"] : []
    return [style.ink(.yellow, "lacking (\(sentences.count))") + ": so the run is not green"] + shown + more + [""]
  }

  /// Printed even by a quiet run: another client may have been judged.
  private var unverified: [String] {
    rows.adapters.compactMap { adapter in
      adapter.unverifiedOwner.map {
        "\(adapter.name.printable()): \($0.printable()): connection owners were not verified"
      }
    }
  }

  /// This many missed deadlines, each only while other cases ran, say more about the machine than about the clients.
  private static let many = 5

  /// Told whatever else is not: a verdict that came at the second try is marked as one.
  private var deadlines: [String] {
    let late = rows.filter(\.wasLate)
    let controls = rows.lateControls
    var lines: [String] = []
    if late.count + controls > 0 {
      let asked = [
        late.isEmpty ? nil : String.counted(late.count, "case"),
        controls == 0 ? nil : String.counted(controls, "control"),
      ].compactMap(\.self).joined(separator: " and ")
      var text = "deadlines missed in \(asked); repeated alone, and the repetition counts"
      if !late.isEmpty { text += ": \(late.count { !$0.isLate }) of the cases were then in time" }
      lines += text.wrapped(to: style.width)
    }
    let missed = rows.count { $0.isLate || $0.wasLate } + controls
    if missed >= Self.many {
      lines += """
        \(missed) deadlines were missed: if this machine has too much to do, take fewer cases at once (-j 1) or wait longer \
        (--timeout 30s)
        """.wrapped(to: style.width)
    }
    return lines
  }

  /// The cases that did not run: a run without failures proves nothing about them.
  private var coverage: [String] {
    guard let coverage = rows.header?.coverage else { return [] }
    let text = "covers \(coverage.sentence)" + (coverage.misses.map { "; not seen: \($0)" } ?? "")
    return text.printable().wrapped(to: style.width)
  }

  private var time: [String] {
    guard let footer = rows.footer, !footer.spent.isEmpty else { return [] }
    let parts = footer.spent.prefix(6)
      .map { "\($0.activity.printable()) \(DurationText.short(milliseconds: $0.milliseconds))" }
    return ["total time (parallel): " + parts.joined(separator: ", ")]
  }

  private var conclusion: String {
    var lines: [String] = []
    for adapter in rows.adapters where rows.adapters.count > 1 && rows.header?.mode != .compare {
      lines.append(
        "\(adapter.name.printable()): \(Self.phrase(rows.lazy.filter { $0.adapter == adapter.name }, style))")
    }
    var last = Self.sentence(rows, style)
    if let footer = rows.footer { last += " in \(DurationText.short(milliseconds: footer.milliseconds))" }
    if let seed = rows.header?.seed { last += style.ink(.dim, "  (seed \(seed.printable()))") }
    lines.append(last)
    if let footer = rows.footer, !footer.complete {
      lines.append(style.ink(.alarm, "INCOMPLETE") + ": the run was cut short")
    }
    return lines.joined(separator: "\n")
  }
}
