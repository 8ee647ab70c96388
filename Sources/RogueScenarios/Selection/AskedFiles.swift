internal import RogueYAML

/// The scenario files that patterns can mean, selected before the files are parsed.
///
/// A scenario is named as its file, and its former ids are under `aliases`; the rest of a file has no effect on the
/// patterns that fit it. The selection may contain a file that no pattern fits, but never misses one.
public struct AskedFiles {
  private let patterns: [Pattern]

  /// - Parameter patterns: of ids; nil: one of them is wrong, and what is wrong can be said when everything was read.
  public init?(patterns: [String]) {
    var read: [Pattern] = []
    for text in patterns {
      guard let pattern = try? Pattern(text) else { return nil }
      read.append(pattern)
    }
    self.patterns = read
  }

  /// - Parameters:
  ///   - files: all scenarios, those that somebody named included: they are asked for anyway, and so is what they stand
  ///     for.
  ///   - meant: paths of files that somebody named, although they stand in a catalogue.
  ///   - worlds: all worlds.
  /// - Returns: In the order of `files`. Nil: all, because a name stands twice, and that is for the reader of everything.
  public func files(among files: [SourceFile], meant: Set<String> = [], worlds: [SourceFile]) -> [SourceFile]? {
    guard Set(worlds.map(\.stem)).count == worlds.count else { return nil }
    var owned: Set<String> = []
    var replaced: Set<String> = []
    for file in files where file.isNamed {
      // What cannot be read is among the files, and says so itself.
      guard let (id, aliases) = Self.ids(in: file) else { continue }
      replaced.formUnion([id].compactMap(\.self) + aliases)
    }
    var asked: [SourceFile] = []
    for file in files {
      if file.isNamed {
        asked.append(file)
        continue
      }
      guard let names = Self.names(of: file) else {
        asked.append(file)
        continue
      }
      for name in names where !owned.insert(name).inserted { return nil }
      if meant.contains(file.path) || names.contains(where: { replaced.contains($0) || fits($0) }) {
        asked.append(file)
      }
    }
    return asked
  }

  private func fits(_ name: String) -> Bool { patterns.contains { $0.matches(name) } }

  /// What the scenario in a file of a catalogue goes by; nil where it cannot be told.
  private static func names(of file: SourceFile) -> [String]? {
    switch TopLevelList(ScenarioKeys.aliases.key.name, in: file.bytes) {
    case .absent: [file.scenarioID]
    case .words(let aliases): [file.scenarioID] + aliases
    case .unclear: ids(in: file).map { [file.scenarioID] + $0.aliases }
    }
  }

  /// What stands in a file, whatever it is called itself; nil where it cannot be read.
  private static func ids(in file: SourceFile) -> (id: String?, aliases: [String])? {
    guard case .mapping(let root)? = try? YAMLParser.parse(file.bytes, file: file.path) else { return nil }
    var id: String?
    if case .scalar(let scalar) = root[ScenarioKeys.scenario.key.name] { id = scalar.text }
    guard case .sequence(let list) = root[ScenarioKeys.aliases.key.name] else { return (id, []) }
    return (id, list.items.compactMap { if case .scalar(let alias) = $0 { alias.text } else { nil } })
  }
}
