/// The table, as people read it.
struct BenchReport {
  private var measurements: [Measurement] = []
  private var failures: [(name: String, why: String)] = []
  private var times: [(name: String, microseconds: Int)] = []

  mutating func add(_ more: [Measurement]) { measurements += more }

  /// A benchmark that gave no numbers.
  mutating func fail(_ name: String, _ why: String) { failures.append((name, why)) }

  mutating func spent(_ microseconds: Int, on name: String) { times.append((name, microseconds)) }

  /// Whether everything could be measured.
  var isComplete: Bool { failures.isEmpty }

  var text: String {
    var rows = [["", "measured", "floor", "ratio", "by CPU", "aim", ""]]
    for measurement in measurements {
      rows.append([
        measurement.subject, measurement.number(measurement.value), measurement.floor.map(measurement.number) ?? "",
        measurement.ratio?.text(2) ?? "", measurement.processorRatio?.text(2) ?? "", measurement.aimText,
        measurement.isReached.map { $0 ? "ok" : "UNDER ITS AIM" } ?? "",
      ])
    }
    var lines = Self.aligned(rows)
    for failure in failures { lines.append("\(failure.name): not measured: \(failure.why)") }
    lines.append(
      "took "
        + times.map { "\(($0.microseconds.seconds).text(1)) s on \($0.name)" }.joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The first column to the left, the others to the right, the last as it is.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 || column == row.count - 1 ? cell + space : space + cell
      }.joined(separator: "  ").trimmingSpacesAtEnd
    }
  }
}

extension Measurement {
  func number(_ value: Double) -> String {
    switch unit {
    case .perSecond(let what): "\(value.text(0)) \(what)/s"
    case .milliseconds: "\(value.text(1)) ms"
    case .mebibytes: "\(value.text(1)) MiB"
    }
  }

  var aimText: String {
    switch aim {
    case .ratioAtLeast(let least): ">= \(least.text(1))"
    case .ratioAtMost(let most): "<= \(most.text(1))"
    case .below(let limit): "< \(number(limit))"
    case .none: ""
    }
  }
}

extension Double {
  /// With so many digits after the point.
  func text(_ digits: Int) -> String {
    guard isFinite else { return "?" }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = Int64((magnitude * scale).rounded())
    let whole = String(rounded / Int64(scale))
    let sign = self < 0 && rounded != 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let rest = String(rounded % Int64(scale))
    return sign + whole + "." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

extension Int {
  /// Of microseconds.
  fileprivate var seconds: Double { Double(self) / 1_000_000 }
}

extension String {
  fileprivate var trimmingSpacesAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
