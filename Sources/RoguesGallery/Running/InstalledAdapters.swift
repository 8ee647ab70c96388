internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// Finds the adapters that a run names, and says clearly which are not available.
struct InstalledAdapters {
  /// The result of opening adapters by name.
  struct Opened {
    var adapters: [any Adapter] = []
    /// Adapters that are not installed on this machine, with the reason; only a comparison continues without them.
    var missing: [(name: String, why: String)] = []
    /// How the user named each adapter, by a name or a path, keyed by the adapter's own name.
    var called: [String: String] = [:]
  }

  var manifests: [AdapterManifest]
  private var known: [Stack]
  /// The names of the stacks that a description can name.
  var stacks: [String] { known.map(\.name) }

  /// Reads every `adapter.yaml` of the catalogue; a broken one is a finding that stops the run.
  init(_ catalogues: Catalogues) throws(HarnessFailure) {
    let sources = try catalogues.files(of: .adapter)
    let stackFiles = try catalogues.files(of: .stack)
    let (stacks, stackFindings) = StackLoader.load(stackFiles.files)
    known = stacks
    var findings = sources.findings + stackFiles.findings + stackFindings
    manifests = sources.files.compactMap { file in
      let (manifest, more) = ManifestLoader.load(file, stacks: stacks)
      findings += more
      return manifest
    }
    findings += Self.doubles(manifests)
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw HarnessFailure(.badData, "an adapter's description is wrong\n" + errors.map(\.rendered).joined())
    }
  }

  /// Names that exist in two catalogues, or that a built-in adapter has: none may hide another.
  static func doubles(_ manifests: [AdapterManifest]) -> [Finding] {
    var owners: [String: String] = [:]
    for name in BuiltInAdapters.names { owners[name] = "what is built in" }
    return manifests.compactMap { manifest in
      guard let owner = owners.updateValue(manifest.location.file, forKey: manifest.name) else { return nil }
      return Finding(
        .error, at: manifest.location, "the adapter '\(manifest.name)' belongs to \(owner) already",
        help: "give it and its folder another name")
    }
  }

  /// Every name that a run can use: the catalogue's adapters, then the built-in negative controls.
  var names: [String] { manifests.map(\.name) + BuiltInAdapters.names }

  /// The available names, in a few lines.
  var choice: String {
    """
    of the catalogue: \(Self.some(manifests.map(\.name)))
    built in: \(Self.some(BuiltInAdapters.validatorNames))
    of another version: urllib3@1.26,2.0 where the description says how, or a program: curl@/opt/curl-8/bin/curl
    your own: the path of a program or of a folder with an adapter.yaml, such as ./my-client
    all, with what each is: rogues list --adapters
    scenarios have no place here: 'compare' takes them after --scenario, 'run' without a flag
    """
  }

  /// The first of many names.
  private static func some(_ names: [String]) -> String {
    let shown = names.prefix(10).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }

  /// Every adapter of the catalogue that the machine has; the negative controls are left out.
  func all() throws(HarnessFailure) -> Opened {
    var opened = Opened()
    for manifest in manifests {
      switch AdapterFactory.adapter(from: manifest) {
      case .success(let adapter): opened.adapters.append(adapter)
      case .failure(let unavailable):
        if unavailable.isShortage { throw Self.shortage(unavailable) }
        opened.missing.append((manifest.name, unavailable.description))
      }
    }
    return opened
  }

  /// The adapters of these names or paths, in this order. Throws for a name that nothing has.
  func named(_ names: [String]) async throws(HarnessFailure) -> Opened {
    var opened = Opened()
    for name in names.flatMap(self.names(in:)) {
      if let builtIn = try BuiltInAdapters.adapter(named: name) {
        opened.adapters.append(builtIn)
        continue
      }
      let result =
        if name == "-" {
          await AdapterFactory.parent()
        } else if let variant = try await variant(name) {
          variant
        } else {
          try await resolve(name)
        }
      switch result {
      case .success(let adapter):
        opened.adapters.append(adapter)
        opened.called[adapter.description.name] = name
      case .failure(let unavailable):
        if unavailable.isShortage { throw Self.shortage(unavailable) }
        // To install something would not help.
        if unavailable.isNoAdapter { throw HarnessFailure(.badData, unavailable.description) }
        opened.missing.append((name, unavailable.description))
      }
    }
    let doubled = Dictionary(grouping: opened.adapters.map(\.description.name), by: \.self).first { $1.count > 1 }
    if let doubled { throw HarnessFailure(.usage, "the adapter '\(doubled.key)' is named twice") }
    return opened
  }

  /// An adapter for which this machine has no room is not missing: a comparison without it would look complete.
  private static func shortage(_ unavailable: AdapterUnavailable) -> HarnessFailure {
    HarnessFailure(
      .internal, "no room to start the adapter \(unavailable.adapter)",
      underlying:
        "\(unavailable.description); raise the limits of processes, memory and open files, or stop other programs")
  }

  private func resolve(_ name: String) async throws(HarnessFailure) -> Result<any Adapter, AdapterUnavailable> {
    if let manifest = manifests.first(where: { $0.name == name }) { return AdapterFactory.adapter(from: manifest) }
    guard name.contains("/") || Files.exists(name) else {
      let beside = "Adapters/\(name)"
      if Files.exists("\(beside)/adapter.yaml") {
        throw HarnessFailure(.usage, "the catalogue has no adapter '\(name)'; the one of this folder is \(beside)")
      }
      let parts = name.split(separator: ",").map(String.init)
      if parts.count > 1, parts.allSatisfy(names.contains) {
        throw HarnessFailure(
          .usage, "'\(name)' is one name; repeat the flag: \(parts.map { "-a \($0)" }.joined(separator: " "))")
      }
      let help =
        NearMiss.question(for: name, among: names).map { "; \($0)" }
        ?? choice.split(separator: "\n").map { "\n  \($0)" }.joined()
      throw HarnessFailure(.usage, "there is no adapter '\(name)'\(help)")
    }
    let described = Files.isDirectory(name) ? "\(name)/adapter.yaml" : name
    guard described.hasSuffix(".yaml") else { return await AdapterFactory.program(path: name) }
    var sources = SourceFiles()
    sources.read(described)
    guard let file = sources.files.first else {
      throw HarnessFailure(.badData, sources.findings.map(\.rendered).joined())
    }
    let (manifest, findings) = ManifestLoader.load(file, stacks: known)
    guard let manifest else {
      throw HarnessFailure(.badData, "the adapter's description is wrong\n" + findings.map(\.rendered).joined())
    }
    return AdapterFactory.adapter(from: manifest)
  }
}
