import Foundation
import Testing

/// An event log, read with nothing but a JSON parser: what other programs find in it.
struct RunLog {
  struct Case: Sendable, Hashable {
    var verdict: String
    var explanation: String
  }

  /// Final results by adapter and case.
  private(set) var cases: [String: [String: Case]] = [:]
  /// The certificates that a case's connections saw, base64, by case.
  private(set) var certificates: [String: [String]] = [:]
  /// Verdicts of controls, by adapter.
  private(set) var controls: [String: Set<String>] = [:]
  /// Nil: the last line is missing.
  private(set) var complete: Bool?
  private(set) var lines: [[String: Any]] = []

  init(path: String) throws {
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    try #require(text.hasSuffix("\n"), "the last line is cut off")
    for line in text.split(separator: "\n") {
      let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      lines.append(json)
      func text(_ name: String) throws -> String { try #require(json[name] as? String, "\(name)") }
      switch try text("type") {
      case "run": #expect(lines.count == 1, "the header stands first, and once")
      case "control": controls[try text("adapter"), default: []].insert(try text("verdict"))
      case "case":
        let name = try text("case")
        cases[try text("adapter"), default: [:]][name] = Case(
          verdict: try text("verdict"), explanation: try text("explanation"))
        certificates[name] = try #require(json["certificates"] as? [String])
      case "end": complete = try #require(json["complete"] as? Bool)
      case let other: Issue.record("a line of unknown type \(other)")
      }
    }
  }

  /// Verdicts by case.
  func verdicts(_ adapter: String) -> [String: String] { (cases[adapter] ?? [:]).mapValues(\.verdict) }

  /// Every verdict that an adapter got.
  func words(_ adapter: String) -> Set<String> { Set(verdicts(adapter).values) }
}
