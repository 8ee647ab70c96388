internal import RogueModel
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Lists the entries of the ledger, or those about some clients, by themselves or by a stack that they are made of.
  static func listFindings(_ request: ListRequest) throws(HarnessFailure) -> ExitStatus {
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    let installed = try InstalledAdapters(catalogues)
    for name in request.adapters where !installed.manifests.contains(where: { $0.name == name }) {
      let near = NearMiss.question(for: name, among: installed.manifests.map(\.name)).map { "; \($0)" } ?? ""
      throw HarnessFailure(
        .usage, "the findings are about adapters of the catalogue, and none is called '\(name)'\(near)")
    }
    let clients = installed.manifests.filter { request.adapters.contains($0.name) }
    let (known, problems) = try catalogues.knownFailures(adapters: installed.manifests, stacks: installed.stacks)
    try report(problems)
    var table = TextTable()
    var rows: [JSON] = []
    for entry in known.entries {
      let about =
        clients.isEmpty ? nil : clients.flatMap { client in entry.occurrences.flatMap { concerns($0, client) } }
      if let about, about.isEmpty { continue }
      let verdicts = Set(entry.occurrences.flatMap(\.verdicts)).map(\.rawValue).sorted().joined(separator: ", ")
      let versions = (about.map { Set($0).sorted() } ?? []).joined(separator: ", ")
      let reports = entry.reported.isEmpty ? KnownFailure.noReport : entry.reported.joined(separator: " ")
      let fixed = entry.fixedVersions.joined(separator: ", ")
      switch request.format {
      case .ids: table.add(entry.name)
      case .table:
        table.add(
          [entry.name, entry.kind.rawValue, verdicts] + (about == nil ? [] : [versions])
            + [entry.title, reports + (fixed.isEmpty ? "" : "; fixed in \(fixed)")])
      case .json:
        rows.append([
          "name": .string(entry.name), "title": .string(entry.title), "kind": .string(entry.kind.rawValue),
          "verdicts": .string(verdicts), "clients": .string(versions),
          "reported": .array(entry.reported.map { .string($0) }),
          "fixed": .object(
            entry.fixed.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .array($0.value.map { .string($0) })) }),
          "file": .string(entry.location.file),
        ])
      }
    }
    if request.format == .json {
      try StandardWriters.output(JSON.array(rows).pretty)
    } else {
      try StandardWriters.output(table.lines().map { $0.printable() + "\n" }.joined())
    }
    return .asExpected
  }

  /// Which versions of a client an entry is about: `curl 7.88`, `openssl 3.0-3.5`.
  private static func concerns(_ occurrence: KnownFailure.Occurrence, _ client: AdapterManifest) -> [String] {
    let own = occurrence.clients.filter { $0.adapter == client.name }.map { "\($0.adapter) \($0.versions)" }
    let stacks =
      occurrence.exceptions.contains(client.name)
      ? [] : occurrence.stacks.filter { client.stacks[$0.key] != nil }.map { "\($0.key) \($0.value)" }
    return own + stacks
  }
}
