public import RogueModel

/// The answers of validators beside the corpus's own: disagreements first.
public struct CorpusReport: Sendable {
  public var corpus: Corpus
  public var columns: [CorpusColumn]
  /// What is known about disagreements with this corpus.
  public var explanations: [CorpusExplanation]

  /// By column and case.
  private let standings: [[CorpusColumn.Standing]]

  public init(corpus: Corpus, columns: [CorpusColumn], explanations: [CorpusExplanation] = []) {
    self.corpus = corpus
    self.columns = columns
    self.explanations = explanations
    standings = columns.map { column in
      let refusalsCount = column.refusalsCount(in: corpus)
      return corpus.cases.indices.map { column.standing($0, corpus.cases[$0], refusalsCount: refusalsCount) }
    }
  }

  /// Whether an answer is not the corpus's.
  private func disagrees(_ column: Int, _ index: Int) -> Bool {
    [.accepts, .refuses].contains(standings[column][index])
  }

  private func explanation(_ column: Int, _ index: Int) -> CorpusExplanation? {
    guard disagrees(column, index) else { return nil }
    let accepts = standings[column][index] == .accepts
    return explanations.first {
      $0.accepts == accepts && $0.explains(corpus.cases[index].id, of: columns[column].validator)
    }
  }

  /// The number of disagreements that nothing explains.
  public func unexplained(_ column: Int) -> Int {
    corpus.cases.indices.count { disagrees(column, $0) && explanation(column, $0) == nil }
  }

  /// Whether it breaks the standard in a case, as far as is known.
  public func fails(_ column: Int) -> Bool {
    corpus.cases.indices.contains { index in
      disagrees(column, index) && [nil, .validatorIsWrong].contains(explanation(column, index)?.kind)
    }
  }

  public func counts(_ column: Int) -> [CorpusColumn.Standing: Int] {
    standings[column].reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The answers; a refusal that proves nothing is no answer.
  public func answers(_ column: Int) -> [(id: String, answer: CorpusAnswer)] {
    corpus.cases.indices.map { index in
      let answer = columns[column].answers[index]
      if case .refuses = answer, standings[column][index] == .noProof {
        return (corpus.cases[index].id, .noProof(Self.refusesAll))
      }
      return (corpus.cases[index].id, answer)
    }
  }

  private static let refusesAll = "it accepts no case that is to be accepted, so that its refusals prove nothing"

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
    let kinds = CorpusColumn.Standing.allCases
    text += Self.table(
      [["validator"] + kinds.map(\.rawValue) + ["unexplained"]]
        + columns.indices.map { column in
          let counts = counts(column)
          return [columns[column].validator] + kinds.map { String(counts[$0, default: 0]) } + [
            String(unexplained(column))
          ]
        })
    let shown = corpus.cases.indices.filter { index in
      isWhole || columns.indices.contains { disagrees($0, index) && explanation($0, index) == nil }
    }
    if !shown.isEmpty {
      text += "\n\(isWhole ? "Cases" : "Disagreements that nothing explains") (\(shown.count))\n\n"
      text += Self.table(
        [["case", "corpus"] + columns.map(\.validator)]
          + shown.map { index in
            let item = corpus.cases[index]
            return [item.id, item.isAccepted ? "accept" : "cancel"]
              + columns.indices.map { Self.word(standings[$0][index]) }
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
      for column in columns.indices where standings[column][index] == .refuses {
        guard let context = columns[column].answers[index].context, !context.isEmpty else { continue }
        lines.append(
          "  \(Self.oneLine(corpus.cases[index].id)), \(columns[column].validator): \(Self.oneLine(context))")
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The explanations that are needed, each with the number of cases.
  private func explained() -> String {
    var text = ""
    for explanation in explanations {
      let cases = corpus.cases.indices.count { index in
        columns.indices.contains { self.explanation($0, index) == explanation }
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
    for column in columns.indices {
      let answers = answers(column)
      for standing in [CorpusColumn.Standing.notPut, .noProof] {
        var reasons: [String: Int] = [:]
        for index in corpus.cases.indices where standings[column][index] == standing {
          reasons[Self.oneLine(answers[index].answer.context ?? ""), default: 0] += 1
        }
        guard !reasons.isEmpty else { continue }
        text += "\n\(columns[column].validator), \(standing.rawValue):\n"
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
    return line.count > 160 ? line.prefix(159) + "…" : line
  }

  private static func table(_ cells: [[String]]) -> String {
    let rows = cells.map { $0.map(oneLine) }
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
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
    for column in columns.indices {
      let answers = answers(column)
      for (index, item) in corpus.cases.enumerated() {
        let line: JSON = [
          "corpus": .string(corpus.name), "case": .string(item.id), "validator": .string(columns[column].validator),
          "expected": item.isAccepted ? "accept" : "cancel", "standing": .string(standings[column][index].rawValue),
          "reason": JSON(answers[index].answer.context), "explained": JSON(explanation(column, index)?.title),
        ]
        log += line.line + "\n"
      }
    }
    return log
  }

  public var csv: String {
    let header = ["case", "expected"] + columns.map(\.validator)
    let rows = corpus.cases.enumerated().map { index, item in
      [item.id, item.isAccepted ? "accept" : "cancel"] + columns.indices.map { standings[$0][index].rawValue }
    }
    return ([header] + rows).map(CSV.line).joined()
  }
}
