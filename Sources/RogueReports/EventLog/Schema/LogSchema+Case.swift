internal import RogueModel

/// The lines about a case or a control, with what the validator said.
extension LogSchema {
  static let control = object(
    "control", "A healthy conversation that rogues depend on, before the first of them and after all.",
    [
      has("type", constant("control")), has("adapter", text), has("key", text),
      has("occasion", ["enum": ["first", "last"]]), has("verdict", verdict), has("explanation", text),
      has("milliseconds", count), may("missedDeadline", judgement, "the first result, if the control was repeated"),
    ])

  static let caseLine = object(
    "case", "A case of an adapter. A later line with 'revision' replaces the earlier one of the same case.",
    [
      has("type", constant("case")), has("adapter", text), has("case", text, "family/name[tls=1.3,policy=NAME]"),
      has("revision", flag, "the case was judged before, and this replaces it"), has("scenario", text),
      has(
        "axes",
        object(
          "One value for each axis.",
          [
            has("tls", words(TLSVersion.self)), has("policy", text), has("key", words(KeyType.self)),
            has("engine", text),
          ]
        )),
      has("level", words(Level.self)), has("severity", words(Severity.self)), has("title", text), has("why", text),
      has("references", list(text), "sections of standards"), may("fix", text, "what to change in one's code"),
      has(
        "location",
        object("Where the scenario is written.", [has("file", text), has("line", count), has("column", count)])),
      has("verdict", verdict), has("explanation", text), may("control", judgement, "null: the scenario is healthy"),
      has("milliseconds", count),
      may("clock", moment, "what the dates of its certificates count from; null: it did not run"),
      has("exposesIdentity", flag, "the client sent its certificate to a server that it then refused"),
      may("artifacts", text, "the folder with its evidence"), has("reproduce", text, "a command line"),
      has("certificates", list(base64), "DER, each once; lists of certificates name them by their index"),
      has("steps", list(reference("step"))),
      may(
        "missedDeadline",
        object(
          "The first result, if the case was repeated because no answer came in time.",
          [
            has("verdict", verdict), has("explanation", text), has("milliseconds", count),
            has("steps", list(reference("step"))),
          ])),
      may("ledger", ledger, "what the ledger of known failures says"),
      has("repetitions", list(judgement), "each judgement of a case that --repeat ran; empty: it ran once"),
      may(
        "baseline",
        object(
          "What the baseline says.",
          [
            has("state", words(BaselineMark.State.self)), may("entry", text, "FILE:LINE"), may("why", text),
            may("issue", text),
          ])),
    ])

  private static let ledger: JSON = [
    "description": "An entry of the ledger, or that there is none.", "type": "object", "required": ["says"],
    "properties": [
      "says": ["enum": ["known", "other-versions", "unknown"]], "entry": text, "title": text,
      "kind": words(KnownFailure.Kind.self),
    ],
  ]

  static let step = object(
    "step", "One attempt, with both witnesses.",
    [
      has("step", ["type": "integer", "minimum": 1]), may("mutation", text, "for people; null: healthy"),
      has("expected", text), has("verdict", verdict), has("explanation", text),
      has("exercised", flag, "the fault was presented"),
      has("dependsOnControl", flag, "it proves nothing if its control, which passed, fails later"),
      may(
        "clientChain",
        object(
          "The certificates that the client sent.",
          [has("sent", list(chainEntry)), has("right", list(list(chainEntry)), "each list would be right")])),
      may("report", reference("report"), "null: the adapter did not run"),
      has("observation", reference("observation")),
    ])

  private static let chainEntry = object(
    "A certificate of the world; its name is null if the world has none like it.",
    [may("name", text), may("issuer", text)])

  static let report = object(
    "report", "What came through the adapter's door.",
    [
      has("outcome", reference("outcome")), has("milliseconds", count), has("standardOutput", text, "capped"),
      has("standardError", text, "capped"), may("command", text),
    ])

  static let outcome: [JSON.Member] = [
    JSON.Member(
      "outcome",
      [
        "type": "object", "required": ["kind"],
        "properties": ["kind": ["enum": ["statement", "unsupported", "failed", "broken"]]],
        "oneOf": [
          object(
            "The validator's own word.",
            [
              has("kind", constant("statement")), has("said", words(Statement.Said.self)), may("nonce", text),
              may("reason", words(Reason.self)), may("phase", words(Phase.self)),
              may("endedBy", words(Statement.Ender.self)), may("detail", text, "the library's own words"),
              may("path", list(text), "SHA-256 of each certificate of the validated path"),
            ]),
          object(
            "It lacks a capability.",
            [has("kind", constant("unsupported")), has("capability", text), may("why", text)]),
          object(
            "It reached no decision.",
            [
              has("kind", constant("failed")), has("cause", words(AdapterOutcome.FailureCause.self)),
              may("detail", text),
            ]),
          object(
            "It broke the contract.",
            [
              has("kind", constant("broken")), has("fault", words(AdapterFault.Kind.self)), has("detail", text),
              may("standardError", text),
            ]),
        ],
      ])
  ]
}
