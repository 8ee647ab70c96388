internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueScenarios

/// The index of a catalogue without errors, in the user's cache: a summary of each scenario.
///
/// With it a list reads no scenario, and a run only those that it chooses. It is kept under a digest of all files and of
/// the command itself: whatever changes has another digest, so that nothing old is ever found.
struct CatalogueIndex {
  /// How many are kept: catalogues, and commands that read them.
  static let kept = 16

  var folder: String

  /// Nil if the user has no cache folder.
  static var ofThisUser: CatalogueIndex? {
    Files.userCacheDirectory.map { CatalogueIndex(folder: "\($0)/rogues-gallery/index") }
  }

  /// The summaries of all scenarios, in the order of the files.
  ///
  /// - Returns: nil if there is no index of these files, or if it was changed.
  func read(of files: CatalogueFiles) -> [ScenarioSummary]? {
    guard let path = path(of: files), let bytes = try? Files.read(path), let end = bytes.firstIndex(of: Self.newline)
    else { return nil }
    let body = bytes[(end + 1)...]
    guard bytes[..<end].elementsEqual(Self.heading(body).utf8) else { return nil }
    let paths = Dictionary(files.scenarios.files.map { ($0.scenarioID, $0.path) }) { first, _ in first }
    var summaries: [ScenarioSummary] = []
    for line in body.split(separator: Self.newline) {
      guard let summary = Self.summary(line, paths) else { return nil }
      summaries.append(summary)
    }
    return summaries
  }

  /// Keeps an index, if the disk permits.
  func write(_ summaries: [ScenarioSummary], of files: CatalogueFiles) {
    guard let path = path(of: files), let text = Self.text(summaries) else { return }
    let body = Array(text.utf8)
    guard (try? Files.makeDirectory(folder)) != nil,
      (try? Files.write(Array("\(Self.heading(body[...]))\n".utf8) + body, to: path, atomically: true)) != nil
    else { return }
    prune()
  }

  private func path(of files: CatalogueFiles) -> String? {
    guard let digest = files.digest, let program = try? Files.currentExecutable(),
      let identity = try? Files.identity(of: program)
    else { return nil }
    return "\(folder)/\(Hexadecimal.encode(Digest.sha256.hash(Array("\(identity)\n\(digest)".utf8))))"
  }

  /// Removes the oldest.
  private func prune() {
    let files = ((try? Files.list(folder)) ?? []).map { "\(folder)/\($0.path)" }
    guard files.count > Self.kept else { return }
    let aged = files.compactMap { path in (try? Files.status(of: path)).map { (path, $0.modifiedSince1970) } }
    for (path, _) in aged.sorted(by: { $0.1 < $1.1 }).dropLast(Self.kept) { _ = Files.removeUnlocked(path) }
  }

  private static let newline = UInt8(ascii: "\n")
  /// The separators of ASCII for the fields of a line and for the items of a field: reading JSON would take as long as the
  /// whole list may.
  private static let (unit, group) = (UInt8(0x1F), UInt8(0x1D))

  /// Detects a truncated or overwritten file.
  private static func heading(_ body: ArraySlice<UInt8>) -> String {
    "index \(Hexadecimal.encode(Digest.sha256.hash(body)))"
  }

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
        summary.isHealthy ? "healthy" : "rogue", summary.world, "\(summary.steps)",
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
    guard fields.count == 13 else { return nil }
    func text(_ place: Int) -> String { String(decoding: fields[place], as: UTF8.self) }
    func list(_ place: Int) -> [String] {
      fields[place].split(separator: group).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let level = Level(rawValue: text(2)), let severity = Severity(rawValue: text(3)), let steps = Int(text(6)),
      let file = paths[text(0)]
    else { return nil }
    return ScenarioSummary(
      id: text(0), title: text(1), level: level, severity: severity, tags: list(7), keywords: list(8),
      isHealthy: text(4) == "healthy", world: text(5), policies: list(9),
      axes: Scenario.Axes(
        tls: list(10).compactMap(TLSVersion.init), keys: list(11).compactMap(KeyType.init)),
      steps: steps, references: list(12), file: file)
  }
}
