import RogueModel
import RoguesGallery

/// How the texts of flags become values; each gives nil for what it cannot read.
enum Values {
  /// `800ms`, `5s`, `2m`; a bare number is seconds. Between one millisecond and an hour.
  static func milliseconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), digits.count <= 8 else { return nil }
    let factor: Int
    switch text.dropFirst(digits.count) {
    case "ms": factor = 1
    case "", "s": factor = 1000
    case "m": factor = 60_000
    default: return nil
    }
    let milliseconds = number * factor
    return (1...3_600_000).contains(milliseconds) ? milliseconds : nil
  }

  /// `junit=path`.
  static func report(_ text: String) -> RunOptions.ReportRequest? {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty, let kind = RunOptions.ReportRequest.Kind(rawValue: String(sides[0]))
    else { return nil }
    return .init(kind: kind, path: String(sides[1]))
  }

  /// `2/4`.
  static func shard(_ text: String) -> Shard? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count <= 1_000_000 else { return nil }
    return Shard(index: index, count: count)
  }

  static func repeats(_ text: String) -> Int? { Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } }

  static func jobs(_ text: String) -> Int? { Int(text).flatMap { (1...1024).contains($0) ? $0 : nil } }

  static let listenWords = RunOptions.Listen.words

  static func listen(_ text: String) -> RunOptions.Listen? { RunOptions.Listen(text) }

  static func port(_ text: String) -> UInt16? { UInt16(text).flatMap { $0 > 0 ? $0 : nil } }
}
