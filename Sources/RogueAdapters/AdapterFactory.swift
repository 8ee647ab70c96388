public import RogueModel
internal import RoguePlatform

/// Makes adapters out of what users name: descriptions, programs, the built-in controls.
public enum AdapterFactory {
  /// Milliseconds that a program may take to say its version or what it is.
  private static let introductionDeadline = 20_000

  /// Finds the program that the description names and reads its version; blocks meanwhile.
  public static func adapter(from manifest: AdapterManifest) -> Result<any Adapter, AdapterUnavailable> {
    var manifest = manifest
    let clock = manifest.clock == .libfaketime ? PreloadedLibrary.faketime.path : nil
    if manifest.clock == .libfaketime, clock == nil {
      // It runs everything else.
      manifest.capabilities.removeAll { $0 == .clock }
      manifest.declined[.clock] =
        "the library \(PreloadedLibrary.faketime.name) is not installed; apt-get install \(PreloadedLibrary.faketime.package)"
    }
    return adapter(from: manifest, clock: clock)
  }

  /// - Parameter clock: the library that sets the program's clock.
  private static func adapter(
    from manifest: AdapterManifest, clock: String?
  ) -> Result<any Adapter, AdapterUnavailable> {
    guard let program = program(of: manifest) else {
      let names = manifest.programs.map { "'\($0)'" }.joined(separator: " or ")
      return .failure(AdapterUnavailable(manifest, "the program \(names) is not installed", manifest.packages))
    }
    var wrapper: String?
    if manifest.names == .nssWrapper {
      let library = PreloadedLibrary.nssWrapper
      wrapper = library.path
      guard wrapper != nil else {
        return .failure(AdapterUnavailable(manifest, "the library \(library.name) is not installed", [library.package]))
      }
    }
    if let doubt = manifest.connections.doubt { return .failure(AdapterUnavailable(manifest, doubt, [])) }
    switch introduction(of: program, absolute(manifest)) {
    case .success(let introduction):
      return .success(
        InstalledProgram(manifest: manifest, program: program, introduction: introduction)
          .adapter(nameWrapper: wrapper, clock: clock))
    case .failure(let complaint):
      // A program of the description's folder always exists; the client that it drives may be missing.
      let isOwn = manifest.programs.allSatisfy { $0.hasPrefix("./") }
      var failure = AdapterUnavailable(
        manifest, complaint.isMissing ? complaint.description : "\(program): \(complaint.description)",
        (isOwn || complaint.isMissing) && !complaint.isShortage ? manifest.packages : [])
      failure.isShortage = complaint.isShortage
      return .failure(failure)
    }
  }

  /// A described program that this machine has.
  private struct InstalledProgram {
    var manifest: AdapterManifest
    var program: String
    var introduction: Introduction

    /// - Parameters:
    ///   - nameWrapper: the library that maps names.
    ///   - clock: the library that sets the program's clock.
    func adapter(nameWrapper: String?, clock: String?) -> any Adapter {
      let startup = manifest.startupMilliseconds
      switch manifest.door {
      case .recipe(let recipe):
        return AdapterFactory.adapter(
          description(.recipe, startup: startup),
          RecipeDoor(manifest: manifest, recipe: recipe, program: program, nameWrapper: nameWrapper, clock: clock))
      case .exec(let arguments):
        return AdapterFactory.adapter(
          description(.exec, startup: startup), ExecDoor(program: program, arguments: absolute(arguments, manifest)))
      case .session(let arguments):
        var session = SessionProgram(program: program, arguments: absolute(arguments, manifest))
        // The process is started once: its start-up time belongs to no attempt.
        session.limits.readyMilliseconds += startup
        return manifest.isOffline
          // The process is started in the middle of a handshake.
          ? OfflineAdapter(description: description(.session, startup: startup), program: session)
          : SessionAdapter(description: description(.session, startup: 0), program: session)
      }
    }

    private func description(_ door: AdapterDescription.Door, startup: Int) -> AdapterDescription {
      var description = AdapterDescription(
        name: manifest.name, door: manifest.isOffline ? .offline : door, library: manifest.library,
        version: introduction.version,
        capabilities: Set(manifest.capabilities).union(manifest.isOffline ? OfflineAdapter.brought : []),
        declined: manifest.declined, configuration: manifest.configuration, startupMilliseconds: startup,
        usesProxy: manifest.names == .proxy, summary: manifest.summary)
      description.connections = manifest.connections
      description.isTemplate = manifest.isTemplate
      description.stacks = manifest.stacks.mapValues { probe in
        switch probe {
        case .after(let text): introduction.word(after: text) ?? ""
        case .known(let known, in: let range): range.contains(introduction.version) ? known : ""
        }
      }
      return description
    }
  }

  /// The description decides which side makes the connection.
  private static func adapter(_ description: AdapterDescription, _ door: any ChildDoor) -> any Adapter {
    description.door == .offline
      ? OfflineAdapter(description: description, door: door) : ChildAdapter(description: description, door: door)
  }

  /// How to get the version: the arguments may name files of the folder, like those of the door.
  private static func absolute(_ manifest: AdapterManifest) -> AdapterManifest.VersionProbe {
    AdapterManifest.VersionProbe(
      arguments: absolute(manifest.versionProbe.arguments, manifest), after: manifest.versionProbe.after)
  }

  /// Arguments that name files of the description's folder, with their whole paths.
  private static func absolute(_ arguments: [String], _ manifest: AdapterManifest) -> [String] {
    let folder = (try? Files.canonical(manifest.folder)) ?? manifest.folder
    return arguments.map { Files.exists("\(folder)/\($0)") ? "\(folder)/\($0)" : $0 }
  }

  /// A program that speaks the exec contract and describes itself when it is started with `ROGUES_HELLO=1`.
  public static func program(path: String) async -> Result<any Adapter, AdapterUnavailable> {
    let absolute: String
    do throws(SystemError) {
      absolute = try Files.absolute(path)
    } catch {
      return .failure(AdapterUnavailable(adapter: path, description: error.description))
    }
    guard Files.isExecutable(absolute) else {
      let advice = Files.exists(absolute) && !Files.isDirectory(absolute) ? "; chmod +x \(path)" : ""
      return .failure(AdapterUnavailable(adapter: path, description: "\(path) is not an executable program\(advice)"))
    }
    let result = await onOwnThread { cancellation in
      introduce(absolute, [], ["ROGUES_HELLO": "1", "ROGUES_PROTOCOL": "1"], cancellation)
    }
    // One that fails says why it cannot run here, such as that no device is connected.
    var hasSpoken = false
    do throws(ExecOutcome.Complaint) {
      let output = try endedWell(try result.get()).standardOutput
      hasSpoken = true
      let ready = try ReadyObject(output)
      var description = AdapterDescription(
        name: ready.adapter, door: ready.isOffline ? .offline : .exec, library: ready.library, version: ready.version,
        capabilities: Set(ready.capabilities).union(ready.isOffline ? OfflineAdapter.brought : []),
        declined: ready.declined, configuration: ready.configuration, startupMilliseconds: ready.startupMilliseconds,
        summary: "the program \(path)")
      description.connections = ready.connections
      if let doubt = ready.connections.doubt {
        return .failure(AdapterUnavailable(adapter: ready.adapter, description: doubt))
      }
      description.stacks = ready.stacks
      return .success(adapter(description, ExecDoor(program: absolute, arguments: [])))
    } catch {
      var failure = AdapterUnavailable(
        adapter: path,
        description: error.isShortage
          ? "\(path): \(error.description)" : "\(path) is not an adapter: \(error.description)",
        isShortage: error.isShortage)
      failure.isNoAdapter = hasSpoken
      return .failure(failure)
    }
  }

  /// The program that started this command, which speaks the session protocol through its standard streams: a front end in
  /// a test runner, which is itself the client.
  public static func parent() async -> Result<any Adapter, AdapterUnavailable> {
    let stream: ParentStream
    do throws(SystemError) {
      guard let taken = try ParentStream.take() else {
        return .failure(AdapterUnavailable(adapter: "-", description: "'-' is named twice"))
      }
      stream = taken
    } catch {
      return .failure(
        AdapterUnavailable(
          adapter: "-", description: "\(error.description); '-' is for programs that start this command with pipes"))
    }
    if let doubt = ConnectionRule(.parent).doubt {
      return .failure(AdapterUnavailable(adapter: "-", description: doubt))
    }
    do throws(ExecOutcome.Complaint) {
      let ready = try ReadyObject(try await onOwnThread { _ in firstLine(stream) }.get())
      var description = AdapterDescription(
        name: ready.adapter, door: ready.isOffline ? .offline : .session, library: ready.library,
        version: ready.version,
        capabilities: Set(ready.capabilities).union(ready.isOffline ? OfflineAdapter.brought : []),
        declined: ready.declined, configuration: ready.configuration, summary: "the program that started this command")
      description.connections = ConnectionRule(.parent)
      description.stacks = ready.stacks
      var program = SessionProgram(parent: stream, program: "", arguments: [])
      program.limits.mayAnswerLate = true
      return .success(
        ready.isOffline
          ? OfflineAdapter(description: description, program: program)
          : SessionAdapter(description: description, program: program))
    } catch {
      return .failure(
        AdapterUnavailable(
          adapter: "-", description: "the program that started this command is no adapter: \(error.description)"))
    }
  }

  /// The answer to `hello`.
  private static func firstLine(_ stream: ParentStream) -> Result<[UInt8], ExecOutcome.Complaint> {
    stream.send(Array((SessionProbe.hello + "\n").utf8))
    var splitter = LineSplitter()
    let end = MonotonicInstant.now.advanced(milliseconds: introductionDeadline)
    while MonotonicInstant.now < end, !splitter.isOverlong {
      splitter.append(stream.step(timeoutMilliseconds: 100))
      if let line = splitter.next() { return .success(line) }
      guard stream.isOpen, !InteractiveChild.mustStop else {
        return .failure("it has closed its end of standard input")
      }
    }
    return .failure("it sent no ready object within \(introductionDeadline / 1000) s")
  }

  /// The first of the manifest's programs that this machine has, as an absolute path.
  private static func program(of manifest: AdapterManifest) -> String? {
    for name in manifest.programs {
      let isInFolder = name.contains("/") && !name.hasPrefix("/")
      let found = Files.executable(
        named: isInFolder ? "\(manifest.folder)/\(name)" : name, searchPath: SearchPath.ofChildren)
      if let found, let absolute = found.hasPrefix("/") ? found : try? Files.absolute(found) { return absolute }
    }
    return nil
  }

  /// A program's output for its version.
  private struct Introduction {
    var streams: [String]
    var version = ""

    /// The first word with a digit that follows the text, in either stream.
    func word(after text: String) -> String? {
      for stream in streams {
        guard let start = text.isEmpty ? stream.startIndex : stream.firstRange(of: text)?.upperBound else { continue }
        var word = stream[start...].prefix { !$0.isWhitespace }
        while let last = word.last, last == "," || last == ";" { word.removeLast() }
        // A message about a missing program may contain the text before a version.
        if word.contains(where: \.isWholeNumber) { return String(word) }
      }
      return nil
    }
  }

  private static func introduction(
    of program: String, _ probe: AdapterManifest.VersionProbe
  ) -> Result<Introduction, ExecOutcome.Complaint> {
    do throws(ExecOutcome.Complaint) {
      let result = try introduce(program, probe.arguments, [:], Cancellation()).get()
      // Some programs say their version and exit with another status than 0.
      if case .exited = result.ending {} else { _ = try endedWell(result) }
      var introduction = Introduction(
        streams: [result.standardOutput, result.standardError].map { String(decoding: $0, as: UTF8.self) })
      if let version = introduction.word(after: probe.after) {
        introduction.version = version
        return .success(introduction)
      }
      let lines = (result.standardOutput + result.standardError).split(separator: UInt8(ascii: "\n"))
      let said = lines.first
      // A program that fails instead reports the reason: the client that it drives is missing. The last line of a stack
      // trace has it.
      if case .exited(let status) = result.ending, status != 0,
        let reason = said?.starts(with: "Traceback (".utf8) ?? false ? lines.last : said
      {
        var complaint: ExecOutcome.Complaint = "\(sentence(String(decoding: reason, as: UTF8.self)))"
        complaint.isMissing = true
        return .failure(complaint)
      }
      let words = said.map { ", but \(quoted(String(decoding: $0, as: UTF8.self)))" } ?? ": it says nothing"
      return .failure("it does not say its version as described (after \(quoted(probe.after)))\(words)")
    } catch {
      return .failure(error)
    }
  }

  /// Starts a program for its version or capabilities, in a folder and environment like those of attempts.
  private static func introduce(
    _ program: String, _ arguments: [String], _ variables: [String: String], _ cancellation: Cancellation
  ) -> Result<ChildResult, ExecOutcome.Complaint> {
    let folder: ConversationFolder
    do throws(HarnessFailure) {
      folder = try ConversationFolder.make()
    } catch {
      return .failure("\(error.description)")
    }
    defer { folder.remove() }
    let command = ChildCommand(
      program: program, arguments: arguments, environment: folder.environment.merging(variables) { $1 },
      workingDirectory: folder.path, deadlineMilliseconds: introductionDeadline)
    let result = command.runBlocking(cancellation)
    let shortage: String
    switch result.ending {
    case .notStarted(let error) where error.isShortage: shortage = error.description
    case .signalled(let signal) where AdapterFault.isOfSystem(signal): shortage = AdapterFault.killed.message
    default: return .success(result)
    }
    var complaint: ExecOutcome.Complaint = "\(shortage)"
    complaint.isShortage = true
    return .failure(complaint)
  }

  private static func endedWell(_ result: ChildResult) throws(ExecOutcome.Complaint) -> ChildResult {
    if result.ending == .exited(0) { return result }
    let detail = AdapterFault(result, deadlineMilliseconds: introductionDeadline).detail
    // The last line of a stack trace has the error.
    let said = String(decoding: result.standardError, as: UTF8.self).split(whereSeparator: \.isNewline).last
    throw "\(detail)\(said.map { ", and said \(quoted($0))" } ?? "")"
  }
}

extension AdapterUnavailable {
  /// - Parameter packages: those to install.
  fileprivate init(_ manifest: AdapterManifest, _ description: String, _ packages: [String]) {
    let advice = packages.isEmpty ? "" : "; apt-get install \(packages.joined(separator: " "))"
    self.init(adapter: manifest.name, description: description + advice, packages: packages)
  }
}
