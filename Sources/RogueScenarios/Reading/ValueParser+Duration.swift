internal import RogueYAML

extension ValueParser where Value == Int64 {
  /// Seconds relative to the run's clock, written as `-30d`, `90m`, `0s`.
  static var duration: ValueParser { duration(upTo: Duration.limit, "a thousand years", digits: 11) }

  /// The same, up to what 64 bits of milliseconds hold.
  static var timestampDuration: ValueParser {
    duration(upTo: Duration.limitOfTimestamps, "64 bits of milliseconds", digits: 12)
  }

  private static func duration(upTo limit: Int64, _ limitText: String, digits: Int) -> ValueParser {
    let form = ValueSyntax.text(
      what: "a duration such as -30d, 90m or 0s", pattern: "^[+-]?[0-9]{1,\(digits)}[smhd]$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      guard let unit = scalar.text.last.flatMap(Duration.seconds), let count = Int64(scalar.text.dropLast()) else {
        let isNumber = Int64(scalar.text) != nil
        return reader.mismatch(
          node, form, help: isNumber ? "add a unit: s, m, h or d" : "a number and a unit: s, m, h or d")
      }
      let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
      guard !overflow, seconds.magnitude <= limit.magnitude else {
        reader.report(at: scalar.position, "the duration '\(scalar.text)' is longer than \(limitText)")
        return nil
      }
      return seconds
    }
  }
}

private enum Duration {
  /// A thousand years: dates stay within the four digits that certificates have for a year.
  static let limit: Int64 = 1000 * 366 * 86_400
  /// With a thousand years left for the clock.
  static let limitOfTimestamps = Int64(UInt64.max / 1000) - limit

  static func seconds(_ unit: Character) -> Int64? {
    switch unit {
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 86_400
    default: nil
    }
  }
}
