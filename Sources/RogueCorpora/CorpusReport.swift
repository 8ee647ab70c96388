public import RogueModel

/// The answers of validators beside the corpus's own: disagreements first.
public struct CorpusReport: Sendable {
  public var corpus: Corpus
  public var columns: [CorpusColumn]
  /// What is known about disagreements with this corpus.
  public var explanations: [CorpusExplanation]

  public init(corpus: Corpus, columns: [CorpusColumn], explanations: [CorpusExplanation] = []) {
    self.corpus = corpus
    self.columns = columns
    self.explanations = explanations
  }

  /// Whether an answer is not the corpus's.
  private func disagrees(_ column: CorpusColumn, _ index: Int) -> Bool {
    [.accepts, .refuses].contains(column.standing(index, corpus.cases[index]))
  }

  private func explanation(_ column: CorpusColumn, _ index: Int) -> CorpusExplanation? {
    explanations.first { $0.explains(corpus.cases[index].id, of: column.validator) }
  }

  /// The number of disagreements that nothing explains.
  public func unexplained(_ column: CorpusColumn) -> Int {
    corpus.cases.indices.count { disagrees(column, $0) && explanation(column, $0) == nil }
  }

  public func counts(_ column: CorpusColumn) -> [CorpusColumn.Standing: Int] {
    corpus.cases.enumerated().reduce(into: [:]) { $0[column.standing($1.offset, $1.element), default: 0] += 1 }
  }

  public func answers(of column: CorpusColumn) -> [(id: String, answer: CorpusAnswer)] {
    zip(corpus.cases, column.answers).map { ($0.id, $1) }
  }

  // MARK: For people

  /// Every case with its answer, and why a server cannot present it.
  public var listing: String {
    Self.table(
      corpus.cases.map { item in
        [
          item.id, item.isAccepted ? "accept" : "cancel",
          CorpusCatalogue.obstacle(item).map { "not over TLS: \($0)" } ?? "",
        ]
      })
  }

  public func text(isWhole: Bool) -> String {
    let accepted = corpus.cases.count(where: \.isAccepted)
    var text =
      "\(corpus.name): \(corpus.cases.count) cases, \(accepted) to accept, \(corpus.cases.count - accepted) to cancel\n\n"
    let standings = CorpusColumn.Standing.allCases
    text += Self.table(
      [["validator"] + standings.map(\.rawValue) + ["unexplained"]]
        + columns.map { column in
          let counts = counts(column)
          return [column.validator] + standings.map { String(counts[$0, default: 0]) } + [String(unexplained(column))]
        })
    for column in columns where column.provesNothing {
      text += "\n\(column.validator) accepts no case at all, so that its refusals prove nothing.\n"
    }
    let shown = corpus.cases.indices.filter { index in
      isWhole || columns.contains { disagrees($0, index) && explanation($0, index) == nil }
    }
    if !shown.isEmpty {
      text += "\n\(isWhole ? "Cases" : "Disagreements that nothing explains") (\(shown.count))\n\n"
      text += Self.table(
        [["case", "corpus"] + columns.map(\.validator)]
          + shown.map { index in
            let item = corpus.cases[index]
            return [item.id, item.isAccepted ? "accept" : "cancel"]
              + columns.map { Self.word($0.standing(index, item)) }
          })
      text += reasons(shown)
    }
    return text + explained() + obstacles()
  }

  private static func word(_ standing: CorpusColumn.Standing) -> String {
    switch standing {
    case .agrees: "·"
    case .accepts: "ACCEPTS"
    case .refuses: "refuses"
    case .notPut: "-"
    case .noProof: "?"
    }
  }

  /// What validators said where they refuse what the corpus accepts.
  private func reasons(_ shown: [Int]) -> String {
    var lines: [String] = []
    for index in shown {
      for column in columns where column.standing(index, corpus.cases[index]) == .refuses {
        guard let context = column.answers[index].context, !context.isEmpty else { continue }
        lines.append("  \(corpus.cases[index].id), \(column.validator): \(Self.oneLine(context))")
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The explanations that are needed, each with the number of cases.
  private func explained() -> String {
    var text = ""
    for explanation in explanations {
      let cases = corpus.cases.indices.count { index in
        columns.contains { disagrees($0, index) && self.explanation($0, index) == explanation }
      }
      guard cases > 0 else { continue }
      text +=
        "  \(cases)  \(explanation.title) (\(explanation.kind.rawValue); \(explanation.references.joined(separator: "; ")))\n"
    }
    return text.isEmpty ? "" : "\nExplained disagreements, by case:\n" + text
  }

  /// What could not be put, and what proves nothing, counted by reason.
  private func obstacles() -> String {
    var text = ""
    for column in columns {
      for standing in [CorpusColumn.Standing.notPut, .noProof] {
        var reasons: [String: Int] = [:]
        for (index, item) in corpus.cases.enumerated() where column.standing(index, item) == standing {
          reasons[Self.oneLine(column.answers[index].context ?? ""), default: 0] += 1
        }
        guard !reasons.isEmpty else { continue }
        text += "\n\(column.validator), \(standing.rawValue):\n"
        for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(12) {
          text += "  \(count)  \(reason)\n"
        }
        if reasons.count > 12 { text += "  and \(reasons.count - 12) other reasons\n" }
      }
    }
    return text
  }

  private static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 160 ? line.prefix(157) + "…" : line
  }

  private static func table(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  // MARK: For programs

  /// One line of JSON for each answer.
  public var log: String {
    var log = ""
    for column in columns {
      for (index, item) in corpus.cases.enumerated() {
        let line: JSON = [
          "corpus": .string(corpus.name), "case": .string(item.id), "validator": .string(column.validator),
          "expected": item.isAccepted ? "accept" : "cancel",
          "standing": .string(column.standing(index, item).rawValue), "reason": JSON(column.answers[index].context),
          "explained": JSON(disagrees(column, index) ? explanation(column, index)?.title : nil),
        ]
        log += line.line + "\n"
      }
    }
    return log
  }

  public var csv: String {
    let header = ["case", "expected"] + columns.map(\.validator)
    let rows = corpus.cases.enumerated().map { index, item in
      [item.id, item.isAccepted ? "accept" : "cancel"] + columns.map { $0.standing(index, item).rawValue }
    }
    return ([header] + rows).map(CSV.line).joined()
  }
}
