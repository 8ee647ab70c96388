import RogueModel

extension BaselineMark {
  var json: JSON {
    ["state": .string(state.rawValue), "entry": JSON(entry), "why": JSON(why), "issue": JSON(issue)]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      try json.word("state"), entry: try json.optionalText("entry"), why: try json.optionalText("why"),
      issue: try json.optionalText("issue"))
  }
}

extension BaselineReport {
  var json: JSON {
    [
      "file": .string(file), "known": .integer(Int64(known)),
      "problems": .array(
        problems.map {
          [
            "kind": .string($0.kind.rawValue), "adapter": .string($0.adapter), "subject": .string($0.subject),
            "entry": JSON($0.entry), "text": .string($0.text),
          ]
        }),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      file: try json.text("file"), known: try json.number("known"),
      problems: try json.list("problems").map { (json) throws(EventLogMismatch) in
        Problem(
          try json.word("kind"), adapter: try json.text("adapter"), subject: try json.text("subject"),
          entry: try json.optionalText("entry"), try json.text("text"))
      })
  }
}
