import RogueModel

/// Families down, validators across: how much of each family a validator fails. The picture of a run.
struct HeatMap {
  let model: PageModel
  /// Shades of red.
  private static let shades = 5

  /// - Parameter columns: the validators, in the order in which they stand elsewhere.
  func html(_ columns: [Int]) -> String {
    let families = model.families.sorted { $0.name < $1.name }
    let heads = columns.map { column in
      "<th scope=col><span>\(HTMLText.escaped(model.adapters[column].name))</span>"
    }
    let rows = families.map { family in
      "<tr><th scope=row><a href=\"\(PageName.family(family.name))\">\(HTMLText.escaped(family.name))</a>"
        + columns.map { cell(family.tallies[$0]) }.joined() + "\n"
    }
    return """
      <section aria-labelledby="heat"><h2 id="heat">Families and validators</h2>
      <p>Failed scenarios at <em>must</em> and <em>should</em>; the darker, the larger the share of what was judged. \
      A dot: all passed. Empty: nothing was judged.</p>
      <div class="box" tabindex="0" role="region" aria-label="Failures by family and validator"><table class="mx hm">
      <caption>Failures by family and validator</caption><thead><tr><th scope="col">Family\(heads.joined())</thead>
      <tbody>\(rows.joined())</tbody></table></div></section>

      """
  }

  private func cell(_ tally: ValidatorTally) -> String {
    guard tally.judged > 0 else { return "<td>" }
    guard tally.failures > 0 else { return tally.unclear > 0 ? "<td class=y0>?" : "<td class=p>·" }
    let shade = min(Self.shades, 1 + tally.failures * Self.shades / tally.judged)
    return "<td class=h\(shade)>\(tally.failures)"
  }
}
