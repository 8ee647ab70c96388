import RogueModel

extension PageModel {
  /// What the ledger of findings says of this run, by entry.
  struct Finding {
    let reference: Knowledge.Reference
    /// The worst of its scenarios; nil: of none it is known.
    private(set) var severity: Severity?
    /// Scenarios by the validator's column, the worst first.
    private(set) var rows: [Int: [String]] = [:]

    init(_ reference: Knowledge.Reference) { self.reference = reference }

    mutating func add(_ row: Row, _ column: Int) {
      rows[column, default: []].append(row.results.scenario)
      severity = [severity, row.severity].compactMap(\.self).min { $0.rank < $1.rank }
    }
  }

  /// The entries of the ledger about a cell that did not pass, for this version of the validator or for others.
  func findings(of cell: ScenarioCell) -> [Knowledge.Reference] {
    var seen: Set<String> = []
    return cases(of: cell).compactMap { row -> Knowledge.Reference? in
      switch row.knowledge {
      case .entry(let entry), .otherVersions(let entry): entry
      case .nothing, nil: nil
      }
    }.filter { seen.insert($0.place).inserted }
  }

  /// All that this run shows, in the order of the rows.
  var findings: [Finding] {
    var found: [Finding] = []
    var places: [String: Int] = [:]
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        guard let cell, cell.hasPage else { continue }
        for reference in findings(of: cell) {
          let place = places[reference.place] ?? found.count
          if place == found.count {
            places[reference.place] = place
            found.append(Finding(reference))
          }
          found[place].add(row, column)
        }
      }
    }
    return found
  }
}
