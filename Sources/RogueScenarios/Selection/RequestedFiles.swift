internal import RogueYAML

/// The scenario files that patterns can mean, selected before the files are parsed.
///
/// A scenario of a catalogue is named as its file, so the rest of the file has no effect on the patterns that fit it.
public struct RequestedFiles {
  private let patterns: [Pattern]

  /// - Parameter patterns: of ids; nil: one of them is wrong, and the full reader reports the error.
  public init?(patterns: [String]) {
    var read: [Pattern] = []
    for text in patterns {
      guard let pattern = try? Pattern(text) else { return nil }
      read.append(pattern)
    }
    self.patterns = read
  }

  /// - Parameters:
  ///   - files: all scenarios, named ones included: they are always requested, and so are the files that
  ///     they replace.
  ///   - meant: paths of named files that are in a catalogue.
  ///   - worlds: all worlds.
  /// - Returns: In the order of `files`. Nil: all, because a name is a duplicate, which the full reader reports.
  public func files(among files: [SourceFile], meant: Set<String> = [], worlds: [SourceFile]) -> [SourceFile]? {
    guard Set(worlds.map(\.stem)).count == worlds.count else { return nil }
    var owned: Set<String> = []
    var replaced: Set<String> = []
    for file in files where file.isNamed {
      // A file that cannot be read is among the files, and reports its error.
      if let id = Self.id(in: file) { replaced.insert(id) }
    }
    var asked: [SourceFile] = []
    for file in files {
      if file.isNamed {
        asked.append(file)
        continue
      }
      let id = file.scenarioID
      guard owned.insert(id).inserted else { return nil }
      if meant.contains(file.path) || replaced.contains(id) || fits(id) { asked.append(file) }
    }
    return asked
  }

  private func fits(_ id: String) -> Bool { patterns.contains { $0.matches(id) } }

  /// The id that a file says, wherever it is; nil where it cannot be read.
  private static func id(in file: SourceFile) -> String? {
    guard case .mapping(let root)? = try? YAMLParser.parse(file.bytes, file: file.path),
      case .scalar(let id) = root[ScenarioKeys.scenario.key.name]
    else { return nil }
    return id.text
  }
}
