internal import RogueDecisions
internal import RogueModel

/// The recorded page.
extension ChecksReport {
  /// Numbers for rules left out and for all forms, what is open, why pairs are excluded, and the table by rule and thing.
  var page: String {
    let offs = forms.filter { matrix.forms[$0].name.hasPrefix("off-") }
    let chosen = matrix.smallestSet().count
    return """
      # Every check in every circumstance

      A *circumstance* is one value of one feature of what a validator can see when it decides: the key of the leaf, the spelling
      of the host, the number of certificates. `rogues-lab checks` puts each wrong form of each check (\(forms.count): \(offs.count)
      rules left out, and the mutants) to all cases at `must` and `should` that certificates and responders decide, as a validator that
      is wrong in that circumstance alone, and as one that is right in it alone. Most mutants are wrong in a circumstance of their
      own, so that their pairs are combinations of two. `swift run -c release rogues-lab checks --open` lists the open pairs. This
      page is generated.

      | pairs | caught | excluded | open |
      |---|---|---|---|
      \(row("a rule left out there alone", offs))
      \(row("a rule asked there alone", offs, mirrored: true))
      \(row("any form there alone", forms))
      \(row("right there alone, any form elsewhere", forms, mirrored: true))

      \(chosen) of \(matrix.cases.count) cases catch every caught pair.

      ## Open pairs of rules left out

      \(openPairs(offs))

      ## Why pairs are excluded

      | reason | pairs of rules left out |
      |---|---|
      \(reasons(offs))

      ## By rule and feature

      Caught and open pairs of every rule left out, by the thing that has the feature.

      \(table(offs))

      ## Circumstances that no case has

      \(missing)

      """
  }

  private func row(_ title: String, _ forms: [Int], mirrored: Bool = false) -> String {
    let numbers = matrix.numbers(forms, circumstances)
    return mirrored
      ? "| \(title) | \(numbers.mirrored) | \(numbers.excludedMirrors) | \(numbers.unmirrored) |"
      : "| \(title) | \(numbers.caught) | \(numbers.excluded) | \(numbers.allOpen) |"
  }

  private func openPairs(_ offs: [Int]) -> String {
    let lines = circumstances.compactMap { circumstance -> String? in
      let open = offs.filter { matrix.state($0, circumstance).isOpen }
      guard !open.isEmpty else { return nil }
      let rules = open.flatMap { matrix.forms[$0].rules.replaced }
      return "- `\(Circumstance.all[circumstance].name)`: \(rules.joined(separator: ", "))"
    }
    return lines.isEmpty ? "None." : lines.joined(separator: "\n")
  }

  private func reasons(_ offs: [Int]) -> String {
    var counts: [String: Int] = [:]
    for form in offs {
      for circumstance in circumstances {
        if case .excluded(let reason) = matrix.state(form, circumstance) { counts[reason, default: 0] += 1 }
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "| \($0.key) | \($0.value) |" }
      .joined(separator: "\n")
  }

  private func table(_ offs: [Int]) -> String {
    let groups = Feature.all.map(\.group).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var lines = [
      "| rule | \(groups.joined(separator: " | ")) |",
      "|---|\(String(repeating: "---|", count: groups.count))",
    ]
    for form in offs {
      let cells = groups.map { group -> String in
        let own = circumstances.filter { Feature.all[Circumstance.all[$0].feature].group == group }
        let numbers = matrix.numbers([form], own)
        return numbers.allOpen == 0 ? "\(numbers.caught)" : "\(numbers.caught), open \(numbers.allOpen)"
      }
      lines.append(
        "| \(matrix.forms[form].rules.replaced.joined(separator: ", ")) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private var missing: String {
    let missing = circumstances.filter { !matrix.met.contains($0) }.map { "`\(Circumstance.all[$0].name)`" }
    return missing.isEmpty ? "None." : missing.joined(separator: ", ") + "."
  }
}
