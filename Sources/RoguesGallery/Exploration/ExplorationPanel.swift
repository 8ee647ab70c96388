internal import RogueExplorer
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios
internal import RogueStimuli

/// Mints candidates and puts each to every member of a panel, without a connection.
struct ExplorationPanel: Sendable {
  let adapters: [any Adapter]
  let worlds: [SourceFile]
  let minter: WorldMinter
  /// Deadline of one question, in milliseconds.
  let deadline: Int
  /// Conversations at once with one member.
  let jobs: Int
  /// For a whole search: threads stay until the process ends.
  let threads: BlockingThreads

  /// What one candidate became.
  private struct Question: Sendable {
    var attempt: Attempt
    var flight: ServerFlight
    /// For each member, whether it can be asked.
    var isAsked: [Bool]
  }

  func vectors(of candidates: [Candidate]) async throws(HarnessFailure) -> [PanelVector?] {
    let questions = try questions(candidates)
    var columns: [[PanelAnswer]] = []
    for (index, adapter) in adapters.enumerated() {
      columns.append(try await answers(of: adapter, index, questions))
    }
    return questions.enumerated().map { number, question in
      question.map { _ in PanelVector(columns.map { $0[number] }) }
    }
  }

  // MARK: - Questions

  private func questions(_ candidates: [Candidate]) throws(HarnessFailure) -> [Question?] {
    let files = candidates.enumerated().map { number, candidate in
      let id = "found/candidate-\(number)"
      return SourceFile(
        path: "Scenarios/\(id).yaml",
        bytes: Array(candidate.scenario(id: id, title: "A candidate", why: "It is tried.").utf8))
    }
    let catalogue = CatalogueLoader.ours.load(files, inTheirWorlds: worlds)
    // What nobody can serve, nobody can confirm.
    let unservable = Set(
      Lint.contradictions(in: catalogue, of: catalogue.scenarios).compactMap { $0.location?.file })
    let scenarios = Dictionary(
      catalogue.scenarios.filter { Self.isDecidable($0) && !unservable.contains($0.location.file) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let plan = Plan(
      scenarios: Array(scenarios.values), adapters: adapters,
      selection: .fixed([.init(axis: .tls, value: TLSVersion.tls13.rawValue)]), engines: [AxisValues.defaultEngine],
      fixedClock: false, vocabulary: .known)
    var asked: [String: [Bool]] = [:]
    var needs: [String: [Capability]] = [:]
    for (index, own) in plan.adapters.enumerated() {
      for item in own.cases {
        asked[item.scenario.id, default: Array(repeating: false, count: adapters.count)][index] = item.missing == nil
        needs[item.scenario.id] = item.needs
      }
    }
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let made = AllProcessors.map(Array(candidates.indices)) { [asked, needs] number -> Question? in
      guard let scenario = scenarios["found/candidate-\(number)"], let asked = asked[scenario.id] else { return nil }
      return try? question(scenario, number, asked, needs[scenario.id] ?? [], clock)
    }
    return made
  }

  /// Whether a flight is all that there is to see.
  private static func isDecidable(_ scenario: Scenario) -> Bool {
    guard scenario.isDecidedOffline, scenario.steps.count == 1 else { return false }
    let world = scenario.steps[0].world
    // The members are asked one after the other, seconds after the certificates were made.
    let moments = world.certificates.flatMap { [$0[NotBefore.self], $0[NotAfter.self]] }
    guard moments.allSatisfy({ abs($0) > 600 }) else { return false }
    // Nobody answers at the addresses in certificates, and to wait for that is no hang.
    let fetches = world.certificates.contains {
      $0[OCSPURL.self] || $0[CRLDistributionPoints.self] != nil || $0[CAIssuers.self] != .none
    }
    guard !fetches else { return false }
    return true
  }

  private func question(
    _ scenario: Scenario, _ number: Int, _ asked: [Bool], _ needs: [Capability], _ clock: Timestamp
  ) throws(HarnessFailure) -> Question {
    let step = scenario.steps[0]
    let hierarchy = try minter.mint(
      step.world, MintRequest(salt: "explore", keyType: .p256, clock: clock, responderBase: Self.nobody))
    let composer = AttemptComposer(
      world: step.world, hierarchy: hierarchy, axes: AxisValues(tls: .tls13, policy: scenario.policies[0]), clock: clock
    )
    let policy = try composer.policy()
    let served = try composer.served(path: "/", attempt: "a", nonce: "", token: nil)
      .part(ofConnection: 1, naming: composer.host).presentation
    let attempt = Attempt(
      id: "candidate-\(number)", conversation: "explore", step: 1, needs: needs.filter { $0 != .tls(.tls13) },
      reuse: .none, learn: false, deadlineMilliseconds: deadline,
      connect: Attempt.Endpoint(host: composer.host, address: "127.0.0.1", port: 1, path: "/", proxy: nil),
      policy: policy)
    let flight = ServerFlight(
      host: composer.host, certificates: served.certificates, staples: served.staples, sctList: served.sctList)
    return Question(attempt: attempt, flight: flight, isAsked: asked)
  }

  /// Responders that nobody runs: whoever needs one gets no answer, as every other member.
  private static let nobody = "http://127.0.0.1:9/explore"

  // MARK: - Answers

  private func answers(
    of adapter: any Adapter, _ index: Int, _ questions: [Question?]
  ) async throws(HarnessFailure) -> [PanelAnswer] {
    var answers = [PanelAnswer](repeating: .unasked, count: questions.count)
    let open = questions.indices.filter { questions[$0]?.isAsked[index] == true }
    guard !open.isEmpty else { return answers }
    let count = min(jobs, adapter.conversationsAtOnce ?? .max, open.count)
    var failure: HarnessFailure?
    await withTaskGroup(of: Result<[(Int, PanelAnswer)], HarnessFailure>.self) { group in
      for part in 0..<max(1, count) {
        group.addTask(executorPreference: threads) {
          await Self.result { () throws(HarnessFailure) in
            try await Self.put(stride(from: part, to: open.count, by: count).map { open[$0] }, questions, adapter)
          }
        }
      }
      for await result in group {
        switch result {
        case .success(let part): for (number, answer) in part { answers[number] = answer }
        case .failure(let error): failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    return answers
  }

  private static func put(
    _ numbers: [Int], _ questions: [Question?], _ adapter: any Adapter
  ) async throws(HarnessFailure) -> [(Int, PanelAnswer)] {
    do {
      return try await adapter.withConversation("explore") { conversation in
        var answers: [(Int, PanelAnswer)] = []
        for number in numbers {
          guard let question = questions[number] else { continue }
          if Interruption.shared.isRequested { break }
          let report = try await conversation.judge(question.flight, for: question.attempt)
          answers.append((number, report.map { PanelAnswer($0.outcome) } ?? .unasked))
        }
        return answers
      }
    } catch let failure as HarnessFailure {
      throw failure
    } catch {
      throw HarnessFailure(.internal, "the adapter's conversation failed", underlying: "\(error)")
    }
  }

  private static func result<Value>(
    _ body: () async throws(HarnessFailure) -> Value
  ) async -> Result<Value, HarnessFailure> {
    do throws(HarnessFailure) { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension PanelAnswer {
  fileprivate init(_ outcome: AdapterOutcome) {
    switch outcome {
    case .statement(let statement) where statement.said == .accept: self = .accepts
    case .statement(let statement) where statement.said == .cancel:
      self =
        statement.phase == .configuration
        ? .noProof(statement.detail ?? "it could not be configured")
        : .refuses(statement.reason, detail: statement.detail)
    case .statement(let statement): self = .noProof("it left the decision to others: \(statement.said.rawValue)")
    case .unsupported: self = .unasked
    case .failed(let cause, let detail): self = .noProof("\(cause.rawValue)\(detail.map { ": \($0)" } ?? "")")
    case .broken(let fault): self = .breaks(fault.description)
    }
  }
}
