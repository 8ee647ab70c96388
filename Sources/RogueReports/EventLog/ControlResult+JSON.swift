import RogueModel

extension ControlResult {
  var json: JSON {
    [
      "type": .string(EventLog.LineType.control.rawValue),
      "adapter": .string(adapter),
      "key": .string(key),
      "occasion": .string(occasion.rawValue),
      "verdict": .string(judgement.verdict.rawValue),
      "explanation": .string(judgement.explanation),
      "milliseconds": .integer(Int64(milliseconds)),
      "missedDeadline": missedDeadline?.json ?? .null,
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      adapter: try json.text("adapter"), key: try json.text("key"), occasion: try json.word("occasion"),
      judgement: try Judgement(json: json), milliseconds: try json.number("milliseconds"),
      missedDeadline: try json.optional("missedDeadline").map(Judgement.init(json:)))
  }
}

extension Judgement {
  var json: JSON { ["verdict": .string(verdict.rawValue), "explanation": .string(explanation)] }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(try json.word("verdict"), try json.text("explanation"))
  }
}
