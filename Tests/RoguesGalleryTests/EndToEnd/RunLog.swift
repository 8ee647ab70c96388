import Foundation
import Testing

/// An event log, read with nothing but a JSON parser: what other programs find in it.
struct RunLog {
  struct Case: Sendable, Hashable {
    var verdict: String
    var explanation: String
    /// What the client said, step by step; nil where nothing came through its door.
    var said: [Said?] = []
  }

  /// One outcome as it came through a door.
  struct Said: Sendable, Hashable {
    /// `statement`, `failed` and the like.
    var kind: String
    var disposition: String?
    var reason: String?
    /// When it refused: `configuration`, `handshake` or `after-handshake`.
    var phase: String?
    /// The library's own words.
    var detail: String?

    init?(step: [String: Any]) {
      guard let report = step["report"] as? [String: Any], let outcome = report["outcome"] as? [String: Any],
        let kind = outcome["kind"] as? String
      else { return nil }
      self.kind = kind
      disposition = outcome["said"] as? String
      reason = outcome["reason"] as? String
      phase = outcome["phase"] as? String
      detail = outcome["detail"] as? String
    }
  }

  /// Final results by adapter and case.
  private(set) var cases: [String: [String: Case]] = [:]
  /// The certificates that a case's connections saw, base64, by case.
  private(set) var certificates: [String: [String]] = [:]
  /// Verdicts of controls, by adapter.
  private(set) var controls: [String: Set<String>] = [:]
  /// The same, by control and adapter; each is held before and after the cases.
  private(set) var verdictsOfControls: [String: [String: Set<String>]] = [:]
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
      case "control":
        let (adapter, verdict) = (try text("adapter"), try text("verdict"))
        controls[adapter, default: []].insert(verdict)
        verdictsOfControls[try text("key"), default: [:]][adapter, default: []].insert(verdict)
      case "case":
        let name = try text("case")
        cases[try text("adapter"), default: [:]][name] = Case(
          verdict: try text("verdict"), explanation: try text("explanation"),
          said: try #require(json["steps"] as? [[String: Any]]).map(Said.init(step:)))
        certificates[name] = try #require(json["certificates"] as? [String])
      case "plan": #expect(complete == nil, "the plan stands before the end")
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
