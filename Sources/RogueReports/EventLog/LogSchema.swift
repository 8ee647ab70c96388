public import RogueModel

/// The JSON Schema (2020-12) of one line of the event log: what other programs may rely on.
///
/// Readers ignore members that they do not know: the format may grow without a new number. Whatever changes its meaning or
/// its name raises the number (`EventLog.format`).
public enum LogSchema {
  public static var document: JSON {
    let lines = ["run", "control", "case", "plan", "end"]
    return .object([
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string("A line of an event log of Rogues' Gallery, format \(EventLog.format)")),
      .init(
        "description",
        .string(
          "An event log is JSON Lines: first 'run', then 'control' and 'case' in any order, then each 'plan', last 'end'. "
            + "A log without 'end' is of a run that was cut off.")),
      .init("type", "object"), .init("required", ["type"]),
      .init("properties", ["type": ["enum": .array(lines.map(JSON.string))]]),
      .init(
        "allOf",
        .array(
          lines.map { line in
            [
              "if": ["properties": ["type": ["const": .string(line)]]],
              "then": ["$ref": .string("#/$defs/\(line)")],
            ]
          })),
      .init("$defs", .object(definitions)),
    ])
  }

  private static var definitions: [JSON.Member] {
    [
      JSON.Member("run", RunHeader.logForm.schema), JSON.Member("adapter", AdapterDescription.logForm.schema),
      JSON.Member("control", ControlResult.logForm.schema), JSON.Member("case", CaseResult.logForm.schema),
      JSON.Member("step", StepResult.logForm.schema), JSON.Member("report", AdapterReport.logForm.schema),
      JSON.Member("outcome", AdapterOutcome.logForm.schema), JSON.Member("observation", Observation.logForm.schema),
      JSON.Member("connection", ConnectionEvidence.logForm.schema), JSON.Member("plan", LoggedPlan.logForm.schema),
      JSON.Member("end", RunFooter.logForm.schema),
    ]
  }
}
