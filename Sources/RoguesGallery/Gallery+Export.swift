internal import RogueCorpora
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Writes the catalogue's chains as cases for other harnesses.
  public static func export(_ request: ExportRequest) -> ExitStatus {
    do throws(HarnessFailure) {
      let (cases, omissions) = try exported(request)
      guard !cases.isEmpty else {
        try StandardWriters.error(
          "rogues: no scenario that was chosen is a chain, a name and a time\n" + text(omissions))
        return .nothingJudged
      }
      switch (request.format, request.path) {
      case (.limbo, nil): try StandardWriters.output(Limbo.document(cases).pretty)
      case (.limbo, let path?): try write(Array(Limbo.document(cases).pretty.utf8), to: path)
      case (.pem, let path): try write(PEMFolder.files(cases), intoEmpty: path ?? ".")
      }
      let place = request.path.map { " in \($0)" } ?? ""
      try StandardWriters.error("rogues: \(String.counted(cases.count, "case"))\(place)\n" + text(omissions))
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// Old cases beside new ones would be neither's corpus.
  private static func write(
    _ files: [(path: String, bytes: [UInt8])], intoEmpty folder: String
  ) throws(HarnessFailure) {
    if let there = try? Files.list(folder), !there.isEmpty {
      throw HarnessFailure(.cannotCreate, "\(folder) is not empty; give --folder a new one")
    }
    try write(files, below: folder)
  }

  private static func exported(
    _ request: ExportRequest
  ) throws(HarnessFailure) -> (cases: [CorpusCase], omissions: [CorpusExport.Omission: Int]) {
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    var query = try ScenarioQuery(patterns: request.patterns, tags: request.tags, request.choice, catalogues)
    if request.patterns.isEmpty, request.tags.isEmpty, request.choice.profile == nil { query.tables = ["**"] }
    let choice = try ScenarioChoice(catalogues, query)
    if let errors = choice.catalogueErrors {
      throw HarnessFailure(.badData, "the catalogue has errors\n" + errors.map(\.rendered).joined())
    }
    try report(choice.warnings + choice.selection.findings)
    try RunOptions.check(clock: request.at)
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let export = CorpusExport(seed: request.seed ?? "export", clock: request.at ?? now)
    let made = AllProcessors.map(choice.selection.scenarios) { chosen in
      Result { () throws(HarnessFailure) in
        let scenario = chosen.scenario
        return (try export.cases(of: scenario), try export.controls(of: scenario))
      }
    }
    var controls: [String: CorpusCase] = [:]
    var cases: [CorpusCase] = []
    var omissions: [CorpusExport.Omission: Int] = [:]
    for result in made {
      let (made, healthy) = try result.get()
      for item in healthy where controls[item.id] == nil { controls[item.id] = item }
      for item in made {
        switch item {
        case .success(let item): cases.append(item)
        case .failure(let omission): omissions[omission, default: 0] += 1
        }
      }
    }
    let all = controls.values.sorted { $0.id < $1.id } + cases
    return (cases.isEmpty ? [] : Corpus(name: Limbo.name, cases: all).cases, omissions)
  }

  private static func text(_ omissions: [CorpusExport.Omission: Int]) -> String {
    guard !omissions.isEmpty else { return "" }
    let lines = omissions.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    return "left out:\n" + lines.map { "  \($0.value)  \($0.key.rawValue)\n" }.joined()
  }
}
