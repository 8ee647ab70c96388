public import RogueDecisions
public import RogueModel

/// Decision tables, and what their chosen cells show: `rogues coverage`.
public struct CoverageText: Sendable {
  private let tables: [TableCoverage]

  public init(_ tables: [TableCoverage]) { self.tables = tables.sorted { $0.table.id < $1.table.id } }

  public func text(style: ReportStyle) -> String {
    tables.map { lines($0, style).map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func lines(_ coverage: TableCoverage, _ style: ReportStyle) -> [String] {
    let table = coverage.table
    let accepted = coverage.chosen.count { table.accepts($0) }
    var lines = [
      style.ink(.bold, table.id) + "  " + table.title.printable(),
      "  \(table.factors.count) factors, \(coverage.possible.grouped) cells, of which \(coverage.chosen.count.grouped) "
        + "are run: \(accepted.grouped) to accept, \(coverage.chosen.count - accepted) to refuse",
      "  combinations of up to \(table.strength) values, unmasked: \(coverage.shown.grouped) covered, "
        + "\(coverage.masked.count.grouped) that can never matter",
    ]
    lines += coverage.adapters.map { adapter in
      let cells = adapter.cells
      let more = cells.added.isEmpty ? "" : ", and \(cells.added.count.grouped) more"
      let gain = cells.added.isEmpty ? "" : ", \((cells.shown - cells.shownByCover).grouped) of them by these"
      return "  \(adapter.name.printable()) runs \(cells.applicable.grouped) of them\(more): "
        + "\(cells.shown.grouped) combinations\(gain)"
    }
    lines.append("")
    lines.append("    CELLS    RUN  LEVEL   ANSWER, RULE, BECAUSE")
    for (rule, count) in zip(table.rules, coverage.rules) {
      let head =
        "  " + count.cells.grouped.paddedLeft(to: 7) + count.chosen.grouped.paddedLeft(to: 7) + "  "
        + rule.level.rawValue.padded(to: 8)
      lines += Self.beside(
        head, [Self.answer(rule.expectation), words(of: rule.condition, table), rule.because.printable()], style)
    }
    lines.append("")
    var values = TextTable()
    values.add("FACTOR", "VALUE", "DECIDES", "RUN")
    for (factor, counts) in zip(table.factors, coverage.values) {
      for (place, (value, count)) in zip(factor.values, counts).enumerated() {
        values.add(place == 0 ? factor.name : "", value, count.cells.grouped, count.chosen.grouped)
      }
    }
    return lines + values.lines(indent: "  ")
  }

  /// Each text in lines of its own behind the head, no wider than the style.
  private static func beside(_ head: String, _ texts: [String], _ style: ReportStyle) -> [String] {
    texts.flatMap { $0.wrapped(to: max(20, style.width - head.count)) }.enumerated().map { place, line in
      (place == 0 ? head : String(repeating: " ", count: head.count)) + line
    }
  }

  /// `accept`, or `cancel` with its reasons.
  private static func answer(_ expectation: Expectation) -> String {
    expectation.answers.map { answer in
      let reasons = answer.reasons.sorted().map(\.rawValue).joined(separator: "|")
      return reasons.isEmpty ? answer.disposition.rawValue : "\(answer.disposition.rawValue) \(reasons)"
    }.joined(separator: " or ")
  }

  private func words(of condition: DecisionTable.Condition, _ table: DecisionTable) -> String {
    guard !condition.terms.isEmpty else { return "otherwise" }
    return condition.terms.map { term in
      let factor = table.factors[term.factor]
      return "\(factor.name)=\(term.values.sorted().map { factor.values[$0] }.joined(separator: "|"))"
    }.joined(separator: " ")
  }

  public var json: JSON { .array(tables.map(json)) }

  private func json(_ coverage: TableCoverage) -> JSON {
    let table = coverage.table
    return [
      "table": .string(table.id), "title": .string(table.title), "strength": .integer(Int64(table.strength)),
      "cells": .integer(Int64(coverage.possible)), "shown": .integer(Int64(coverage.shown)),
      "chosen": .array(
        coverage.chosen.map { cell in
          [
            "cell": .string(table.name(of: cell)), "accept": .bool(table.accepts(cell)),
            "rule": .integer(Int64(table.rule(of: cell))),
          ]
        }),
      "adapters": .array(
        coverage.adapters.map { adapter in
          [
            "adapter": .string(adapter.name), "applicable": .integer(Int64(adapter.cells.applicable)),
            "added": .array(adapter.cells.added.map { .string(table.name(of: $0)) }),
            "shown": .integer(Int64(adapter.cells.shown)),
            "shownWithoutAdded": .integer(Int64(adapter.cells.shownByCover)),
          ]
        }),
      "rules": rules(coverage), "factors": factors(coverage),
      "masked": .array(
        coverage.masked.map { combination in
          [
            "values": .array(
              combination.terms.map { term in
                .string("\(table.factors[term.factor].name)=\(table.factors[term.factor].values[term.value])")
              }),
            "focus": combination.focus.map { .string(table.factors[$0].name) } ?? .null,
          ]
        }),
    ]
  }

  private func rules(_ coverage: TableCoverage) -> JSON {
    .array(
      zip(coverage.table.rules, coverage.rules).map { rule, count in
        [
          "when": .string(words(of: rule.condition, coverage.table)), "answer": .string(Self.answer(rule.expectation)),
          "level": .string(rule.level.rawValue), "because": .string(rule.because),
          "cells": .integer(Int64(count.cells)), "chosen": .integer(Int64(count.chosen)),
        ]
      })
  }

  private func factors(_ coverage: TableCoverage) -> JSON {
    .array(
      zip(coverage.table.factors, coverage.values).map { factor, counts in
        let values: [JSON] = zip(factor.values, counts).map { value, count in
          [
            "value": .string(value), "decides": .integer(Int64(count.cells)), "chosen": .integer(Int64(count.chosen)),
          ]
        }
        return ["factor": .string(factor.name), "values": .array(values)]
      })
  }
}

extension Int {
  /// With commas between thousands.
  fileprivate var grouped: String {
    var text = ""
    for (place, digit) in String(self).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3), digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
