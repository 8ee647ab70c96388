internal import RogueModel
internal import RogueRunner

/// The few cases that show whether an adapter does what it says, and what their results mean for it.
///
/// An adapter is examined, not its validator: a validator that accepts a rogue is what runs are for, so only two rogues
/// count here, the one that everybody must refuse and the ones that no healthy scenario can stand for.
struct Examination: Sendable {
  /// The server that every validator must refuse, whatever it can do.
  static let rogue = "trust/unknown-ca"

  struct Question: Sendable {
    enum Subject: Sendable, Hashable {
      case healthy
      case rogue
      case capability(Capability)
    }
    var subject: Subject
    var item: CasePlan
  }

  private(set) var questions: [Question] = []
  /// Declared capabilities that no scenario needs.
  private(set) var unasked: [Capability] = []

  init(_ plan: AdapterPlan) {
    let possible = plan.cases.filter { $0.missing == nil }
    let healthy = possible.filter { $0.item.scenario.isHealthy && $0.item.scenario.level != .may }
    if let simplest = healthy.min(by: { $0.needs.count < $1.needs.count }) {
      questions.append(Question(subject: .healthy, item: simplest))
    }
    if let rogue = possible.first(where: { $0.item.scenario.id == Self.rogue }) {
      questions.append(Question(subject: .rogue, item: rogue))
    }
    for capability in plan.adapter.description.capabilities.sorted() where capability != .reason {
      if let item = (healthy + possible).first(where: { $0.needs.contains(capability) }) {
        questions.append(Question(subject: .capability(capability), item: item))
      } else {
        unasked.append(capability)
      }
    }
  }

  /// The cases to run; one may answer several questions.
  var cases: [CasePlan] {
    var seen: Set<String> = []
    return questions.map(\.item).filter { seen.insert($0.item.id).inserted }
  }

  func judge(_ results: [CaseResult], into diagnosis: inout Diagnosis) {
    let byID = Dictionary(results.map { ($0.caseID, $0) }) { first, _ in first }
    for question in questions {
      guard let result = byID[question.item.item.id] else { continue }
      judge(question, result, &diagnosis)
      // Whoever refuses a healthy server tells nothing by all further refusals.
      if question.subject == .healthy, result.judgement.verdict != .pass { return }
    }
    if !questions.contains(where: { $0.subject == .healthy }) {
      diagnosis.add(.bad, "no healthy scenario can be put to it: it needs at least tls1.2 or tls1.3")
    }
    if !questions.contains(where: { $0.subject == .rogue }) {
      diagnosis.add(.note, "the scenario \(Self.rogue) cannot be put to it")
    }
    for capability in unasked { diagnosis.add(.note, "no scenario needs \(capability)") }
  }

  private func judge(_ question: Question, _ result: CaseResult, _ diagnosis: inout Diagnosis) {
    let (verdict, why) = (result.judgement.verdict, result.judgement.explanation)
    let id = result.caseID
    switch (question.subject, verdict) {
    case (_, .error): diagnosis.add(.bad, "\(Self.asked(question)) it broke the contract: \(why) (\(id))")
    case (_, .harnessError): diagnosis.add(.bad, "\(Self.asked(question)) the harness failed: \(why) (\(id))")
    case (_, .notRun): diagnosis.add(.bad, "\(Self.asked(question)) nothing was found out: \(why) (\(id))")
    case (_, .unsupported):
      diagnosis.add(.bad, "\(Self.asked(question)) it says that it cannot, although it declares it: \(why) (\(id))")
    case (.healthy, .pass): diagnosis.add(.good, "accepts a server with which nothing is wrong (\(id))")
    case (.healthy, _):
      diagnosis.add(
        .bad, "does not accept a server with which nothing is wrong, so its refusals prove nothing: \(why) (\(id))")
    case (.rogue, .pass): diagnosis.add(.good, "refuses a server that nobody vouches for (\(id))")
    case (.rogue, .deviation):
      diagnosis.add(.note, "refuses a server that nobody vouches for, with other words than expected: \(why) (\(id))")
    case (.rogue, .falseAccept), (.rogue, .leak):
      diagnosis.add(
        .bad, "accepts a server that nobody vouches for: is it configured with the attempt's anchors at all? (\(id))")
    case (.rogue, _): diagnosis.add(.bad, "a server that nobody vouches for proves nothing: \(why) (\(id))")
    case (.capability(let capability), .pass): diagnosis.add(.good, "\(capability) (\(id))")
    case (.capability(let capability), _) where result.isHealthy(question.item):
      diagnosis.add(
        .bad, "declares \(capability), and a healthy server that needs it is not accepted: \(why) (\(id))")
    case (.capability(let capability), .void):
      diagnosis.add(.bad, "declares \(capability), and a scenario that needs it proves nothing: \(why) (\(id))")
    case (.capability(let capability), _):
      diagnosis.add(.note, "\(capability): the validator gets a scenario wrong: \(why) (\(id))")
    }
  }

  private static func asked(_ question: Question) -> String {
    switch question.subject {
    case .healthy: "asked about a healthy server"
    case .rogue: "asked about a rogue server"
    case .capability(let capability): "asked for \(capability)"
    }
  }
}

extension CaseResult {
  fileprivate func isHealthy(_ item: CasePlan) -> Bool { item.item.scenario.isHealthy }
}
