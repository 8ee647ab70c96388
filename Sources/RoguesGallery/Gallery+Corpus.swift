internal import RogueCorpora
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Puts test cases of others to validators, lists them, or writes them as scenarios.
  public static func corpus(_ request: CorpusRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      let corpus = try CorpusFolder(path: request.path).corpus(choosing: request.cases)
      switch request.action {
      case .list: return try list(corpus)
      case .export: return try export(corpus, to: request.folder ?? ".")
      case .run: return try await put(corpus, request, terminal)
      }
    } catch {
      return report(error)
    }
  }

  private static func list(_ corpus: Corpus) throws(HarnessFailure) -> ExitStatus {
    try StandardWriters.output(CorpusReport(corpus: corpus, columns: []).listing.printable(keepingLines: true))
    return .asExpected
  }

  private static func export(_ corpus: Corpus, to folder: String) throws(HarnessFailure) -> ExitStatus {
    let catalogue = CorpusCatalogue(family: corpus.name)
    var written: [CorpusCase] = []
    for item in corpus.cases {
      if let obstacle = CorpusCatalogue.obstacle(item) {
        try StandardWriters.error("rogues: \(item.id.printable()) is left out: \(obstacle.printable())\n")
        continue
      }
      try write(catalogue.files(item), below: folder)
      written.append(item)
    }
    guard let first = written.first else { return .nothingJudged }
    let pattern = written.count == 1 ? catalogue.scenario(of: first) : "\(corpus.name)/*"
    let clock = Set(written.map(\.time)).count == 1 ? first.time.map { " --at \($0)" } ?? "" : ""
    try StandardWriters.output(
      "\(String.counted(written.count, "scenario")) in \(folder)\nnext   rogues run -a NAME --catalogue \(folder)\(clock) '\(pattern)'\n"
    )
    return .asExpected
  }

  private static func put(
    _ corpus: Corpus, _ request: CorpusRequest, _ terminal: TerminalOptions
  ) async throws(HarnessFailure) -> ExitStatus {
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    let installed = try InstalledAdapters(catalogues)
    let files = try catalogues.files(of: .corpus)
    let (explanations, findings) = CorpusLoader.load(files.files)
    try report(files.findings + findings)
    let opened = try await installed.named(request.adapters)
    for missing in opened.missing { try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n") }
    guard opened.missing.isEmpty else { return .adapterUnavailable }
    try checkPlaces(request)
    var columns: [CorpusColumn] = []
    var failure: HarnessFailure?
    for adapter in opened.adapters {
      if Interruption.shared.isRequested { break }
      if terminal.verbosity > .quiet {
        try StandardWriters.error(
          "rogues: \(corpus.cases.count) cases of \(corpus.name) to \(adapter.description.name)\n")
      }
      do throws(HarnessFailure) {
        columns.append(
          try await CorpusRun(corpus: corpus, request: request).column(of: adapter))
      } catch {
        failure = error
        break
      }
    }
    for adapter in opened.adapters { await adapter.close() }
    if let failure { throw failure }
    if Interruption.shared.isRequested { return .interrupted }
    let report = CorpusReport(
      corpus: corpus, columns: columns, explanations: explanations[corpus.name] ?? [])
    try StandardWriters.output(report.text(isWhole: request.isWhole).printable(keepingLines: true))
    try write(report, request)
    return status(of: report)
  }

  private static func write(_ report: CorpusReport, _ request: CorpusRequest) throws(HarnessFailure) {
    if let folder = request.results {
      try write(
        report.columns.enumerated().map { index, column in
          (
            "\(column.validator.replacingSlashes).json",
            Array(Limbo.results(report.answers(index), harness: column.validator).pretty.utf8)
          )
        }, below: folder)
    }
    if let log = request.log { try write(Array(report.log.utf8), to: log) }
    if let table = request.table { try write(Array(report.csv.utf8), to: table) }
  }

  private static func status(of report: CorpusReport) -> ExitStatus {
    let counts = report.columns.indices.map(report.counts)
    if report.columns.indices.contains(where: report.fails) { return .unexpected }
    if counts.contains(where: { $0[.agrees, default: 0] == 0 }) { return .nothingJudged }
    return counts.contains { $0[.noProof, default: 0] > 0 } ? .onlyInconclusive : .asExpected
  }

  /// Fails before the validators have worked for nothing.
  private static func checkPlaces(_ request: CorpusRequest) throws(HarnessFailure) {
    if let folder = request.results {
      do throws(SystemError) { try Files.makeDirectory(folder) } catch {
        throw HarnessFailure(.cannotCreate, "--results: \(error.description)")
      }
    }
    for (flag, path) in [("--log", request.log), ("--table", request.table)] {
      guard let path, path != "-" else { continue }
      do throws(HarnessFailure) { try write([], to: path) } catch {
        throw HarnessFailure(.cannotCreate, "\(flag): \(error.message)")
      }
    }
  }

  static func write(_ files: [(path: String, bytes: [UInt8])], below folder: String) throws(HarnessFailure) {
    for file in files { try write(file.bytes, to: "\(folder)/\(file.path)") }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(HarnessFailure) {
    guard path != "-" else { return try StandardWriters.output(String(decoding: bytes, as: UTF8.self)) }
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/") { try Files.makeDirectory(String(path[..<slash])) }
      // Keys are for their owner.
      try Files.write(bytes, to: path, mode: path.hasSuffix("/key.pem") ? 0o600 : 0o644, atomically: true)
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }
}

extension String {
  fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "-" : $0 }) }
}
