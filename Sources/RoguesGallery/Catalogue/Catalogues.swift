internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The catalogues of a run: the built-in one, and the user's own.
///
/// They add up: worlds, scenarios and adapters of all of them are used together, and no name may exist in two.
struct Catalogues: Sendable, Hashable {
  /// The built-in one first, if there is one.
  let roots: [CatalogueRoot]
  /// The one that came with the command, or the complete copy that replaces it; nil: there is none.
  let builtIn: CatalogueRoot?

  private init(own: [CatalogueRoot], builtIn: CatalogueRoot?) {
    roots = [builtIn].compactMap(\.self) + own
    self.builtIn = builtIn
  }

  /// Finds the catalogues.
  ///
  /// The user's own are those that the caller names; otherwise those in `ROGUES_CATALOGUE` (separated by colons);
  /// otherwise the nearest one from the working folder upwards. The built-in one is the first that is complete: among
  /// these, from the working folder upwards, from the command's own program upwards, and where an installation would
  /// put it.
  ///
  /// Throws `bad-data` with the places that it tried. A catalogue that the user named is never skipped.
  ///
  /// - Parameter package: where the built-in one is, for a program that was built with it; then no folder upwards is
  ///   tried.
  static func find(explicit: [String], package: String? = nil) throws(HarnessFailure) -> Catalogues {
    let upwards = package == nil ? (try? Files.workingDirectory()).map(shownAncestors) ?? [] : []
    let isFlag = !explicit.isEmpty
    var named = try Self.named(explicit).map { path throws(HarnessFailure) in
      try Self.named(path, by: isFlag ? "--catalogue" : "ROGUES_CATALOGUE")
    }
    if named.isEmpty, let nearest = upwards.first(where: { CatalogueRoot.isCatalogue($0.path) }) { named = [nearest] }
    let candidates = named + [package].compactMap(\.self).map { ($0, $0) } + upwards + installed
    let builtIn = candidates.first { CatalogueRoot.isBuiltIn($0.path) }
    guard builtIn != nil || !named.isEmpty else {
      let places = candidates.map(\.path).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      throw HarnessFailure(
        .badData,
        "there is no catalogue, a folder with Scenarios and Certs/worlds; looked in "
          + places.joined(separator: ", ") + "; --catalogue DIR or ROGUES_CATALOGUE names one")
    }
    var seen = Set([builtIn?.path].compactMap(\.self).map(canonical))
    let own = named.filter { seen.insert(canonical($0.path)).inserted }
    return Catalogues(
      own: own.map { CatalogueRoot(path: $0.shown) }, builtIn: builtIn.map { CatalogueRoot(path: $0.shown) })
  }

  /// The named catalogues: by flags, else in the environment.
  static func named(_ explicit: [String]) -> [String] {
    guard explicit.isEmpty else { return explicit }
    return (ProcessEnvironment.value(of: "ROGUES_CATALOGUE") ?? "").split(separator: ":").map(String.init)
  }

  /// Only this folder.
  init(only path: String) { self.init(own: [], builtIn: CatalogueRoot(path: path)) }

  /// Only the built-in one; nil: there is none.
  var builtInAlone: Catalogues? { builtIn.map { Catalogues(own: [], builtIn: $0) } }

  /// A place, and what findings call it.
  private typealias Place = (path: String, shown: String)

  /// Above the command's own program, and where an installation puts it: PREFIX/bin/rogues and PREFIX/share/rogues.
  private static var installed: [Place] {
    guard let program = try? Files.currentExecutable() else { return [] }
    let folders = ancestors(of: program).dropFirst()
    let shared = folders.dropFirst().prefix(1).map { $0 == "/" ? "/share/rogues" : "\($0)/share/rogues" }
    return (folders + shared).map { ($0, $0) }
  }

  private static func shownAncestors(of working: String) -> [Place] {
    var shown = ""
    return ancestors(of: working).map { folder in
      defer { shown += "../" }
      return (folder, shown)
    }
  }

  /// The folder itself and all above it, the nearest first.
  private static func ancestors(of path: String) -> [String] {
    var folders = [path]
    var rest = path[...]
    while rest.count > 1, let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      folders.append(rest.isEmpty ? "/" : String(rest))
    }
    return folders
  }

  private static func named(_ path: String, by: String) throws(HarnessFailure) -> Place {
    guard Files.isDirectory(path) else { throw HarnessFailure(.badData, "\(by): there is no folder '\(path)'") }
    guard CatalogueRoot.isNamedCatalogue(path) else {
      throw HarnessFailure(
        .badData, "\(by): '\(path)' holds no catalogue: Scenarios, Certs/worlds or Adapters should be in it")
    }
    return (path, path)
  }

  private static func canonical(_ path: String) -> String { (try? Files.canonical(path)) ?? path }
}
