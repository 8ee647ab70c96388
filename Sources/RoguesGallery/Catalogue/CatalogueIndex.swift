internal import RogueModel
internal import RogueScenarios

/// The index of a catalogue without errors, in the user's cache: a summary of each scenario.
///
/// With it a list reads no scenario, and a run only those that it chooses.
struct CatalogueIndex {
  /// How many are kept: catalogues, and commands that read them.
  static let kept = 16
  private static let name = "index"

  private let cache: CatalogueCache

  init(folder: String) { self.init(CatalogueCache(folder: folder, most: Self.kept)) }

  private init(_ cache: CatalogueCache) { self.cache = cache }

  /// Nil if the user has no cache folder.
  static var ofThisUser: CatalogueIndex? { CatalogueCache(named: name, most: kept).map { CatalogueIndex($0) } }

  var folder: String { cache.folder }

  /// The summaries of all scenarios, in the order of the files.
  ///
  /// - Returns: nil if there is no index of these files, or if it was changed.
  func read(of files: CatalogueFiles) -> [ScenarioSummary]? {
    guard let digest = files.digest, let body = cache.read(Self.name, of: digest) else { return nil }
    let paths = Dictionary(files.scenarios.files.map { ($0.scenarioID, $0.path) }) { first, _ in first }
    var summaries: [ScenarioSummary] = []
    for line in body.split(separator: UInt8(ascii: "\n")) {
      guard let summary = Self.summary(line, paths) else { return nil }
      summaries.append(summary)
    }
    return summaries
  }

  /// Keeps an index, if the disk permits.
  func write(_ summaries: [ScenarioSummary], of files: CatalogueFiles) {
    guard let digest = files.digest, let text = Self.text(summaries) else { return }
    cache.write(Array(text.utf8), Self.name, of: digest)
  }

  /// The separators of ASCII for the fields of a line and for the items of a field: reading JSON would take as long as the
  /// whole list may.
  private static let (unit, group) = (UInt8(0x1F), UInt8(0x1D))

  /// A line for each scenario; nil if there is none, or if one contains a separator.
  static func text(_ summaries: [ScenarioSummary]) -> String? {
    let (unit, group) = (String(UnicodeScalar(unit)), String(UnicodeScalar(group)))
    var text = ""
    for summary in summaries {
      let lists = [
        summary.tags, summary.keywords, summary.policies, summary.axes.tls.map(\.rawValue),
        summary.axes.keys.map(\.rawValue), summary.references,
      ]
      let texts = [
        summary.id, summary.title, summary.level.rawValue, summary.severity.rawValue,
        summary.isHealthy ? "healthy" : "rogue", summary.world, "\(summary.steps)", summary.like ?? "",
      ]
      let items = lists.flatMap(\.self)
      guard (texts + items).allSatisfy({ !$0.utf8.contains { $0 < 0x20 } }), items.allSatisfy({ !$0.isEmpty }) else {
        return nil
      }
      let fields = texts + lists.map { $0.joined(separator: group) }
      text += fields.joined(separator: unit) + "\n"
    }
    return text.isEmpty ? nil : text
  }

  private static func summary(_ line: ArraySlice<UInt8>, _ paths: [String: String]) -> ScenarioSummary? {
    let fields = line.split(separator: unit, omittingEmptySubsequences: false)
    guard fields.count == 14 else { return nil }
    func text(_ place: Int) -> String { String(decoding: fields[place], as: UTF8.self) }
    func list(_ place: Int) -> [String] {
      fields[place].split(separator: group).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let level = Level(rawValue: text(2)), let severity = Severity(rawValue: text(3)), let steps = Int(text(6)),
      let file = paths[text(0)]
    else { return nil }
    return ScenarioSummary(
      id: text(0), title: text(1), level: level, severity: severity, tags: list(8), keywords: list(9),
      isHealthy: text(4) == "healthy", world: text(5), policies: list(10),
      axes: Scenario.Axes(
        tls: list(11).compactMap(TLSVersion.init), keys: list(12).compactMap(KeyType.init)),
      steps: steps, references: list(13), like: fields[7].isEmpty ? nil : text(7), file: file)
  }
}
