internal import RogueCorpora
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
internal import RogueStimuli
internal import Synchronization

/// Puts the cases of a corpus to a client that connects: each as a scenario with a control, judged as every run judges.
struct CorpusOverTLS {
  let corpus: Corpus
  let request: CorpusRequest

  func answers(of adapter: any Adapter) async throws(HarnessFailure) -> [CorpusAnswer] {
    let catalogue = CorpusCatalogue(family: corpus.name)
    var obstacles: [String: String] = [:]
    var put: [CorpusCase] = []
    for item in corpus.cases {
      if let obstacle = CorpusCatalogue.obstacle(item) {
        obstacles[item.id] = obstacle
      } else if let problem = Self.problem(item) {
        obstacles[item.id] = problem
      } else if let time = item.time, !RunOptions.clocks.contains(time) {
        obstacles[item.id] = "the certificates of its control cannot be made for \(time)"
      } else {
        put.append(item)
      }
    }
    var verdicts: [String: Judgement] = [:]
    // A run has one clock.
    for (time, cases) in Dictionary(grouping: put, by: \.time).sorted(by: { ($0.value[0].id) < ($1.value[0].id) }) {
      if Interruption.shared.isRequested { break }
      try await verdicts.merge(judge(cases, at: time, catalogue, adapter)) { $1 }
    }
    return corpus.cases.map { item in
      if let obstacle = obstacles[item.id] { return .notPut(obstacle) }
      return verdicts[catalogue.scenario(of: item)].map { Self.answer($0, item) } ?? .noProof("it was not judged")
    }
  }

  private func judge(
    _ cases: [CorpusCase], at time: Timestamp?, _ catalogue: CorpusCatalogue, _ adapter: any Adapter
  ) async throws(HarnessFailure) -> [String: Judgement] {
    let folder: String
    do throws(SystemError) { folder = try Files.makeTemporaryDirectory() } catch {
      throw HarnessFailure(.files, error.description)
    }
    defer { try? Files.removeTemporaryDirectory(folder) }
    for item in cases { try Gallery.write(catalogue.files(item), below: folder) }
    var options = RunOptions(mode: .compare)
    options.patterns = ["\(corpus.name)/*"]
    options.catalogues = [folder]
    options.at = time
    options.jobs = request.jobs
    options.timeoutMilliseconds = request.timeoutMilliseconds
    options.isSilent = true
    options.log = "\(folder)/log.jsonl"
    options.artifacts = request.artifacts
    let capabilities = adapter.description.capabilities
    let version = capabilities.contains(.tls13) ? TLSVersion.tls13 : .tls12
    let policy = capabilities.contains(.anchors) ? "anchors" : "system"
    options.axes = AxesSelection(text: "tls=\(version.rawValue),policy=\(policy)") ?? .pairwise
    let answers = CorpusRecorder()
    let status = try await JudgingRun(
      options: options, terminal: TerminalOptions(verbosity: .quiet), adapters: [Unclosed(adapter: adapter)],
      recorder: answers
    ).perform()
    guard status != .badData else {
      throw HarnessFailure(.badData, "the cases cannot be read as scenarios; leave those out that are named above")
    }
    return answers.judgements.withLock { $0 }
  }

  /// Why a world cannot have its certificates; nil: it can.
  private static func problem(_ item: CorpusCase) -> String? {
    let files = ([item.leaf] + item.intermediates + item.trusted).map { PEM.encode(.certificate, $0) }
    do throws(ParsingProblem) {
      for file in files { _ = try EncodedFile(path: "case", bytes: file) }
    } catch {
      return "OpenSSL, which serves it, cannot parse one of its certificates"
    }
    do throws(ParsingProblem) {
      let leaf = try EncodedFile(path: "case", bytes: files[0] + PEM.encode(.privateKey, item.key ?? []))
      guard let key = leaf.keys.first, key.spki == leaf.certificates.first?.key.spki else {
        return "its private key is not that of the leaf"
      }
      return nil
    } catch {
      return "no server here can use the leaf's private key"
    }
  }

  private static func answer(_ judgement: Judgement, _ item: CorpusCase) -> CorpusAnswer {
    let words = "\(judgement.verdict.rawValue): \(judgement.explanation)"
    switch judgement.verdict.kind {
    case .pass: return item.isAccepted ? .accepts : .refuses(nil, detail: nil)
    // A broken adapter has decided nothing.
    case .failure where judgement.verdict == .error: return .noProof(words)
    case .failure: return item.isAccepted ? .refuses(nil, detail: words) : .accepts
    case .noProof: return .noProof(words)
    case .notRun: return .notPut(words)
    }
  }
}

/// Keeps the judgement of each scenario.
private final class CorpusRecorder: Recorder {
  let judgements = Mutex<[String: Judgement]>([:])

  func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .caseFinished(let result) = event else { return }
    judgements.withLock { $0[result.scenario] = result.judgement }
  }
}

/// An adapter that several runs use, one after the other.
private struct Unclosed: Adapter {
  let adapter: any Adapter

  var description: AdapterDescription { adapter.description }
  var conversationsAtOnce: Int? { adapter.conversationsAtOnce }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await adapter.withConversation(id, body)
  }
}
