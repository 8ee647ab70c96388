internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The files that `rogues lint` looks at, and what is wrong with them.
///
/// Files that are named are checked against the worlds of the catalogue, and only their findings are shown.
struct LintedFiles {
  let findings: [Finding]
  /// Files checked.
  let count: Int

  init(root: CatalogueRoot, extra: [String]) throws(HarnessFailure) {
    var worlds = try root.worlds()
    var scenarios = try root.scenarios()
    var manifests = try root.adapterManifests()
    var missing: [Finding] = []
    if extra.isEmpty {
      count = worlds.files.count + scenarios.files.count + manifests.files.count
    } else {
      count = extra.count
      for path in extra {
        // A file of the catalogue stands there already; one from elsewhere joins it.
        let known = (worlds.files + scenarios.files + manifests.files).contains { Self.isSame($0.path, path) }
        guard !known else { continue }
        var shelf = CatalogueRoot.Shelf()
        CatalogueRoot.read(path, into: &shelf)
        missing += shelf.findings
        for file in shelf.files {
          switch Self.kind(of: file) {
          case .world: worlds.files.append(file)
          case .scenario: scenarios.files.append(file)
          case .adapter: manifests.files.append(file)
          }
        }
      }
    }
    let catalogue = CatalogueLoader(vocabulary: .known).load(worlds: worlds.files, scenarios: scenarios.files)
    var all = worlds.findings + scenarios.findings + manifests.findings + missing
    all += catalogue.findings + Lint.check(catalogue)
    for manifest in manifests.files { all += ManifestLoader.load(manifest).1 }
    if !extra.isEmpty {
      all = all.filter { finding in
        guard let file = finding.location?.file else { return true }
        return extra.contains { Self.isSame(file, $0) }
      }
    }
    findings = all
  }

  private enum Kind { case world, scenario, adapter }

  /// What a file is by its first key: a file from elsewhere stands in no telling folder.
  private static func kind(of file: SourceFile) -> Kind {
    for line in String(decoding: file.bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("world:"), !file.path.contains("Scenarios/") { return .world }
      if line.hasPrefix("adapter:") { return .adapter }
      if line.hasPrefix("scenario:") { return .scenario }
    }
    return .scenario
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = try? Files.canonical(left), let right = try? Files.canonical(right) else { return false }
    return left == right
  }
}
