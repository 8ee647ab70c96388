import RogueModel

extension MatrixReport {
  /// What the ledger says about the failures, without the level may, which has none.
  struct Known: Sendable {
    /// Adapters by entry, in the order of the plan.
    private(set) var entries: [(reference: Knowledge.Reference, adapters: [String])] = []
    /// The same, of versions that the entry does not speak of.
    private(set) var otherVersions: [(reference: Knowledge.Reference, adapters: [String])] = []
    /// Scenarios by adapter.
    private(set) var nothing: [(adapter: String, scenarios: [String])] = []

    init(_ results: [RunLedger.Entry]) {
      for result in results {
        switch result.knowledge {
        case nil: break
        case .entry(let reference): Self.add(reference, result.adapter, to: &entries)
        case .otherVersions(let reference): Self.add(reference, result.adapter, to: &otherVersions)
        case .nothing:
          if let index = nothing.firstIndex(where: { $0.adapter == result.adapter }) {
            if !nothing[index].scenarios.contains(result.scenario) { nothing[index].scenarios.append(result.scenario) }
          } else {
            nothing.append((result.adapter, [result.scenario]))
          }
        }
      }
    }

    private static func add(
      _ reference: Knowledge.Reference, _ adapter: String,
      to list: inout [(reference: Knowledge.Reference, adapters: [String])]
    ) {
      if let index = list.firstIndex(where: { $0.reference == reference }) {
        if !list[index].adapters.contains(adapter) { list[index].adapters.append(adapter) }
      } else {
        list.append((reference, [adapter]))
      }
    }
  }

  /// Known failures with links to their entries, then those without an entry.
  func knownLines(_ style: ReportStyle) -> [String] {
    var lines: [String] = []
    func wrapped(_ text: String) -> [String] {
      text.printable().wrapped(to: style.width - 4).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
    }
    if !known.entries.isEmpty {
      lines += ["", style.ink(.bold, "known failures")]
      for (entry, adapters) in known.entries {
        lines += wrapped("\(entry.place), \(entry.kind.words): \(adapters.joined(separator: ", "))")
      }
    }
    if !known.otherVersions.isEmpty {
      lines += ["", style.ink(.bold, "known failures of other versions than these")]
      for (entry, adapters) in known.otherVersions {
        lines += wrapped("\(entry.place), \(entry.kind.words): \(adapters.joined(separator: ", "))")
      }
    }
    if !known.nothing.isEmpty {
      lines += ["", style.ink(.bold, "failures without an entry in the ledger of findings")]
      for (adapter, scenarios) in known.nothing {
        lines += wrapped("\(adapter): \(scenarios.joined(separator: ", "))")
      }
    }
    return lines
  }
}
