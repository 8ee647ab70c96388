internal import RogueModel
internal import RogueRunner
internal import RogueScenarios

/// The conclusions of an examination for the adapter.
extension Examination {
  /// The result at the ordinary server, which decides whether to continue.
  enum Beginning: Sendable { case accepted, refused, broken }

  /// An adapter that accepts the server in one TLS version can be examined; the other version gets its own line.
  func judgeBeginning(_ results: [CaseResult], into diagnosis: inout Diagnosis) -> Beginning {
    if let result = results.first(where: { $0.judgement.verdict == .pass || $0.judgement.verdict == .deviation }) {
      diagnosis.add(.good, "accepts a healthy server (\(result.caseID))")
      return .accepted
    }
    guard let result = results.first(where: { !$0.isUnanswered }) ?? results.first else {
      diagnosis.add(.bad, "no healthy server can be tried: \(unplanned ?? "the adapter must declare tls1.2 or tls1.3")")
      return .broken
    }
    let (why, id) = (result.judgement.explanation, result.caseID)
    guard result.isUnanswered else {
      diagnosis.add(
        .bad, "does not accept a healthy server, so its refusals prove nothing: \(why) (\(id))",
        standardError: result.standardError)
      return .refused
    }
    diagnosis.add(
      .bad, "\(Self.trouble(result)), at a healthy server: \(why) (\(id))",
      standardError: result.standardError)
    diagnosis.add(.note, "nothing else was tried: everything else depends on this")
    return .broken
  }

  /// - Parameters:
  ///   - ignored: the mark of an ignored field: if the harness itself passes the policy on, the validator ignores it.
  ///   - accepts: whether the ordinary server was accepted.
  func judgeRest(
    _ results: [CaseResult], ignored: Diagnosis.Mark, accepts: Bool, into diagnosis: inout Diagnosis
  ) {
    let byID = Dictionary(results.map { ($0.caseID, $0) }) { first, _ in first }
    func result(_ item: CasePlan?) -> CaseResult? { item.flatMap { byID[$0.id] } }
    if let result = result(rogue) {
      judgeRogue(result, accepts: accepts, &diagnosis)
    } else {
      diagnosis.add(.note, "the scenario \(probes.rogue) cannot be run with it")
    }
    var failures = Failures()
    for paired in pairs {
      guard let with = result(paired.with) else { continue }
      judge(paired, with, result(paired.without), ignored, &failures, &diagnosis)
    }
    for (capability, item) in needed {
      guard let result = result(item) else { continue }
      judge(capability, result, item, &failures, &diagnosis)
    }
    if reasons.count == probes.reasons.count { judgeReasons(reasons.compactMap(result), &failures, &diagnosis) }
    failures.report(accepts: accepts, &diagnosis)
    for (field, item) in greeted {
      guard let result = result(item), result.judgement.verdict == .badClientHello else { continue }
      diagnosis.add(
        .note,
        "\(field) has no effect: \(result.judgement.explanation). If the adapter leaves it out, pass it on, or say so "
          + "with 'applies' and 'fixed': a run blames the validator for it (\(result.caseID))")
    }
    for (capability, why) in untried { diagnosis.add(.note, "\(capability) was not tried: \(why)") }
  }

  private func judgeRogue(_ result: CaseResult, accepts: Bool, _ diagnosis: inout Diagnosis) {
    let (why, id) = (result.judgement.explanation, result.caseID)
    switch result.judgement.verdict {
    case .pass: diagnosis.add(.good, "refuses an untrusted server (\(id))")
    case .deviation:
      diagnosis.add(.note, "refuses an untrusted server, with other words than expected: \(why) (\(id))")
    case .leak where result.hasRefused:
      diagnosis.add(
        .note, "refuses an untrusted server when its request has left already: \(Self.afterwards) (\(id))")
    case .falseAccept, .leak:
      diagnosis.add(
        .bad, "accepts an untrusted server: is it configured with the attempt's anchors at all? (\(id))")
    // A refusal shows nothing if everything is refused, which is already reported.
    case .inconclusive where !accepts: break
    default:
      diagnosis.add(
        .bad, "\(Self.trouble(result)), at an untrusted server: \(why) (\(id))",
        standardError: result.standardError)
    }
  }

  private func judge(
    _ paired: Paired, _ with: CaseResult, _ without: CaseResult?, _ ignored: Diagnosis.Mark, _ failures: inout Failures,
    _ diagnosis: inout Diagnosis
  ) {
    let capability = paired.pair.capability
    let id = with.caseID
    let verdict = with.judgement.verdict
    // Where nothing may be fetched, that is the question, whatever the answer is.
    let isAboutEvidence = paired.pair.evidence == .nothingFetched && verdict.isWrongDecision
    switch verdict {
    case _ where isAboutEvidence, .pass, .deviation:
      guard paired.pair.isShown(by: with) else {
        return diagnosis.add(
          ignored,
          "declares \(capability) and ignores it: nothing on the wire shows that \(paired.pair.field) was applied "
            + "(\(id))")
      }
      guard let without, let item = paired.without, without.judgement.verdict.isWrongDecision else {
        return diagnosis.add(.good, "\(capability) (\(id))")
      }
      let what = item.item.scenario.isHealthy ? "refuses" : "answers wrongly"
      diagnosis.add(
        ignored,
        "declares \(capability), and \(what) where \(paired.pair.field) says otherwise: "
          + "\(without.judgement.explanation) (\(without.caseID))")
    case .leak where with.hasRefused:
      diagnosis.add(
        .note, "\(capability): it refuses when its request has left already: \(Self.afterwards) (\(id))")
    case .falseAccept, .leak:
      diagnosis.add(
        ignored,
        "declares \(capability) and ignores it: \(paired.pair.field) has no effect, \(with.judgement.explanation) "
          + "(\(id))")
    default: failures.add(capability, with)
    }
  }

  private func judge(
    _ capability: Capability, _ result: CaseResult, _ item: CasePlan, _ failures: inout Failures,
    _ diagnosis: inout Diagnosis
  ) {
    let (verdict, why) = (result.judgement.verdict, result.judgement.explanation)
    if verdict == .pass {
      diagnosis.add(.good, "\(capability) (\(result.caseID))")
    } else if verdict.isDecision, verdict != .falseCancel {
      diagnosis.add(.note, "\(capability): the validator gets a scenario wrong: \(why) (\(result.caseID))")
    } else {
      failures.add(capability, result)
    }
  }

  /// - Parameter results: of servers that every validator refuses; an answer that breaks the contract is no refusal
  ///   without a reason.
  private func judgeReasons(
    _ results: [CaseResult], _ failures: inout Failures, _ diagnosis: inout Diagnosis
  ) {
    let unanswered = results.filter(\.isUnanswered)
    for result in unanswered { failures.add(.reason, result) }
    guard unanswered.isEmpty else { return }
    let said = results.map(\.reason)
    let ids = results.map(\.caseID).joined(separator: ", ")
    let words = results.map(\.answer).joined(separator: " and ")
    let verdicts = results.map(\.judgement.verdict)
    let isRefused = results.allSatisfy(\.hasRefused) && verdicts.allSatisfy { $0.kind == .pass || $0 == .leak }
    // 'other' is never wrong, and never proves that reasons are distinguished.
    if isRefused, Set(said).count == 1 {
      diagnosis.add(
        .bad,
        "declares reason, and to an expired certificate and to another host's it answers \(words): map the library's "
          + "words to docs/reference/adapters.md#reasons, or leave 'reason' out (\(ids))")
    } else if isRefused, !verdicts.contains(.deviation), !said.contains(nil), !said.contains(.other) {
      diagnosis.add(.good, "reason (\(ids))")
    } else {
      diagnosis.add(
        .note, "reason: to an expired certificate and to another host's it answers \(words) (\(ids))",
        standardError: results.first { !$0.hasRefused }?.standardError)
    }
  }

  /// - Parameter result: of the ordinary server, at another time than now; nil: it did not run.
  static func judgeClock(_ result: CaseResult?, _ ignored: Diagnosis.Mark, into diagnosis: inout Diagnosis) {
    guard let result else { return }
    switch result.judgement.verdict {
    case .pass: diagnosis.add(.good, "clock (\(result.caseID), in another year)")
    case .falseCancel:
      diagnosis.add(
        ignored,
        "declares clock and ignores it: a server whose certificates are valid at the time that it gets is "
          + "refused: \(result.judgement.explanation) (\(result.caseID))")
    default:
      diagnosis.add(
        .bad,
        "declares clock, and \(trouble(result)) at a server of another year: \(result.judgement.explanation) "
          + "(\(result.caseID))", standardError: result.standardError)
    }
  }

  /// Sending before judging: both the client and the adapter can do that.
  private static let afterwards =
    "a finding about the client, unless the adapter sends the request before the client's decision"

  private static func trouble(_ result: CaseResult) -> String {
    switch result.judgement.verdict {
    case .error: "it broke the contract"
    case .harnessError: "the harness failed"
    case .notRun: "nothing was found out"
    case .unsupported: "it says that it cannot, although it declares everything that is needed"
    default: "nothing is proven"
    }
  }

  /// Capabilities whose servers are not accepted, gathered by what went wrong: one sentence for one cause.
  private struct Failures {
    private var causes: [(text: String, capabilities: [Capability], ids: [String], words: [String])] = []

    mutating func add(_ capability: Capability, _ result: CaseResult) {
      let text =
        result.isUnanswered || result.judgement.verdict == .inconclusive
        ? "\(Examination.trouble(result)): \(result.judgement.explanation)"
        : "a healthy server that needs it is not accepted: \(result.judgement.explanation)"
      let words = result.standardError.map { [$0] } ?? []
      if let index = causes.firstIndex(where: { $0.text == text }) {
        if !causes[index].capabilities.contains(capability) { causes[index].capabilities.append(capability) }
        causes[index].ids.append(result.caseID)
        // The last line is often the same, and the text for the recipe is above it.
        if let said = words.first, !causes[index].words.contains(said) { causes[index].words.append(said) }
      } else {
        causes.append((text, [capability], [result.caseID], words))
      }
    }

    func report(accepts: Bool, _ diagnosis: inout Diagnosis) {
      if !accepts, !causes.isEmpty {
        let names = causes.flatMap(\.capabilities).sorted().map(\.rawValue).joined(separator: ", ")
        return diagnosis.add(.note, "no result about \(names) until it accepts healthy servers")
      }
      for cause in causes {
        let names = cause.capabilities.map(\.rawValue).joined(separator: ", ")
        diagnosis.add(
          .bad, "declares \(names), and \(cause.text) (\(cause.ids.prefix(3).joined(separator: ", ")))",
          standardError: cause.words.isEmpty ? nil : cause.words.prefix(3).joined(separator: "\n"))
      }
    }
  }
}

extension CaseResult {
  /// Nothing came back that could be judged.
  fileprivate var isUnanswered: Bool {
    judgement.verdict.kind == .notRun || judgement.verdict == .error || judgement.verdict == .harnessError
  }

  /// The program's standard error in its last attempt.
  fileprivate var standardError: String? {
    guard let report = steps.last?.report else { return nil }
    if case .broken(let fault) = report.outcome, let words = fault.standardError, !words.isEmpty { return words }
    return report.standardError
  }

  /// It refused in its last attempt, whatever it had sent before.
  fileprivate var hasRefused: Bool {
    guard case .statement(let statement) = steps.last?.report?.outcome else { return false }
    return statement.said == .cancel
  }

  /// Its last answer, in a word: an acceptance is another thing than a refusal without a reason.
  fileprivate var answer: String {
    switch steps.last?.report?.outcome {
    case .statement(let statement) where statement.said == .cancel:
      statement.reason.map { "'\($0.rawValue)'" } ?? "a refusal without a reason"
    case .statement: "an acceptance"
    case .failed(let cause, _): "'failed: \(cause.rawValue)'"
    default: "nothing"
    }
  }
}
