internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// The doors that a new adapter can have.
  public static let adapterDoors = AdapterSkeleton.Door.allCases.map(\.rawValue)

  /// Writes the files of a new repository into a folder, and a baseline of what its adapter gets wrong today.
  ///
  /// - Parameters:
  ///   - name: of the team or the client.
  ///   - door: of the adapter; one of `adapterDoors`.
  public static func initialise(
    _ name: String, door: String, in folder: String, terminal: TerminalOptions
  ) async -> ExitStatus {
    do throws(HarnessFailure) {
      guard let door = AdapterSkeleton.Door(rawValue: door) else { return .usage }
      try check(name)
      try write(Scaffold.repository(name, door: door), in: folder)
      let baseline = "\(folder)/rogues-known.yaml"
      if !Files.exists(baseline) {
        guard try await writeBaseline(baseline, in: folder, terminal) else { return .unexpected }
      }
      try StandardWriters.output(
        """

        Next, in \(folder):
          rogues lint                      every file
          rogues doctor \(door == .swift ? "reference" : name)    does the adapter keep the contract?
          rogues run                       judge it; rogues.yaml says how
        In .github/workflows/rogues.yml, OWNER is the account that has the release.

        """)
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// Writes one new part of a repository.
  ///
  /// - Parameters:
  ///   - kind: `adapter`, `scenario` or `world`.
  ///   - world: of a scenario; nil: the one that its family would have.
  public static func create(
    _ kind: String, _ name: String, door: String, world: String?, in folder: String
  ) -> ExitStatus {
    do throws(HarnessFailure) {
      switch kind {
      case "adapter":
        guard let door = AdapterSkeleton.Door(rawValue: door) else { return .usage }
        try check(name)
        try write(AdapterSkeleton(name: name, door: door).files, in: folder, keeps: false)
        if door != .swift {
          let parent = folder == "." || folder.isEmpty ? "" : folder.hasSuffix("/") ? folder : "\(folder)/"
          try StandardWriters.output("next   rogues doctor \(parent)Adapters/\(name)\n")
        }
      case "world":
        try check(name)
        try write([Scaffold.world(name)], in: folder, keeps: false)
      case "scenario":
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
          throw HarnessFailure(.usage, "a scenario is called FAMILY/NAME, such as acme/swapped-leaf, not '\(name)'")
        }
        for part in parts { try check(part) }
        try write([Scaffold.scenario(name, world: world ?? "\(parts[0])-site")], in: folder, keeps: false)
      default: return .usage
      }
      return .asExpected
    } catch {
      return report(error)
    }
  }

  private static func check(_ name: String) throws(HarnessFailure) {
    let bytes = Array(name.utf8)
    let isGood = { (byte: UInt8) in (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }
    guard let first = bytes.first, isGood(first), bytes.count <= 64,
      bytes.allSatisfy({ isGood($0) || $0 == UInt8(ascii: "-") })
    else {
      throw HarnessFailure(.usage, "'\(name)' is not a name: lower-case letters, digits and hyphens")
    }
  }

  /// - Parameter keeps: a file that is there already stays; else it is an error, and nothing is written.
  private static func write(
    _ files: [ScaffoldFile], in folder: String, keeps: Bool = true
  ) throws(HarnessFailure) {
    let prefix = folder == "." || folder.isEmpty ? "" : folder.hasSuffix("/") ? folder : "\(folder)/"
    if !keeps, let there = files.first(where: { Files.exists(prefix + $0.path) }) {
      throw HarnessFailure(.cannotCreate, "\(prefix)\(there.path) exists already")
    }
    for file in files {
      let path = prefix + file.path
      if Files.exists(path) {
        try StandardWriters.output("kept   \(path)\n")
        continue
      }
      do throws(SystemError) {
        if let slash = path.lastIndex(of: "/") { try Files.makeDirectory(String(path[..<slash])) }
        try Files.write(file.text, to: path, mode: file.isProgram ? 0o755 : 0o644)
      } catch {
        throw HarnessFailure(.cannotCreate, error.description)
      }
      try StandardWriters.output("wrote  \(path)\n")
    }
  }

  /// Runs what the new settings say, once, and accepts what fails.
  ///
  /// - Returns: false if the run could not be made, after a message.
  private static func writeBaseline(
    _ baseline: String, in folder: String, _ terminal: TerminalOptions
  ) async throws(HarnessFailure) -> Bool {
    let directory: String
    do throws(SystemError) { directory = try Files.makeTemporaryDirectory(prefix: "rogues-init") } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    defer { try? Files.removeTemporaryDirectory(directory) }
    do throws(SystemError) { try Files.write("happens: []\n", to: baseline) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    var options = RunOptions(mode: .run)
    options.log = "\(directory)/log.jsonl"
    options.catalogues = [folder]
    if let status = complete(&options, named: "\(folder)/\(projectFileName)") { return status == .asExpected }
    options.catalogues = [folder]
    (options.reports, options.artifacts, options.baseline) = ([], nil, nil)
    var quiet = terminal
    quiet.verbosity = .quiet
    let status = await run(options, terminal: quiet)
    guard [.asExpected, .unexpected, .onlyInconclusive, .staleBaseline].contains(status) else { return false }
    let request = BaselineRequest(
      file: baseline, logs: ["\(directory)/log.jsonl"], why: "found when this repository was made; not looked at yet",
      catalogues: [folder])
    return updateBaseline(request, terminal: terminal) == .asExpected
  }
}
