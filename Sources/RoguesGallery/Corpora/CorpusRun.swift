internal import RogueCorpora
internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// Puts the cases of a corpus to validators: without a connection to those that judge certificates alone, over TLS to the others.
struct CorpusRun {
  let corpus: Corpus
  let request: CorpusRequest

  func column(of adapter: any Adapter) async throws(HarnessFailure) -> CorpusColumn {
    let name = adapter.description.name
    if try await judgesAlone(adapter) { return CorpusColumn(validator: name, answers: try await alone(adapter)) }
    let answers = try await CorpusOverTLS(corpus: corpus, request: request).answers(of: adapter)
    return CorpusColumn(validator: name, answers: answers, hasControls: true)
  }

  /// Whether it decides about certificates that no server sent.
  private func judgesAlone(_ adapter: any Adapter) async throws(HarnessFailure) -> Bool {
    guard let first = corpus.cases.first(where: { $0.obstacle == nil }) else { return false }
    return try await Self.withConversation(adapter, "corpus") { conversation throws(HarnessFailure) in
      let question = question(first, number: 0, adapter.description)
      return try await conversation.judge(question.flight, for: question.attempt) != nil
    }
  }

  /// Every case in turn, with as many conversations as the adapter can use.
  private func alone(_ adapter: any Adapter) async throws(HarnessFailure) -> [CorpusAnswer] {
    let count = min(request.jobs ?? 2 * Processors.count, adapter.conversationsAtOnce ?? .max, corpus.cases.count)
    var answers = [CorpusAnswer](repeating: .noProof("interrupted"), count: corpus.cases.count)
    var failure: HarnessFailure?
    let threads = BlockingThreads(limit: count + 2)
    await withTaskGroup(of: Result<[(Int, CorpusAnswer)], HarnessFailure>.self) { group in
      for part in 0..<max(1, count) {
        group.addTask(executorPreference: threads) {
          await Self.result { () throws(HarnessFailure) in
            try await self.part(part, of: count, adapter)
          }
        }
      }
      for await result in group {
        switch result {
        case .success(let part): for (index, answer) in part { answers[index] = answer }
        case .failure(let error): failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    return answers
  }

  private func part(
    _ part: Int, of count: Int, _ adapter: any Adapter
  ) async throws(HarnessFailure) -> [(Int, CorpusAnswer)] {
    try await Self.withConversation(adapter, "corpus-\(part)") { conversation throws(HarnessFailure) in
      var answers: [(Int, CorpusAnswer)] = []
      for index in stride(from: part, to: corpus.cases.count, by: count) {
        if Interruption.shared.isRequested { break }
        answers.append((index, try await answer(corpus.cases[index], number: index, adapter.description, conversation)))
      }
      return answers
    }
  }

  private func answer(
    _ item: CorpusCase, number: Int, _ adapter: AdapterDescription, _ conversation: any AdapterConversation
  ) async throws(HarnessFailure) -> CorpusAnswer {
    if let obstacle = item.obstacle { return .notPut(obstacle) }
    // Clocks of programs begin in 1970, and certificates end in 9999.
    if let time = item.time, !(0..<253_402_300_800).contains(time.secondsSince1970) {
      return .notPut("its moment is outside what clocks and certificates can say")
    }
    if item.host == nil, let configuration = adapter.configuration, configuration.applied[.hostname] == nil {
      return .notPut("it always verifies a name, and the case has none")
    }
    let question = question(item, number: number, adapter)
    guard let report = try await conversation.judge(question.flight, for: question.attempt) else {
      return .notPut("it decides only about servers that it connects to")
    }
    return CorpusAnswer(report.outcome)
  }

  private func question(
    _ item: CorpusCase, number: Int, _ adapter: AdapterDescription
  ) -> (attempt: Attempt, flight: ServerFlight) {
    let host = item.host ?? "unnamed.invalid"
    let replacesStores = adapter.capabilities.contains(.anchors)
    var revocation = AttemptPolicy.Revocation(mode: .off, methods: [], crls: [])
    if let isRequired = item.requiresStatus {
      revocation = AttemptPolicy.Revocation(
        mode: isRequired ? .require : .bestEffort, methods: [.crl],
        crls: item.crls.enumerated().map { AttemptPolicy.NamedCRL(issuer: "crl-\($0 + 1)", der: $1) })
    }
    revocation.allowsNetwork = false
    let attempt = Attempt(
      id: "case-\(number + 1)", conversation: "corpus", step: 1, needs: needs(item, replacesStores: replacesStores),
      reuse: .none, learn: false,
      deadlineMilliseconds: (request.timeoutMilliseconds ?? 5000) + adapter.startupMilliseconds,
      connect: Attempt.Endpoint(host: host, address: "127.0.0.1", port: 1, path: "/", proxy: nil),
      policy: AttemptPolicy(
        systemAnchors: replacesStores ? nil : item.trusted, userAnchors: nil,
        anchors: replacesStores ? item.trusted : nil, hostname: item.host, pinSets: [],
        revocation: revocation, identity: nil, time: item.time))
    let flight = ServerFlight(host: host, certificates: [item.leaf] + item.intermediates, staples: [:])
    return (attempt, flight)
  }

  /// The capabilities that the case takes.
  private func needs(_ item: CorpusCase, replacesStores: Bool) -> [Capability] {
    var needs: Set<Capability> = [replacesStores ? .anchors : .systemAnchors]
    if let host = item.host, HostName.isVersion6(host) { needs.insert(.hostIPv6) }
    if item.time != nil { needs.insert(.clock) }
    if let isRequired = item.requiresStatus {
      needs.insert(.revocationCRL)
      if isRequired { needs.insert(.revocationRequire) }
    }
    if Self.constrainsPolicies(item) { needs.insert(.certificatePolicies) }
    return Capability.known.filter(needs.contains)
  }

  /// Whether a CA constrains certificate policies (RFC 5280, sections 4.2.1.5, 4.2.1.11 and 4.2.1.14).
  private static func constrainsPolicies(_ item: CorpusCase) -> Bool {
    (item.intermediates + item.trusted).contains { der in
      guard let certificate = try? X509Certificate(der: der) else { return false }
      return ["2.5.29.33", "2.5.29.36", "2.5.29.54"].contains { certificate.extensionValue(oid: $0) != nil }
    }
  }

  private static func withConversation<Value: Sendable>(
    _ adapter: any Adapter, _ id: String,
    _ body: @Sendable (any AdapterConversation) async throws(HarnessFailure) -> Value
  ) async throws(HarnessFailure) -> Value {
    do {
      return try await adapter.withConversation(id) { try await body($0) }
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
