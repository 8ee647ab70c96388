import RogueCorpora
import RogueExplorer
import RogueModel
import RogueStimuli
import TestSupport

@testable import RogueEngines
@testable import RoguePKI
@testable import RogueReports
@testable import RogueScenarios
@testable import RoguesGallery

/// What is read from files.
enum FileTexts {
  private static let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)

  static func manifest(_ bytes: [UInt8]) {
    show(ManifestLoader.load(SourceFile(path: "Adapters/curl/adapter.yaml", bytes: bytes)).1)
  }

  static func scenario(_ bytes: [UInt8]) {
    let world = SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(PinnedSite.yaml.utf8))
    let file = SourceFile(path: "Scenarios/healthy/chain-two-tiers.yaml", bytes: bytes)
    show(CatalogueLoader(vocabulary: vocabulary).load(worlds: [world], scenarios: [file]).findings)
  }

  static func world(_ bytes: [UInt8]) {
    let file = SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: bytes)
    show(CatalogueLoader(vocabulary: vocabulary).load(worlds: [file], scenarios: []).findings)
  }

  static func table(_ bytes: [UInt8]) {
    let (table, findings) = LoadedTable.read(
      SourceFile(path: "Scenarios/pin/small-table.yaml", bytes: bytes), vocabulary)
    show(findings)
    show(table?.findings { count, part in for number in 0..<count { part(number) } } ?? [])
  }

  static func circumstances(_ bytes: [UInt8]) {
    func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }
    let read = LoadedTable.read(
      circumstances: [SourceFile(path: "Scenarios/circumstances/small.yaml", bytes: bytes)],
      checks: [file("Scenarios/circumstances/checks.yaml", "checks:\n  name: names/other[policy=system]\n")],
      worlds: [file("Certs/worlds/pinned-site.yaml", PinnedSite.yaml)],
      scenarios: [file("Scenarios/names/other.yaml", scenario)], with: CatalogueLoader(vocabulary: vocabulary))
    show(read.findings)
    for (table, findings) in read.tables {
      show(findings)
      show(table?.findings { count, part in for number in 0..<count { part(number) } } ?? [])
    }
  }

  private static let scenario = """
    scenario: names/other
    title: The certificate of another host
    why: It is for the fuzzer.
    level: must
    severity: high
    references: ["RFC 5280, section 6.1"]
    world: pinned-site
    mutate: {server.present: [other, issuing]}
    expect: {disposition: cancel, reason: [hostname]}
    """

  static func profile(_ bytes: [UInt8]) {
    show(ProfileLoader.load([SourceFile(path: "Scenarios/profiles/core.yaml", bytes: bytes)]).findings)
  }

  /// As a finding, and as a baseline.
  static func ledger(_ bytes: [UInt8]) {
    let loader = LedgerLoader<Scenario>(scenarios: [], adapters: ["curl"], stacks: ["openssl"])
    show(loader.load([SourceFile(path: "Findings/one.yaml", bytes: bytes)]).findings)
    show(loader.baseline(SourceFile(path: "baseline.yaml", bytes: bytes)).findings)
  }

  static func stack(_ bytes: [UInt8]) {
    show(StackLoader.load([SourceFile(path: "Adapters/stacks/openssl.yaml", bytes: bytes)]).findings)
  }

  static func project(_ bytes: [UInt8]) {
    show(ProjectLoader.load(SourceFile(path: "rogues.yaml", bytes: bytes), kinds: ["html", "junit"]).findings)
  }

  /// In the form that it looks like, and in every other one.
  static func pins(_ bytes: [UInt8]) {
    let file = SourceFile(path: "pins", bytes: bytes)
    _ = PinFormat.of(String(decoding: bytes, as: UTF8.self))
    for format in PinFormat.allCases {
      do throws(Finding) {
        let configuration = try format.read(file, host: "api.example.com")
        for other in PinFormat.written { _ = other.write(configuration) }
      } catch {
        _ = error.rendered
      }
    }
  }

  /// What is known about a corpus.
  static func corpus(_ bytes: [UInt8]) {
    show(CorpusLoader.load([SourceFile(path: "Findings/corpora/one.yaml", bytes: bytes)]).findings)
  }

  /// The one file in each form, with every other file of the folder the same bytes.
  static func corpora(_ bytes: [UInt8]) {
    for index in ["", "expected.json", "cases.csv"] {
      let files = CorpusFiles(read: { _ in bytes }, exists: { $0 == index || $0.hasSuffix(".pem") })
      guard let corpus = try? files.corpus(named: "corpus") else { continue }
      for item in corpus.cases { _ = (CorpusCatalogue.obstacle(item), CorpusCatalogue(family: "made").files(item)) }
      _ = Limbo.document(corpus.cases).line
      _ = PEMFolder.files(corpus.cases)
    }
  }

  /// What it reads, it writes again, and each find of it as a scenario.
  static func exploration(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let state = ExplorationState(json) else { return }
    _ = ExplorationState(state.json)
    for find in state.finds {
      _ = FoundScenario(find, panel: state.panel, meanings: WorldGrammar.meaning, taken: [])
    }
  }

  private static func show(_ findings: [Finding]) {
    for finding in findings { _ = finding.rendered }
  }

  static func log(_ bytes: [UInt8]) {
    try? EventLogReader(name: "log", truncation: .accepted).check(LogSource(bytes)).forEach { _ in }
  }
}
