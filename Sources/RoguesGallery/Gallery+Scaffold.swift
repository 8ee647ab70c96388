internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// The doors that a new adapter can have.
  public static let adapterDoors = AdapterSkeleton.Door.allCases.map(\.rawValue)

  /// Writes the files of a new repository into a folder, and a baseline of what the user's adapter gets wrong today.
  public static func initialise(_ request: InitRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      guard let door = AdapterSkeleton.Door(rawValue: request.door) else { return .usage }
      let (name, folder) = (request.name, request.folder)
      try check(name)
      let skeleton = AdapterSkeleton(name: name, door: door)
      var isTemplate = true
      var (adapters, files) = (door == .swift ? [] : [name], skeleton.files)
      switch request.source {
      case nil: break
      case .catalogue(let original):
        let copy = try AdapterCopy(of: original, as: name)
        files = copy.files
        if let program = copy.program { adapters = ["./\(program)"] }
        try checkCopy(files, of: original, in: folder)
      case .path(let path): (adapters, files, isTemplate) = ([try adapter(at: path, from: folder)], [], false)
      }
      let client = try builtOnce(request)
      try write(
        Scaffold.repository(name, adapters: adapters, files: files, owner: request.owner, client: client), in: folder)
      let baseline = "\(folder)/rogues-known.yaml"
      if isTemplate {
        try write([ScaffoldFile("rogues-known.yaml", "happens: []\n")], in: folder)
      } else if !Files.exists(baseline) {
        guard try await writeBaseline(baseline, in: folder, terminal) else { return .unexpected }
      }
      try StandardWriters.output(next(request, adapters.first, isTemplate: isTemplate))
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// Another adapter that has the copy's name would stay, and be judged in its place.
  private static func checkCopy(
    _ files: [ScaffoldFile], of original: String, in folder: String
  ) throws(HarnessFailure) {
    for file in files where file.path.hasSuffix("/adapter.yaml") {
      let path = folder == "." || folder.isEmpty ? file.path : "\(folder)/\(file.path)"
      guard let there = try? Files.read(path, cap: 1 << 22), there != Array(file.text.utf8) else { continue }
      throw HarnessFailure(
        .cannotCreate,
        "\(path) is there and is no copy of '\(original)'; give the copy another name: rogues init NAME --from \(original)"
      )
    }
  }

  /// What to do then.
  private static func next(_ request: InitRequest, _ adapter: String?, isTemplate: Bool) -> String {
    var text = "\nNext, in \(request.folder):\n"
    func add(_ command: String, _ says: String) {
      text += "  \(command)\(String(repeating: " ", count: max(2, 32 - command.count)))\(says)\n"
    }
    if let adapter {
      if adapter.contains("/") {
        if isTemplate { add("edit \(adapter)", "its first lines are about your app") }
      } else if isTemplate {
        add("edit Adapters/\(adapter)", "start your client; then remove 'template: true'")
      }
      add("rogues doctor \(adapter)", "does the adapter keep the contract?")
      add("rogues run", isTemplate ? "judge it; fails while it is the template" : "judge it; rogues.yaml says how")
      if isTemplate {
        text +=
          "Then accept what your client gets wrong today: rogues baseline update rogues-known.yaml --add --why 'REASON'\n"
      }
      if request.owner == nil {
        text +=
          "The workflows take the 'rogues' of the runner's image; with --owner ACCOUNT, GitHub's takes that account's release.\n"
      }
    } else {
      add("edit Tests/RogueTests", "judge your own handler; the test fails while it is the template")
      add("swift test", "needs the package: docs/guides/testing.md")
    }
    return text
  }

  /// Lines of rogues.yaml about a client that is built once; empty: it is another.
  private static func builtOnce(_ request: InitRequest) throws(HarnessFailure) -> String {
    for name in request.hosts where OwnHosts.Host(name) == nil { throw BuiltClient.noHost(name) }
    var lines = ""
    if let listen = request.listen { lines += "listen: \(listen.text)\n" }
    if !request.hosts.isEmpty {
      lines += "host: [\(request.hosts.compactMap { OwnHosts.Host($0)?.name }.joined(separator: ", "))]\n"
    }
    if let roots = request.roots {
      let isHere = request.folder == "." || request.folder.isEmpty || roots.hasPrefix("/")
      let parts = roots.split(separator: "/", omittingEmptySubsequences: false)
      let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
      lines += "roots: \(isHere ? roots : "\(try path(folder, from: request.folder))/\(parts[parts.count - 1])")\n"
    }
    return lines.isEmpty ? "" : "# The client is built once, with these. docs/guides/devices.md\n\(lines)"
  }

  /// The path of an adapter as rogues.yaml has it: relative to its folder, and with a slash.
  private static func adapter(at path: String, from folder: String) throws(HarnessFailure) -> String {
    guard Files.exists(path) else {
      throw HarnessFailure(
        .usage, "there is no file '\(path)': --adapter takes a program, or a folder with an adapter.yaml")
    }
    return try Self.path(path, from: folder)
  }

  private static func path(_ path: String, from folder: String) throws(HarnessFailure) -> String {
    do throws(SystemError) {
      if !folder.isEmpty { try Files.makeDirectory(folder) }
      let (whole, home) = (try Files.canonical(path), try Files.canonical(folder.isEmpty ? "." : folder))
      let (to, from) = (whole.split(separator: "/"), home.split(separator: "/"))
      let common = zip(to, from).prefix { $0 == $1 }.count
      let up = Array(repeating: "..", count: from.count - common)
      return ((up.isEmpty ? ["."] : up) + to.dropFirst(common).map(String.init)).joined(separator: "/")
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }

  /// Writes one new part of a repository.
  ///
  /// - Parameters:
  ///   - kind: `adapter`, `scenario` or `world`.
  ///   - source: the adapter to copy; nil: a template of the door.
  ///   - world: of a scenario; nil: the one that its family would have.
  public static func create(
    _ kind: String, _ name: String, door: String, source: String?, world: String?, in folder: String
  ) -> ExitStatus {
    do throws(HarnessFailure) {
      switch kind {
      case "adapter":
        guard let door = AdapterSkeleton.Door(rawValue: door) else { return .usage }
        try check(name)
        let copy = try source.map { (source) throws(HarnessFailure) in try AdapterCopy(of: source, as: name) }
        try write(
          copy?.files ?? AdapterSkeleton(name: name, door: door).files, in: folder,
          keeps: copy.map { $0.program == nil } ?? false)
        let parent = folder == "." || folder.isEmpty ? "" : folder.hasSuffix("/") ? folder : "\(folder)/"
        if let program = copy?.program {
          try StandardWriters.output(
            "next   change the first lines of \(parent)\(program)\n"
              + "       rogues doctor \(parent)\(program) --listen 127.0.0.1:8443 --host api.example.com --roots root.pem\n"
          )
        } else if door != .swift {
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
      case "front-end":
        guard let frontEnd = FrontEnd(rawValue: name) else {
          throw HarnessFailure(
            .usage,
            "there is no front end '\(name)'; there are: \(FrontEnd.allCases.map(\.rawValue).joined(separator: ", ")), "
              + "and pytest's, which comes with the wheel")
        }
        try write(frontEnd.files(), in: folder, keeps: false)
      default: return .usage
      }
      return .asExpected
    } catch {
      return report(error)
    }
  }

  static func check(_ name: String) throws(HarnessFailure) {
    let bytes = Array(name.utf8)
    let isGood = { (byte: UInt8) in (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }
    guard let first = bytes.first, isGood(first), bytes.count <= 64,
      bytes.allSatisfy({ isGood($0) || $0 == UInt8(ascii: "-") })
    else {
      let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
      throw HarnessFailure(
        .usage,
        "'\(name)' is not a name: lower-case letters, digits and hyphens"
          + (words.isEmpty ? "" : ", such as \(words)"))
    }
  }

  /// - Parameter keeps: a file that is there already stays; else it is an error, and nothing is written.
  static func write(
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
    options.isSilent = true
    let status = await run(options, terminal: quiet)
    guard [.asExpected, .unexpected, .onlyInconclusive, .staleBaseline].contains(status) else {
      try StandardWriters.error(
        "rogues: the run for the baseline ended with \(status.rawValue); 'rogues run' there says why\n")
      return false
    }
    let request = BaselineRequest(
      file: baseline, logs: ["\(directory)/log.jsonl"], why: "found when this repository was made; not looked at yet",
      catalogues: [folder])
    return updateBaseline(request, terminal: terminal) == .asExpected
  }
}
