public import RogueModel
internal import RogueYAML

/// Turns an `adapter.yaml` into its description, or into findings that say why not.
public enum ManifestLoader {
  /// - Parameter stacks: those that it can inherit from.
  /// - Returns: The description, and what was found; there is no description when anything found is an error.
  public static func load(_ file: SourceFile, stacks: [Stack] = []) -> (AdapterManifest?, [Finding]) {
    let (manifest, findings) = ManifestKeys.table.read(file) { Self.manifest($0, file, stacks) }
    return (manifest, findings)
  }

  private static func manifest(_ entries: Entries, _ file: SourceFile, _ stacks: [Stack]) -> AdapterManifest? {
    let name = entries[ManifestKeys.adapter]
    let folder = file.folder.split(separator: "/").last.map(String.init)
    // A bare `adapter.yaml` says nothing about its folder.
    if let name, let folder, folder != ".", folder != "..", name != folder {
      entries.reader.report(
        at: entries.position(ManifestKeys.adapter),
        "the adapter is called '\(name)', its folder '\(folder)'; both must be the same")
    }
    let capabilities = entries[ManifestKeys.capabilities] ?? []
    let door = door(entries)
    let (summary, library) = (entries[ManifestKeys.summary], entries[ManifestKeys.library])
    let about = entries[ManifestKeys.about]
    let programs = entries[ManifestKeys.programs]
    let version = entries[ManifestKeys.version]
    var declined = declined(entries, capabilities)
    let isOffline = entries[ManifestKeys.offline] ?? false
    let stacks = self.stacks(entries, stacks)
    var configuration = ConfigurationCheck(entries)
    for (stack, _) in stacks { stack.complete(capabilities, &declined, &configuration.configuration) }
    configuration.check(entries.reader, capabilities, isOffline: isOffline)
    let names = entries[ManifestKeys.names] ?? .connectTo
    let clock = entries[ManifestKeys.clock] ?? .own
    let startup = entries[ManifestKeys.startup] ?? 0
    let packages = entries[ManifestKeys.packages] ?? []
    let versions = entries[ManifestKeys.versions]
    if versions != nil, let programs, !WheelAdapter.isOne(programs) {
      entries.reader.report(
        at: entries.position(ManifestKeys.versions), "a wheel is for Python, and this adapter starts \(programs[0])",
        help: "start python3 or \(WheelAdapter.starter)")
    }
    if let door { OfflineCheck(isOffline: isOffline, door: door, capabilities: capabilities).check(entries) }
    if clock == .libfaketime { checkClock(entries, door, capabilities) }
    let (connections, isTemplate) = (entries[ManifestKeys.connections], entries[ManifestKeys.template])
    guard let name, let summary, let library, let programs, let version, let door else { return nil }
    var manifest = AdapterManifest(
      name: name, summary: summary, library: library, programs: programs, versionProbe: version,
      capabilities: capabilities, declined: declined, names: names, startupMilliseconds: startup, packages: packages,
      door: door, folder: file.folder, location: SourceLocation(entries.position(ManifestKeys.adapter)))
    manifest.stacks = Dictionary(stacks.map { ($0.stack.name, $0.probe) }) { first, _ in first }
    manifest.configuration = configuration.configuration
    manifest.about = about
    manifest.clock = clock
    manifest.connections = connections ?? .started
    manifest.isTemplate = isTemplate ?? false
    manifest.versions = versions
    manifest.isOffline = isOffline
    return manifest
  }

  /// The client's stacks, in the order of the file.
  private static func stacks(_ entries: Entries, _ known: [Stack]) -> [(stack: Stack, probe: Stack.Probe)] {
    (entries[ManifestKeys.stack] ?? []).compactMap { name, probe in
      if let stack = known.first(where: { $0.name == name.text }) { return (stack, probe) }
      entries.reader.report(
        at: name.position, "there is no stack '\(NodeReader.shortened(name.text))'",
        help: NearMiss.question(for: name.text, among: known.map(\.name))
          ?? "a stack is a file Adapters/stacks/NAME.yaml")
      return nil
    }
  }

  /// A program that is started once for all attempts cannot be given a time for each; one that is not said to have a
  /// clock is never given one.
  private static func checkClock(
    _ entries: Entries, _ door: AdapterManifest.Door?, _ capabilities: [Capability]
  ) {
    let position = entries.position(ManifestKeys.clock)
    if let door {
      guard case .recipe = door else {
        return entries.reader.report(at: position, "libfaketime sets the clock of recipes only")
      }
    }
    if !capabilities.contains(.clock) {
      entries.reader.report(at: position, "'clock' is missing from the capabilities", help: "libfaketime gives it")
    }
  }

  private static func declined(_ entries: Entries, _ capabilities: [Capability]) -> [Capability: String] {
    var declined: [Capability: String] = [:]
    for (key, reason) in entries[ManifestKeys.declined] ?? [] {
      let capability = Capability(key.text)
      if capabilities.contains(capability) {
        entries.reader.report(at: key.position, "'\(key.text)' is also among the capabilities")
      }
      declined[capability] = reason
    }
    return declined
  }

  private static func door(_ entries: Entries) -> AdapterManifest.Door? {
    let arguments = entries[ManifestKeys.arguments]
    switch entries[ManifestKeys.door] {
    case nil: return nil
    case .exec: return programArguments(entries, arguments, .exec).map { .exec(arguments: $0) }
    case .session: return programArguments(entries, arguments, .session).map { .session(arguments: $0) }
    case .recipe: return recipe(entries, arguments).map { .recipe($0) }
    }
  }

  /// The arguments of a program that speaks the contract itself.
  private static func programArguments(
    _ entries: Entries, _ arguments: ArgumentsDraft?, _ door: ManifestKeys.DoorWord
  ) -> [String]? {
    for key in ManifestKeys.recipeOnly {
      guard let entry = entries.mapping.entry(key.name) else { continue }
      entries.reader.report(
        at: entry.key.position, "'\(key.name)' belongs to recipes, not to the door \(door.rawValue)")
    }
    guard let arguments else { return [] }
    return ArgumentsDraft.exec.read(arguments.node, entries.reader)
  }

  private static func recipe(_ entries: Entries, _ arguments: ArgumentsDraft?) -> AdapterManifest.Recipe? {
    for field in [ManifestKeys.arguments.key, ManifestKeys.outcomes.key] where entries.mapping[field.name] == nil {
      entries.reader.report(
        at: entries.mapping.position, "missing key '\(field.name)' in a recipe", help: field.summary)
    }
    let groups = arguments?.groups(entries.reader)
    let environment = (entries[ManifestKeys.environment] ?? []).map { key, value in
      if !isVariableName(key.text) {
        entries.reader.report(at: key.position, "'\(NodeReader.shortened(key.text))' is not the name of a variable")
      }
      return AdapterManifest.EnvironmentVariable(name: key.text, value: value)
    }
    let files = (entries[ManifestKeys.files] ?? []).map { key, content in
      if !isFileName(key.text) {
        entries.reader.report(
          at: key.position, "'\(NodeReader.shortened(key.text))' is not a plain file name",
          help: "files are written into the attempt's own folder only")
      }
      return AdapterManifest.File(name: key.text, content: content)
    }
    let input = entries[ManifestKeys.stdin]
    let holds = entries[ManifestKeys.holdStdin] ?? false
    let outcomes = entries[ManifestKeys.outcomes] ?? []
    return groups.map {
      AdapterManifest.Recipe(
        arguments: $0, environment: environment, standardInput: input, holdsStandardInput: holds, files: files,
        outcomes: outcomes)
    }
  }

  private static func isVariableName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5f
    }
  }

  private static func isFileName(_ name: String) -> Bool {
    name.utf8.count <= 64 && !name.hasPrefix(".") && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x2f }
  }
}
