import RogueModel

// The lines about a case or a control, with what the validator said.

extension ControlResult {
  static let logForm = LogForm<ControlResult>.object(
    "A healthy conversation that rogues depend on, before the first of them and after all.",
    ControlResult(adapter: "", key: "", occasion: .first, judgement: .blank, milliseconds: 0)
  ) {
    constant("type", "control")
    has("adapter", \.adapter, .text)
    has("key", \.key, .text)
    has("occasion", \.occasion, .word)
    has("verdict", \.judgement.verdict, .word)
    has("explanation", \.judgement.explanation, .text)
    has("milliseconds", \.milliseconds, .count)
    may("missedDeadline", \.missedDeadline, Judgement.logForm, "the first result, if the control was repeated")
  }
}

extension Judgement {
  fileprivate static let blank = Judgement(.notRun, "")

  fileprivate static let logForm = LogForm<Judgement>.object("A verdict with its explanation.", blank) {
    has("verdict", \.verdict, .word)
    has("explanation", \.explanation, .text, "one sentence: what was expected and what was seen")
  }
}

extension CaseResult {
  /// - Parameter isRevision: The case was judged before, and this replaces it.
  func json(isRevision: Bool) -> JSON {
    var certificates = CertificateTable()
    let json = Self.logForm.write(self, &certificates)
    return .object(
      (json.members ?? []).map { member in
        switch member.name {
        case "revision": JSON.Member(member.name, .bool(isRevision))
        // They stand before the steps, which list them.
        case "certificates": JSON.Member(member.name, certificates.json)
        default: member
        }
      })
  }

  init(json: JSON) throws(EventLogMismatch) {
    let certificates = CertificateTable(certificates: try json.member("certificates", .list(.base64)))
    self = try Self.logForm.read(json, "case", certificates)
  }

  static let logForm = LogForm<CaseResult>.object(
    "A case of an adapter. A later line with 'revision' replaces the earlier one of the same case.",
    CaseResult(
      adapter: "", caseID: "", scenario: "", axes: .blank, level: .must, severity: .low, title: "", why: "",
      location: .blank, judgement: .blank, steps: [], control: nil, milliseconds: 0, reproduce: "")
  ) {
    constant("type", "case")
    has("adapter", \.adapter, .text)
    has("case", \.caseID, .text, "family/name[tls=1.3,policy=NAME]")
    only("revision", .flag, "the case was judged before, and this replaces it") { _ in false }
    has("scenario", \.scenario, .text)
    has("axes", \.axes, AxisValues.logForm)
    has("level", \.level, .word)
    has("severity", \.severity, .word)
    has("title", \.title, .text)
    has("why", \.why, .text)
    has("references", \.references, .list(.text), "sections of standards")
    may("fix", \.fix, .text, "what to change in one's code")
    has("location", \.location, SourceLocation.logForm)
    has("verdict", \.judgement.verdict, .word)
    has("explanation", \.judgement.explanation, .text)
    may("control", \.control, Judgement.logForm, "null: the scenario is healthy")
    has("milliseconds", \.milliseconds, .count)
    may("clock", \.clock, .moment, "what the dates of its certificates count from; null: it did not run")
    has("exposesIdentity", \.exposesIdentity, .flag, "the client sent its certificate to a server that it then refused")
    only("unverifiedOwner", .flag, "connection owners were not verified") { $0.hasUnverifiedOwner }
    may("artifacts", \.artifacts, .text, "the folder with its evidence")
    has("reproduce", \.reproduce, .text, "a command line")
    only("certificates", .list(.base64), "DER, each once; lists of certificates name them by their index") { _ in [] }
    has("steps", \.steps, .list(StepResult.logForm.defined("step")))
    may("missedDeadline", \.missedDeadline, ConversationResult.logForm)
    may("ledger", \.knowledge, Knowledge.logForm, "what the ledger of known failures says")
    has(
      "repetitions", \.repetitions, .list(Judgement.logForm),
      "each judgement of a case that --repeat ran; empty: it ran once")
    may("baseline", \.baseline, BaselineMark.logForm)
  }
}

extension AxisValues {
  fileprivate static let blank = AxisValues(tls: .tls13, policy: "")

  fileprivate static let logForm = LogForm<AxisValues>.object("One value for each axis.", blank) {
    has("tls", \.tls, .word)
    has("policy", \.policy, .text)
    has("key", \.key, .word)
    has("engine", \.engine, .text)
  }
}

extension SourceLocation {
  fileprivate static let blank = SourceLocation(file: "", line: 0, column: 0)

  fileprivate static let logForm = LogForm<SourceLocation>.object("Where the scenario is written.", blank) {
    has("file", \.file, .text)
    has("line", \.line, .count)
    has("column", \.column, .count)
  }
}

extension ConversationResult {
  fileprivate static let logForm = LogForm<ConversationResult>.object(
    "The first result, if the case was repeated because no answer came in time.",
    ConversationResult(judgement: .blank)
  ) {
    has("verdict", \.judgement.verdict, .word)
    has("explanation", \.judgement.explanation, .text)
    has("milliseconds", \.milliseconds, .count)
    has("steps", \.steps, .list(StepResult.logForm.defined("step")))
  }
}

extension BaselineMark {
  fileprivate static let logForm = LogForm<BaselineMark>.object("What the baseline says.", BaselineMark(.known)) {
    has("state", \.state, .word)
    may("entry", \.entry, .text, "FILE:LINE")
    may("why", \.why, .text)
    may("issue", \.issue, .text)
  }
}

extension StepResult {
  static let logForm = LogForm<StepResult>.object(
    "One attempt, with both witnesses.",
    StepResult(
      step: 1, mutation: nil, expected: "", report: nil, observation: Observation(), judgement: .blank,
      exercised: false)
  ) {
    has("step", \.step, .ordinal)
    may("mutation", \.mutation, .text, "for people; null: healthy")
    has("expected", \.expected, .text)
    has("verdict", \.judgement.verdict, .word)
    has("explanation", \.judgement.explanation, .text)
    has("exercised", \.exercised, .flag, "the fault was presented")
    has("dependsOnControl", \.dependsOnControl, .flag, "it proves nothing if its control, which passed, fails later")
    may("clientChain", \.clientChain, ClientChainEvidence.logForm)
    may(
      "healthyChain", \.healthyChain, .certificates,
      "the same server's certificates without the fault; null: nothing is wrong with the step, or it passed")
    may("report", \.report, AdapterReport.logForm.defined("report"), "null: the adapter did not run")
    has("observation", \.observation, Observation.logForm.defined("observation"))
  }
}

extension ClientChainEvidence {
  fileprivate static let logForm = LogForm<ClientChainEvidence>.object(
    "The certificates that the client sent.", ClientChainEvidence(sent: [], right: [])
  ) {
    has("sent", \.sent, .list(Entry.logForm))
    has("right", \.right, .list(.list(Entry.logForm)), "each list would be right")
  }
}

extension ClientChainEvidence.Entry {
  fileprivate static let logForm = LogForm<Self>.object(
    "A certificate of the world; its name is null if the world has none like it.", Self(name: nil, issuer: nil)
  ) {
    may("name", \.name, .text)
    may("issuer", \.issuer, .text)
  }
}

extension Knowledge {
  private enum Says: String, CaseIterable { case known, otherVersions = "other-versions", unknown }

  fileprivate static let logForm = LogForm<Knowledge>(
    schema: [
      "description": "An entry of the ledger, or that there is none.", "type": "object", "required": ["says"],
      "properties": [
        "says": LogForm<Says>.word.schema, "entry": LogForm<String>.text.schema, "title": LogForm<String>.text.schema,
        "kind": LogForm<KnownFailure.Kind>.word.schema,
      ],
    ],
    write: { knowledge, table in
      switch knowledge {
      case .entry(let entry): reference(.known).write(entry, &table)
      case .otherVersions(let entry): reference(.otherVersions).write(entry, &table)
      case .nothing: ["says": .string(Says.unknown.rawValue)]
      }
    },
    read: { (json, name, table) throws(EventLogMismatch) in
      switch try json.member("says", LogForm<Says>.word) {
      case .known: .entry(try reference(.known).read(json, name, table))
      case .otherVersions: .otherVersions(try reference(.otherVersions).read(json, name, table))
      case .unknown: .nothing
      }
    })

  private static func reference(_ says: Says) -> LogForm<Reference> {
    .object("An entry.", Reference(place: "", title: "", kind: .bug)) {
      constant("says", .string(says.rawValue))
      has("entry", \.place, .text)
      has("title", \.title, .text)
      has("kind", \.kind, .word)
    }
  }
}

extension AdapterReport {
  static let logForm = LogForm<AdapterReport>.object(
    "What came through the adapter's door.",
    AdapterReport(outcome: .unsupported(capability: "", why: nil), milliseconds: 0)
  ) {
    has("outcome", \.outcome, AdapterOutcome.logForm.defined("outcome"))
    has("milliseconds", \.milliseconds, .count)
    has("standardOutput", \.standardOutput, .text, "capped")
    has("standardError", \.standardError, .text, "capped")
    may("command", \.command, .text)
  }
}

extension AdapterOutcome {
  private enum Kind: String, CaseIterable { case statement, unsupported, failed, broken }

  static let logForm = LogForm<AdapterOutcome>(
    schema: [
      "type": "object", "required": ["kind"], "properties": ["kind": LogForm<Kind>.word.schema],
      "oneOf": [statementForm.schema, unsupportedForm.schema, failedForm.schema, brokenForm.schema],
    ],
    write: { outcome, table in
      switch outcome {
      case .statement(let statement): statementForm.write(statement, &table)
      case .unsupported(let capability, let why): unsupportedForm.write((capability, why), &table)
      case .failed(let cause, let detail): failedForm.write((cause, detail), &table)
      case .broken(let fault): brokenForm.write(fault, &table)
      }
    },
    read: { (json, name, table) throws(EventLogMismatch) in
      switch try json.member("kind", LogForm<Kind>.word) {
      case .statement: return .statement(try statementForm.read(json, name, table))
      case .unsupported:
        let (capability, why) = try unsupportedForm.read(json, name, table)
        return .unsupported(capability: capability, why: why)
      case .failed:
        let (cause, detail) = try failedForm.read(json, name, table)
        return .failed(cause: cause, detail: detail)
      case .broken: return .broken(try brokenForm.read(json, name, table))
      }
    })

  private static let statementForm = LogForm<Statement>.object("The validator's own word.", Statement(said: .accept)) {
    constant("kind", .string(Kind.statement.rawValue))
    has("said", \.said, .word)
    may("nonce", \.nonce, .text)
    may("reason", \.reason, .word)
    may("phase", \.phase, .word)
    may("endedBy", \.endedBy, .word)
    may("detail", \.detail, .text, "the library's own words")
    may("path", \.path, .list(.text), "SHA-256 of each certificate of the validated path")
  }

  private static let unsupportedForm = LogForm<(capability: String, why: String?)>.object(
    "It lacks a capability.", (capability: "", why: nil)
  ) {
    constant("kind", .string(Kind.unsupported.rawValue))
    has("capability", \.capability, .text)
    may("why", \.why, .text)
  }

  private static let failedForm = LogForm<(cause: FailureCause, detail: String?)>.object(
    "It reached no decision.", (cause: .network, detail: nil)
  ) {
    constant("kind", .string(Kind.failed.rawValue))
    has("cause", \.cause, .word)
    may("detail", \.detail, .text)
  }

  private static let brokenForm = LogForm<AdapterFault>.object("It broke the contract.", AdapterFault(.crashed, "")) {
    constant("kind", .string(Kind.broken.rawValue))
    has("fault", \.kind, .word)
    has("detail", \.detail, .text)
    may("standardError", \.standardError, .text)
  }
}
