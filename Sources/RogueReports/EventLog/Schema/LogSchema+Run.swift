internal import RogueModel

/// The lines about a run as a whole.
extension LogSchema {
  static let run = object(
    "run", "The header: the first line, once.",
    [
      has("type", constant("run")),
      has(
        "format", ["const": .integer(Int64(EventLog.format))], "raised when an older reader would misunderstand a log"),
      has("version", text, "of the command"),
      has("mode", ["enum": ["run", "compare"]], "'run' gates, 'compare' informs"),
      has("seed", text, "repeats certificates, plan and verdicts"),
      has("clock", moment, "of certificates and validators (--at), or when the run began"),
      has("clockFixed", flag, "validators were given that clock"),
      may("responderPort", count, "of the revocation responders, whose URLs are in certificates"),
      has("started", moment, "when the run began, by the machine's clock"),
      has("strict", flag, "a deviation fails as well"),
      may("catalogue", text, "a digest of the catalogue; null: files were named"),
      may("profile", text, "the profile that chose the scenarios"),
      may(
        "coverage",
        object(
          "What of the catalogue was chosen; null: the run does not say.",
          [
            has("scenarios", count, "chosen"), has("allScenarios", count, "that there are"),
            has("cells", count, "of decision tables"), has("tables", count, "that they are of"),
            has("allTables", count, "that there are"),
            may("misses", text, "what the profile does not see, in its own words"),
          ])),
      may(
        "shard",
        object(
          "One of several runs that share a plan.",
          [
            has("index", ["type": "integer", "minimum": 1]), has("count", ["type": "integer", "minimum": 1]),
            has("plan", text, "a digest of the whole plan"),
          ])),
      has("arguments", list(text), "the command line"),
      has("adapters", list(reference("adapter"))),
    ])

  static let adapter = object(
    "adapter", "A validator, as it was described before the run.",
    [
      has("name", text), has("door", words(AdapterDescription.Door.self)), has("library", text), has("version", text),
      has("summary", text), has("capabilities", list(text)),
      has(
        "declined",
        list(object("A capability that it lacks, with its reason.", [has("capability", text), has("why", text)]))),
      has("startupMilliseconds", count, "added to every deadline"), has("usesProxy", flag),
      has("control", flag, "a negative control of the harness"),
      may("owner", words(OwnerRule.self), "whose connections count"),
      may(
        "stacks", ["type": "object", "additionalProperties": text], "versions of its stacks; empty: unknown"),
    ])

  static let plan = object(
    "plan",
    "What was planned, at most \(EventLog.longestPlan) cases in a line: the lines before the last, so that a client under test cannot "
      + "read them while it runs.",
    [
      has("type", constant("plan")),
      has(
        "planned",
        list(
          object(
            "A case of an adapter, in order.",
            [
              has("adapter", text), has("case", text), has("scenario", text), has("level", words(Level.self)),
              has("severity", words(Severity.self)),
              may("unsupported", text, "why the case is not run; null: it is run"),
            ]))),
    ])

  static let end = object(
    "end", "The footer: the last line. Without it the run was cut off.",
    [
      has("type", constant("end")), has("complete", flag, "false: interrupted, or stopped at a failure"),
      has("milliseconds", count, "of the whole run"),
      has(
        "counts",
        [
          "type": "object", "propertyNames": verdict, "additionalProperties": count,
          "description": "final results by verdict",
        ]),
      has(
        "spent",
        list(
          object(
            "The time of an activity, added up over all that ran at once.",
            [has("activity", text), has("milliseconds", count)]))),
      has("stoppedAtFailure", flag, "the first failure ended the run (--fail-fast)"),
      may(
        "baseline",
        object(
          "What became of the baseline.",
          [
            has("file", text), has("known", count, "cases that fail as it says"),
            has(
              "problems",
              list(
                object(
                  "What has to be mended.",
                  [
                    has("kind", words(BaselineReport.Kind.self)), has("adapter", text),
                    has("subject", text, "a case, or the entry's pattern"), may("entry", text, "FILE:LINE"),
                    has("text", text),
                  ]))),
          ])),
    ])
}
