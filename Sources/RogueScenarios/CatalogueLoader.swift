internal import RogueModel
public import RogueStimuli
internal import RogueYAML
internal import Synchronization

/// Turns the files of a catalogue into worlds and scenarios, or into findings that say why not.
///
/// Works on bytes: which files there are is the caller's business. A file with errors takes nothing else with it
/// except the scenarios of that world.
public struct CatalogueLoader: Sendable {
  /// Does so many parts of some work, at the same time or one after the other, and returns when all are done.
  public typealias Spread = @Sendable (_ count: Int, _ part: @escaping @Sendable (Int) -> Void) -> Void

  let vocabulary: Vocabulary
  let files: EncodedFile.Reader
  private let spread: Spread
  /// A mutated world is read as a whole, as if nothing were known of its file; for tests.
  var readsWholeWorlds = false

  /// - Parameters:
  ///   - spread: the processors that read files; the result does not depend on them.
  ///   - files: reads the files that worlds name.
  public init(
    vocabulary: Vocabulary, spread: @escaping Spread = { count, part in for number in 0..<count { part(number) } },
    files: @escaping EncodedFile.Reader = CatalogueLoader.noFiles
  ) {
    self.vocabulary = vocabulary
    self.files = files
    self.spread = spread
  }

  /// Of a loader that is given bytes alone.
  public static let noFiles: EncodedFile.Reader = { path, _ throws(ParsingProblem) in
    throw ParsingProblem("'\(path)' cannot be read here: this reader does not read other files")
  }

  public func load(worlds: [SourceFile], scenarios: [SourceFile]) -> Catalogue {
    load(worlds: worlds, parsed(scenarios))
  }

  /// The scenarios with the worlds that they name, and no other world.
  public func load(_ scenarios: [SourceFile], inTheirWorlds worlds: [SourceFile]) -> Catalogue {
    let scenarios = parsed(scenarios)
    let names = Set(scenarios.compactMap { try? ScenarioReader.world(of: $0.tree.get())?.text })
    return load(worlds: worlds.filter { names.contains($0.stem) }, scenarios)
  }

  private struct Parsed: Sendable {
    var file: SourceFile
    var tree: Result<YAMLNode, YAMLError>
  }

  private func parsed(_ files: [SourceFile]) -> [Parsed] {
    each(of: files) { file in
      Parsed(file: file, tree: Result { () throws(YAMLError) in try YAMLParser.parse(file.bytes, file: file.path) })
    }
  }

  private func load(worlds: [SourceFile], _ scenarios: [Parsed]) -> Catalogue {
    var catalogue = Catalogue(worlds: [], scenarios: [], findings: [])
    catalogue.vocabulary = vocabulary
    let known = knownWorlds(parsed(worlds), &catalogue)
    let read = each(of: scenarios) { [self] in self.scenario($0, known) }
    for (scenario, read) in zip(scenarios, read) { add(scenario, read, to: &catalogue) }
    let named = Set(scenarios.map(\.file).filter(\.isNamed).map(\.path))
    if !named.isEmpty { replace(by: named, in: &catalogue) }
    catalogue.findings += UniqueIDCheck().findings(in: catalogue)
    return catalogue
  }

  /// A file that the user names replaces the catalogue's scenario with the same id.
  private func replace(by named: Set<String>, in catalogue: inout Catalogue) {
    let meant = catalogue.scenarios.filter { named.contains($0.location.file) }
    for scenario in meant {
      guard
        let index = catalogue.scenarios.firstIndex(where: {
          $0.id == scenario.id && !named.contains($0.location.file)
        })
      else { continue }
      let other = catalogue.scenarios.remove(at: index)
      catalogue.replaced.append(other)
      let linted = LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
      catalogue.findings.append(
        linted.finding(
          .warning, at: ScenarioKeys.scenario.key,
          "this file replaces '\(scenario.id)' of \(other.location.file), which has the same id",
          help: "give it another id to run both"))
    }
  }

  /// The content of one file.
  private struct Read<Value: Sendable>: Sendable {
    var value: Value?
    var findings: [Finding]
    var names = NodeReader.WorldNames()
    var sketch: ScenarioSketch?
  }

  /// The worlds that can be replaced, and the names of the others.
  private func knownWorlds(_ files: [Parsed], _ catalogue: inout Catalogue) -> KnownWorlds {
    var known = KnownWorlds()
    let read = each(of: files) { [self] in self.world($0) }
    for (parsed, read) in zip(files, read) {
      let tree = keep(parsed, in: &catalogue)
      var findings = read?.findings ?? []
      let double = read?.value.flatMap { world in
        known.worlds[world.id].flatMap { Self.taken(by: $0.world, in: tree) }
      }
      if let double { findings = NodeReader.inOrder(findings + [double]) }
      catalogue.findings += findings
      guard let tree, let read, let world = read.value, double == nil else {
        known.broken.insert(parsed.file.stem)
        continue
      }
      known.worlds[world.id] = KnownWorlds.Entry(
        world: world, tree: tree, names: read.names, isClean: findings.isEmpty && !readsWholeWorlds)
      catalogue.worlds.append(world)
    }
    return known
  }

  /// Nil where the file could not even be parsed.
  private func world(_ parsed: Parsed) -> Read<World>? {
    guard case .success(let tree) = parsed.tree else { return nil }
    let reader = NodeReader(vocabulary: vocabulary, files: files)
    reader.worldFile = parsed.file.path
    let world = WorldReader(reader: reader).read(tree)
    if let world, world.id != parsed.file.stem, let position = Self.name(in: tree)?.position {
      reader.report(
        at: position, "the world is called '\(world.id)', its file '\(parsed.file.stem)'; both must be the same")
    }
    return Read(value: reader.errors == 0 ? world : nil, findings: reader.findings, names: reader.names)
  }

  private static func taken(by other: World, in tree: YAMLNode?) -> Finding? {
    guard let position = tree.flatMap(name)?.position else { return nil }
    return Finding(at: position, "the world '\(other.id)' is already in \(other.location.file)")
  }

  private static func name(in tree: YAMLNode) -> YAMLNode? {
    guard case .mapping(let root) = tree else { return nil }
    return root[WorldKeys.world.key.name]
  }

  private func scenario(_ parsed: Parsed, _ known: KnownWorlds) -> Read<Scenario>? {
    guard case .success(let tree) = parsed.tree else { return nil }
    let reader = NodeReader(vocabulary: vocabulary, files: files)
    let scenario = ScenarioReader(file: parsed.file, known: known, reader: reader).read(tree)
    return Read(value: scenario, findings: reader.findings, sketch: reader.sketch)
  }

  private func add(_ parsed: Parsed, _ read: Read<Scenario>?, to catalogue: inout Catalogue) {
    guard keep(parsed, in: &catalogue) != nil, let read else { return }
    catalogue.findings += read.findings
    if let scenario = read.value {
      catalogue.scenarios.append(scenario)
    } else {
      catalogue.sketches[parsed.file.path] = read.sketch
    }
  }

  private func keep(_ parsed: Parsed, in catalogue: inout Catalogue) -> YAMLNode? {
    switch parsed.tree {
    case .success(let tree):
      catalogue.trees[parsed.file.path] = tree
      return tree
    case .failure(let error):
      catalogue.findings.append(Finding(error))
      return nil
    }
  }

  /// The results in order; a few at a time, because one alone is not worth another processor.
  private func each<Item: Sendable, Result: Sendable>(
    of items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    Self.each(of: items, spread, work)
  }

  static func each<Item: Sendable, Result: Sendable>(
    of items: [Item], size: Int = 16, _ spread: Spread, _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let results = Results<Result>()
    spread((items.count + size - 1) / size) { number in
      let part = items[number * size..<min(items.count, (number + 1) * size)].map(work)
      results.parts.withLock { $0[number] = part }
    }
    return results.parts.withLock { parts in parts.sorted { $0.key < $1.key }.flatMap(\.value) }
  }

  private final class Results<Result: Sendable>: Sendable {
    let parts = Mutex<[Int: [Result]]>([:])
  }
}

/// The worlds that scenarios may use, with their trees for mutations.
struct KnownWorlds {
  struct Entry: Sendable {
    var world: World
    var tree: YAMLNode
    var names: NodeReader.WorldNames
    /// There is nothing to say about the file.
    var isClean: Bool
  }

  var worlds: [String: Entry] = [:]
  /// Names of world files that could not be read.
  var broken: Set<String> = []
}
