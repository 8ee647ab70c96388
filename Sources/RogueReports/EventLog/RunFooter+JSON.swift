import RogueModel

extension RunFooter {
  var json: JSON {
    [
      "type": .string(EventLog.LineType.footer.rawValue),
      "complete": .bool(complete),
      "milliseconds": .integer(Int64(milliseconds)),
      "counts": .object(
        Verdict.allCases.compactMap { verdict in
          counts[verdict].map { JSON.Member(verdict.rawValue, .integer(Int64($0))) }
        }),
      "spent": .array(
        spent.map { ["activity": .string($0.activity), "milliseconds": .integer(Int64($0.milliseconds))] }),
      "stoppedAtFailure": .bool(stoppedAtFailure),
      "baseline": baseline?.json ?? .null,
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    var counts: [Verdict: Int] = [:]
    for member in try json.value("counts").members ?? [] {
      guard let verdict = Verdict(rawValue: member.name) else {
        throw EventLogMismatch(message: "'counts' has the unknown verdict '\(member.name)'")
      }
      counts[verdict] = try json.value("counts").number(member.name)
    }
    var spent: [(activity: String, milliseconds: Int)] = []
    for entry in try json.list("spent") {
      spent.append((try entry.text("activity"), try entry.number("milliseconds")))
    }
    self.init(
      complete: try json.flag("complete"), milliseconds: try json.number("milliseconds"), spent: spent, counts: counts)
    stoppedAtFailure = try json.flag("stoppedAtFailure")
    baseline = try json.optional("baseline").map(BaselineReport.init(json:))
  }
}
