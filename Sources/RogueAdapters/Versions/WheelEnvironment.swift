public import RogueModel
internal import RoguePlatform

/// A Python environment in the user's cache that has one version of a package.
///
/// Each is made once, beside the others and under a name that nothing has yet, and gets its own name only when it is
/// whole: a run that is interrupted, or two at once, leave nothing half made to be taken for it.
public struct WheelEnvironment: Sendable {
  /// Milliseconds that an installation may take; wheels are fetched, and never compiled.
  private static let deadline = 600_000
  /// The variables for pip: package sources and network access. No other is passed on.
  private static let variables =
    [
      "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL",
      "PIP_TRUSTED_HOST", "PIP_CERT", "PIP_PROXY", "PIP_NO_INDEX", "PIP_FIND_LINKS", "SSL_CERT_FILE",
      "REQUESTS_CA_BUNDLE",
    ] + ["http_proxy", "https_proxy", "no_proxy", "all_proxy"].flatMap { [$0, $0.uppercased()] }

  /// The package as the index calls it.
  public var package: String
  /// Such as `42`, the newest 42.x, or `42.0.8`.
  public var version: String
  /// Other packages, of whatever version fits.
  public var with: [String]

  public init(package: String, version: String, with: [String]) {
    self.package = package
    self.version = version
    self.with = with
  }

  /// Whether this may be a version: digits and dots, and what pre-releases have. Everything else would be a path or an
  /// option.
  public static func isVersion(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count <= 32 else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2e
    }
  }

  private static var folder: String? { Files.userCacheDirectory.map { "\($0)/rogues/versions" } }

  /// Its interpreter, as an absolute path; nil: it is not there.
  public var python: String? {
    guard let path = Self.folder.map({ "\($0)/\(name)/bin/python3" }), Files.isExecutable(path) else { return nil }
    return path
  }

  private var name: String { (["\(package)-\(version)"] + with).joined(separator: "+") }

  /// Fetches and installs it. Throws a sentence with pip's message.
  ///
  /// - Returns: its interpreter.
  public func install() async throws(HarnessFailure) -> String {
    let result = await onOwnThread { cancellation in
      Swift.Result { () throws(HarnessFailure) in try installBlocking(cancellation) }
    }
    return try result.get()
  }

  private func installBlocking(_ cancellation: Cancellation) throws(HarnessFailure) -> String {
    let parent = try Self.madeFolder()
    let pip = try Self.pip(in: parent, cancellation)
    let made = try Self.environment(in: parent, prefix: name, options: ["--without-pip"], cancellation)
    do throws(HarnessFailure) {
      _ = try pip.run(
        [
          "--python", made, "install", "--quiet", "--only-binary", ":all:", "--no-warn-script-location",
          "\(package)==\(version).*",
        ]
          + with, cancellation)
    } catch {
      try? Files.removeTree(made)
      throw error
    }
    do throws(SystemError) {
      try Files.replaceLink("\(parent)/\(name)", to: made)
    } catch {
      throw HarnessFailure(.files, "cannot name the environment of \(name)", underlying: error.description)
    }
    guard let python else {
      throw HarnessFailure(.files, "the environment of \(name) has no interpreter; remove '\(parent)/\(name)'")
    }
    return python
  }

  /// Every release of the package that the index has, oldest first.
  public static func releases(of package: String) async throws(HarnessFailure) -> [String] {
    let result = await onOwnThread { cancellation in
      Swift.Result { () throws(HarnessFailure) in try releasesBlocking(package, cancellation) }
    }
    return try result.get()
  }

  private static func releasesBlocking(
    _ package: String, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> [String] {
    let said = try pip(in: madeFolder(), cancellation).run(["index", "versions", package], cancellation)
    let start = "Available versions: "
    guard let line = said.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else {
      throw HarnessFailure(.adapterUnavailable, "pip does not say which versions \(package) has", underlying: said)
    }
    return line.dropFirst(start.count).split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init).reversed()
  }

  private static func madeFolder() throws(HarnessFailure) -> String {
    guard let folder else {
      throw HarnessFailure(
        .files, "there is no place for versions of packages: neither XDG_CACHE_HOME nor HOME names a folder")
    }
    do throws(SystemError) { try Files.makeDirectory(folder, mode: 0o700) } catch {
      throw HarnessFailure(.files, "cannot make the folder of versions", underlying: error.description)
    }
    return folder
  }

  /// The pip of an environment that has nothing else. It installs into the others, because to put pip into an environment
  /// takes a hundred times as long as to make one.
  private struct Pip {
    var python: String

    func run(_ arguments: [String], _ cancellation: Cancellation) throws(HarnessFailure) -> String {
      try WheelEnvironment.run(
        python, ["-I", "-m", "pip", "--disable-pip-version-check"] + arguments,
        "pip \(arguments.joined(separator: " "))",
        cancellation)
    }
  }

  private static func pip(in parent: String, _ cancellation: Cancellation) throws(HarnessFailure) -> Pip {
    let pip = Pip(python: "\(parent)/pip/bin/python3")
    guard !Files.isExecutable(pip.python) else { return pip }
    let made = try environment(in: parent, prefix: "pip", options: [], cancellation)
    do throws(SystemError) { try Files.replaceLink("\(parent)/pip", to: made) } catch {
      throw HarnessFailure(.files, "cannot name an environment", underlying: error.description)
    }
    return pip
  }

  /// An empty environment under a new name.
  private static func environment(
    in parent: String, prefix: String, options: [String], _ cancellation: Cancellation
  ) throws(HarnessFailure) -> String {
    let path: String
    do throws(SystemError) { path = try Files.makeUniqueDirectory(in: parent, prefix: ".\(prefix)") } catch {
      throw HarnessFailure(.files, "cannot make an environment", underlying: error.description)
    }
    guard let python = Files.executable(named: "python3", searchPath: SearchPath.ofChildren) else {
      try? Files.removeTree(path)
      throw HarnessFailure(.adapterUnavailable, "versions of packages need python3; apt-get install python3-venv")
    }
    do throws(HarnessFailure) {
      _ = try run(
        python, ["-I", "-m", "venv"] + options + [path], "python3 -m venv; apt-get install python3-venv", cancellation)
    } catch {
      try? Files.removeTree(path)
      throw error
    }
    return path
  }

  /// - Parameter words: the name of the step, for its failure.
  private static func run(
    _ program: String, _ arguments: [String], _ words: String, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> String {
    var environment = ["PATH": SearchPath.ofChildren, "LANG": "C.UTF-8", "PIP_NO_INPUT": "1"]
    for name in variables {
      if let value = ProcessEnvironment.value(of: name) { environment[name] = value }
    }
    let result = ChildCommand(
      program: program, arguments: arguments, environment: environment, deadlineMilliseconds: deadline,
      floodBytes: 16 << 20
    ).runBlocking(cancellation)
    switch result.ending {
    case .exited(0): return String(decoding: result.standardOutput, as: UTF8.self)
    case .interrupted: throw HarnessFailure(.adapterUnavailable, "\(words): interrupted")
    default:
      let lines = String(decoding: result.standardError, as: UTF8.self).split(separator: "\n")
      let said = lines.last { $0.hasPrefix("ERROR") } ?? lines.last
      throw HarnessFailure(
        .adapterUnavailable, "\(words) failed", underlying: said.map(String.init) ?? "\(result.ending)")
    }
  }
}
