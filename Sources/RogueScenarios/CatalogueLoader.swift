internal import RogueModel
internal import RogueYAML

/// Turns the files of a catalogue into worlds and scenarios, or into findings that say why not.
///
/// Works on bytes: which files there are is the caller's business. A file with errors takes nothing else with it
/// except the scenarios of that world.
public struct CatalogueLoader {
  private let vocabulary: Vocabulary

  public init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  public func load(worlds: [SourceFile], scenarios: [SourceFile]) -> Catalogue {
    var catalogue = Catalogue(worlds: [], scenarios: [], findings: [])
    catalogue.vocabulary = vocabulary
    var shelf = WorldShelf()
    for file in worlds { load(world: file, into: &catalogue, &shelf) }
    for file in scenarios { load(scenario: file, into: &catalogue, shelf) }
    let named = Set(scenarios.filter(\.isNamed).map(\.path))
    if !named.isEmpty { replace(by: named, in: &catalogue) }
    catalogue.findings += UniqueIDCheck().findings(in: catalogue)
    return catalogue
  }

  /// Whoever names a file means it, and not the scenario of the catalogue that has its id.
  private func replace(by named: Set<String>, in catalogue: inout Catalogue) {
    let meant = catalogue.scenarios.filter { named.contains($0.location.file) }
    for scenario in meant {
      guard
        let index = catalogue.scenarios.firstIndex(where: {
          $0.id == scenario.id && !named.contains($0.location.file)
        })
      else { continue }
      let other = catalogue.scenarios.remove(at: index)
      let linted = LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
      catalogue.findings.append(
        linted.finding(
          .warning, at: ScenarioKeys.scenario.key,
          "this file stands for '\(scenario.id)' of \(other.location.file), which has the same id",
          help: "give it an id of its own to run both"))
    }
  }

  private func load(world file: SourceFile, into catalogue: inout Catalogue, _ shelf: inout WorldShelf) {
    guard let tree = parse(file, into: &catalogue) else {
      shelf.broken.insert(file.stem)
      return
    }
    let reader = NodeReader(vocabulary: vocabulary)
    let world = WorldReader(reader: reader).read(tree)
    if let world { check(world.id, of: file, tree, shelf, reader) }
    catalogue.findings += reader.findings
    guard let world, reader.errors == 0 else {
      shelf.broken.insert(file.stem)
      return
    }
    shelf.worlds[world.id] = WorldShelf.Entry(world: world, tree: tree)
    catalogue.worlds.append(world)
  }

  private func check(
    _ id: String, of file: SourceFile, _ tree: YAMLNode, _ shelf: WorldShelf, _ reader: NodeReader
  ) {
    guard case .mapping(let root) = tree, let node = root[WorldKeys.world.key.name] else { return }
    if id != file.stem {
      reader.report(at: node.position, "the world is called '\(id)', its file '\(file.stem)'; both must be the same")
    } else if let other = shelf.worlds[id] {
      reader.report(at: node.position, "the world '\(id)' stands in \(other.world.location.file) already")
    }
  }

  private func load(scenario file: SourceFile, into catalogue: inout Catalogue, _ shelf: WorldShelf) {
    guard let tree = parse(file, into: &catalogue) else { return }
    let reader = NodeReader(vocabulary: vocabulary)
    let scenario = ScenarioReader(file: file, shelf: shelf, reader: reader).read(tree)
    catalogue.findings += reader.findings
    if let scenario { catalogue.scenarios.append(scenario) } else { catalogue.sketches[file.path] = reader.sketch }
  }

  private func parse(_ file: SourceFile, into catalogue: inout Catalogue) -> YAMLNode? {
    do throws(YAMLError) {
      let tree = try YAMLParser.parse(file.bytes, file: file.path)
      catalogue.trees[file.path] = tree
      return tree
    } catch {
      catalogue.findings.append(Finding(error))
      return nil
    }
  }
}

/// The worlds that scenarios may stand in, with their trees for mutations.
struct WorldShelf {
  struct Entry {
    var world: World
    var tree: YAMLNode
  }

  var worlds: [String: Entry] = [:]
  /// Names of world files that could not be read.
  var broken: Set<String> = []
}
