internal import RogueModel
internal import RoguePlatform

/// The folder that holds `Scenarios`, `Certs` and `Adapters`.
struct CatalogueRoot: Sendable, Hashable {
  /// As it is shown in findings: empty for the working folder, else with a final slash.
  let prefix: String

  init(path: String) {
    prefix = path.isEmpty || path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
  }

  /// Finds the catalogue: what was asked for, `ROGUES_CATALOGUE`, the working folder and those above it, those above
  /// the command's own program, and where an installation would put it.
  ///
  /// Throws `bad-data` that says where it looked; what was asked for by name is never replaced by something else.
  static func find(explicit: String?) throws(HarnessFailure) -> CatalogueRoot {
    if let explicit { return try named(explicit, by: "--catalogue") }
    if let named = ProcessEnvironment.value(of: "ROGUES_CATALOGUE"), !named.isEmpty {
      return try Self.named(named, by: "ROGUES_CATALOGUE")
    }
    let candidates = Self.candidates
    if let found = candidates.first(where: { holdsCatalogue($0.path) }) { return CatalogueRoot(path: found.shown) }
    throw HarnessFailure(
      .badData,
      "there is no catalogue, a folder with Scenarios and Certs/worlds; looked in "
        + candidates.map(\.path).joined(separator: ", ") + "; --catalogue DIR or ROGUES_CATALOGUE names one")
  }

  /// Where to look, in order, and what findings call the place: relative where it is short.
  private static var candidates: [(path: String, shown: String)] {
    var candidates: [(path: String, shown: String)] = []
    func add(_ path: String, shown: String? = nil) {
      if !candidates.contains(where: { $0.path == path }) { candidates.append((path, shown ?? path)) }
    }
    if let working = try? Files.workingDirectory() {
      var shown = ""
      for folder in ancestors(of: working) {
        add(folder, shown: shown)
        shown += "../"
      }
    }
    if let program = try? Files.currentExecutable() {
      let folders = ancestors(of: program).dropFirst()
      for folder in folders { add(folder) }
      // An installation: PREFIX/bin/rogues and PREFIX/share/rogues.
      for prefix in folders.dropFirst().prefix(1) { add(prefix == "/" ? "/share/rogues" : "\(prefix)/share/rogues") }
    }
    return candidates
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

  private static func named(_ path: String, by: String) throws(HarnessFailure) -> CatalogueRoot {
    guard Files.isDirectory(path) else { throw HarnessFailure(.badData, "\(by): there is no folder '\(path)'") }
    guard holdsCatalogue(path) else {
      throw HarnessFailure(.badData, "\(by): '\(path)' holds no catalogue: Scenarios and Certs/worlds should be in it")
    }
    return CatalogueRoot(path: path)
  }

  private static func holdsCatalogue(_ path: String) -> Bool {
    Files.isDirectory("\(path)/Scenarios") && Files.isDirectory("\(path)/Certs/worlds")
  }
}
