import RogueModel

extension CaseResult {
  /// - Parameter isRevision: The case was judged before, and this replaces it.
  func json(isRevision: Bool) -> JSON {
    var certificates = CertificateTable()
    let steps = JSON.array(self.steps.map { $0.json(&certificates) })
    let missed = missedDeadline?.json(&certificates) ?? .null
    return [
      "type": .string(EventLog.LineType.caseResult.rawValue),
      "adapter": .string(adapter),
      "case": .string(caseID),
      "revision": .bool(isRevision),
      "scenario": .string(scenario),
      "axes": axes.json,
      "level": .string(level.rawValue),
      "severity": .string(severity.rawValue),
      "title": .string(title),
      "why": .string(why),
      "references": .array(references.map(JSON.string)),
      "fix": JSON(fix),
      "location": location.json,
      "verdict": .string(judgement.verdict.rawValue),
      "explanation": .string(judgement.explanation),
      "control": control?.json ?? .null,
      "milliseconds": .integer(Int64(milliseconds)),
      "clock": JSON(clock?.description),
      "exposesIdentity": .bool(exposesIdentity),
      "artifacts": JSON(artifacts),
      "reproduce": .string(reproduce),
      "certificates": certificates.json,
      "steps": steps,
      "missedDeadline": missed,
      "ledger": knowledge?.json ?? .null,
      "repetitions": .array(repetitions.map(\.json)),
      "baseline": baseline?.json ?? .null,
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    let certificates = try CertificateTable(json: try json.list("certificates"))
    self.init(
      adapter: try json.text("adapter"), caseID: try json.text("case"), scenario: try json.text("scenario"),
      axes: try AxisValues(json: try json.value("axes")), level: try json.word("level"),
      severity: try json.word("severity"), title: try json.text("title"), why: try json.text("why"),
      location: try SourceLocation(json: try json.value("location")), judgement: try Judgement(json: json),
      steps: try json.list("steps").map { (step) throws(EventLogMismatch) in
        try StepResult(json: step, certificates: certificates)
      },
      control: try json.optional("control").map(Judgement.init(json:)), milliseconds: try json.number("milliseconds"),
      reproduce: try json.text("reproduce"))
    exposesIdentity = try json.flag("exposesIdentity")
    artifacts = try json.optionalText("artifacts")
    missedDeadline = try json.optional("missedDeadline").map { (missed) throws(EventLogMismatch) in
      try MissedDeadline(json: missed, certificates: certificates)
    }
    clock = json.optional("clock") == nil ? nil : try json.moment("clock")
    references = try json.texts("references")
    fix = try json.optionalText("fix")
    knowledge = try json.optional("ledger").map(Knowledge.init(json:))
    repetitions = try json.list("repetitions").map(Judgement.init(json:))
    baseline = try json.optional("baseline").map(BaselineMark.init(json:))
  }
}

extension MissedDeadline {
  func json(_ certificates: inout CertificateTable) -> JSON {
    [
      "verdict": .string(judgement.verdict.rawValue),
      "explanation": .string(judgement.explanation),
      "milliseconds": .integer(Int64(milliseconds)),
      "steps": .array(steps.map { $0.json(&certificates) }),
    ]
  }

  init(json: JSON, certificates: CertificateTable) throws(EventLogMismatch) {
    self.init(
      judgement: try Judgement(json: json),
      steps: try json.list("steps").map { (step) throws(EventLogMismatch) in
        try StepResult(json: step, certificates: certificates)
      }, milliseconds: try json.number("milliseconds"))
  }
}

extension StepResult {
  func json(_ certificates: inout CertificateTable) -> JSON {
    [
      "step": .integer(Int64(step)),
      "mutation": JSON(mutation),
      "expected": .string(expected),
      "verdict": .string(judgement.verdict.rawValue),
      "explanation": .string(judgement.explanation),
      "exercised": .bool(exercised),
      "dependsOnControl": .bool(dependsOnControl),
      "clientChain": clientChain?.json ?? .null,
      "report": report?.json ?? .null,
      "observation": observation.json(&certificates),
    ]
  }

  init(json: JSON, certificates: CertificateTable) throws(EventLogMismatch) {
    self.init(
      step: try json.number("step"), mutation: try json.optionalText("mutation"), expected: try json.text("expected"),
      report: try json.optional("report").map(AdapterReport.init(json:)),
      observation: try Observation(json: try json.value("observation"), certificates: certificates),
      judgement: try Judgement(json: json), exercised: try json.flag("exercised"),
      clientChain: try json.optional("clientChain").map(ClientChainEvidence.init(json:)))
    dependsOnControl = try json.flag("dependsOnControl")
  }
}

extension ClientChainEvidence {
  var json: JSON {
    ["sent": .array(sent.map(\.json)), "right": .array(right.map { .array($0.map(\.json)) })]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      sent: try json.list("sent").map(Entry.init(json:)),
      right: try json.list("right").map { (list) throws(EventLogMismatch) in
        try (list.array ?? []).map(Entry.init(json:))
      })
  }
}

extension ClientChainEvidence.Entry {
  var json: JSON { ["name": JSON(name), "issuer": JSON(issuer)] }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(name: try json.optionalText("name"), issuer: try json.optionalText("issuer"))
  }
}

extension AxisValues {
  var json: JSON {
    [
      "tls": .string(tls.rawValue),
      "policy": .string(policy),
      "key": .string(key.rawValue),
      "engine": .string(engine),
    ]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(
      tls: try json.word("tls"), policy: try json.text("policy"), key: try json.word("key"),
      engine: try json.text("engine"))
  }
}

extension SourceLocation {
  var json: JSON {
    ["file": .string(file), "line": .integer(Int64(line)), "column": .integer(Int64(column))]
  }

  init(json: JSON) throws(EventLogMismatch) {
    self.init(file: try json.text("file"), line: try json.number("line"), column: try json.number("column"))
  }
}
