import RogueModel

extension AdapterReport {
  var json: JSON {
    [
      "outcome": outcome.json,
      "milliseconds": .integer(Int64(milliseconds)),
      "standardOutput": .string(standardOutput),
      "standardError": .string(standardError),
      "command": JSON(command),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      outcome: try AdapterOutcome(json: try json.value("outcome")), milliseconds: try json.number("milliseconds"),
      standardOutput: try json.text("standardOutput"), standardError: try json.text("standardError"),
      command: try json.optionalText("command"))
  }
}

extension AdapterOutcome {
  private enum Kind: String { case statement, unsupported, failed, broken }

  var json: JSON {
    switch self {
    case .statement(let statement):
      [
        "kind": .string(Kind.statement.rawValue),
        "said": .string(statement.said.rawValue),
        "nonce": JSON(statement.nonce),
        "reason": JSON(statement.reason?.rawValue),
        "phase": JSON(statement.phase?.rawValue),
        "endedBy": JSON(statement.endedBy?.rawValue),
        "detail": JSON(statement.detail),
        "path": statement.path.map { .array($0.map(JSON.string)) } ?? .null,
      ]
    case .unsupported(let capability, let why):
      ["kind": .string(Kind.unsupported.rawValue), "capability": .string(capability), "why": JSON(why)]
    case .failed(let cause, let detail):
      ["kind": .string(Kind.failed.rawValue), "cause": .string(cause.rawValue), "detail": JSON(detail)]
    case .broken(let fault):
      [
        "kind": .string(Kind.broken.rawValue),
        "fault": .string(fault.kind.rawValue),
        "detail": .string(fault.detail),
        "standardError": JSON(fault.standardError),
      ]
    }
  }

  init(json: JSON) throws(EventLogMismatch) {
    switch try json.word("kind", as: Kind.self) {
    case .statement:
      self = .statement(
        Statement(
          said: try json.word("said"), nonce: try json.optionalText("nonce"), reason: try json.optionalWord("reason"),
          phase: try json.optionalWord("phase"), endedBy: try json.optionalWord("endedBy"),
          detail: try json.optionalText("detail"), path: json.optional("path") == nil ? nil : try json.texts("path")))
    case .unsupported:
      self = .unsupported(capability: try json.text("capability"), why: try json.optionalText("why"))
    case .failed:
      self = .failed(cause: try json.word("cause"), detail: try json.optionalText("detail"))
    case .broken:
      self = .broken(
        AdapterFault(
          try json.word("fault"), try json.text("detail"), standardError: try json.optionalText("standardError")))
    }
  }
}
