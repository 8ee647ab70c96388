internal import RogueDecisions
internal import RogueModel
internal import RogueReports

/// The matrix for people and for programs.
struct ChecksReport {
  let matrix: CheckMatrix
  /// Names of forms or beginnings of names of rules; empty: all.
  var checks: [String] = []
  /// Names of features, or of things that have them; empty: all.
  var features: [String] = []
  var listsOpen = false

  var forms: [Int] {
    matrix.forms.indices.filter { index in
      let form = matrix.forms[index]
      return checks.isEmpty
        || checks.contains { check in
          form.name == check || "mutant-\(form.name)" == check || form.rules.replaced.contains { $0.hasPrefix(check) }
        }
    }
  }

  var circumstances: [Int] {
    Circumstance.all.indices.filter { index in
      let feature = Feature.all[Circumstance.all[index].feature]
      return features.isEmpty || features.contains { $0 == feature.name || $0 == feature.group }
    }
  }

  /// Names that mean nothing.
  static func unknown(checks: [String], features: [String]) -> [String] {
    let report = ChecksReport(matrix: CheckMatrix(CheckSweep.forms))
    return checks.filter { check in ChecksReport(matrix: report.matrix, checks: [check]).forms.isEmpty }
      + features.filter { ChecksReport(matrix: report.matrix, features: [$0]).circumstances.isEmpty }
  }

  /// Forms by the rule that they replace; those that replace several, or none, have rows together.
  private var rows: [(title: String, forms: [Int])] {
    let grouped = Dictionary(grouping: forms) { index -> String in
      let rules = matrix.forms[index].rules.replaced
      return rules.count == 1 ? rules[0] : rules.isEmpty ? "(remembers or combines)" : "(several rules)"
    }
    return grouped.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func text(_ style: ReportStyle) -> String {
    let (forms, circumstances) = (forms, circumstances)
    let offs = forms.filter { matrix.forms[$0].name.hasPrefix("off-") }
    var lines = [
      style.ink(.bold, "\(forms.count) forms of checks in \(String.counted(circumstances.count, "circumstance"))")
    ]
    if !offs.isEmpty { lines += summary("\(String.counted(offs.count, "rule")) left out", offs, circumstances) }
    if offs.count < forms.count { lines += summary("all forms", forms, circumstances) }
    lines.append("")
    lines += listsOpen ? openLines(forms, circumstances) : checks.isEmpty ? rowLines(circumstances) : pairLines()
    return lines.map { $0 + "\n" }.joined()
  }

  private func summary(_ title: String, _ forms: [Int], _ circumstances: [Int]) -> [String] {
    let total = matrix.numbers(forms, circumstances)
    return [
      "  \(title): \(total.all) pairs",
      "    wrong there alone: \(total.caught) caught, \(total.excluded) excluded, \(total.allOpen) open (\(total.missing) in"
        + " circumstances that no case has, \(total.unasked) where no case asks the rule, \(total.open) where it never decides"
        + " alone)",
      "    right there alone: \(total.mirrored) caught, \(total.excludedMirrors) excluded, \(total.unmirrored) open",
    ]
  }

  private func rowLines(_ circumstances: [Int]) -> [String] {
    var table = TextTable()
    table.add("rule", "forms", "caught", "excluded", "open", "right there alone: open")
    for row in rows {
      let numbers = matrix.numbers(row.forms, circumstances)
      table.add(
        row.title, "\(row.forms.count)", "\(numbers.caught)", "\(numbers.excluded)", "\(numbers.allOpen)",
        "\(numbers.unmirrored)")
    }
    return table.lines(indent: "  ")
  }

  private func pairLines() -> [String] {
    var table = TextTable()
    for form in forms {
      for circumstance in circumstances {
        table.add(
          matrix.forms[form].name, Circumstance.all[circumstance].name, words(matrix.state(form, circumstance)),
          matrix.firstCase(form, circumstance) ?? "")
      }
    }
    return table.lines(indent: "  ")
  }

  /// By feature and value: the forms that are open.
  private func openLines(_ forms: [Int], _ circumstances: [Int]) -> [String] {
    var lines: [String] = []
    for circumstance in circumstances {
      let open = forms.filter { matrix.state($0, circumstance).isOpen }
      guard !open.isEmpty else { continue }
      lines.append("\(Circumstance.all[circumstance].name): \(String.counted(open.count, "form"))")
      lines += open.map { "  \(matrix.forms[$0].name): \(words(matrix.state($0, circumstance)))" }
    }
    return lines
  }

  func words(_ state: CheckMatrix.State) -> String {
    switch state {
    case .caught: "caught"
    case .excluded(let reason): "excluded: \(reason)"
    case .missing: "open: no case has the circumstance"
    case .unasked: "open: no case asks the rule there"
    case .open: "open: the rule never decides alone there"
    }
  }

  var json: JSON {
    let circumstances = circumstances
    return [
      "circumstances": .array(circumstances.map { .string(Circumstance.all[$0].name) }),
      "forms": .array(
        forms.map { form in
          let states = circumstances.map { ($0, Circumstance.all[$0].name, matrix.state(form, $0)) }
          func pairs(_ text: (Int, CheckMatrix.State) -> String?) -> JSON {
            .object(
              states.compactMap { place, name, state in
                text(place, state).map { JSON.Member(name, .string($0)) }
              })
          }
          return [
            "name": .string(matrix.forms[form].name), "mistake": .string(matrix.forms[form].summary),
            "rules": .array(matrix.forms[form].rules.replaced.map(JSON.string)),
            "caught": pairs { place, _ in matrix.firstCase(form, place) },
            "excluded": pairs { _, state in if case .excluded(let reason) = state { reason } else { nil } },
            "open": pairs { _, state in state.isOpen ? words(state) : nil },
          ]
        }),
    ]
  }
}
