internal import RogueModel
internal import RoguePlatform

/// The recipe door: a command-line client that knows nothing of the contract, driven by its `adapter.yaml`.
struct RecipeDoor: ChildDoor {
  let manifest: AdapterManifest
  let recipe: AdapterManifest.Recipe
  /// Absolute path.
  let program: String
  /// The library that maps names, if the manifest requires it.
  let nameWrapper: String?
  /// The library that sets the clock, if the manifest requires it.
  let clock: String?
  var graceMilliseconds: Int { 2000 }
  /// A command knows nothing of them: that its answer follows what was sent is shown by the control alone.
  var wantsReceipts: Bool { false }

  func launch(_ files: AttemptFiles) throws(HarnessFailure) -> ChildLaunch {
    let attempt = files.attempt
    if let missing = attempt.needs.first(where: { !manifest.capabilities.contains($0) }) {
      return .decline(.unsupported(capability: missing.rawValue, why: manifest.declined[missing]))
    }
    let policy: RecipePolicy
    do throws(RecipePolicy.Inexpressible) {
      policy = try RecipePolicy(attempt)
    } catch {
      return .decline(.unsupported(capability: error.capability.rawValue, why: error.why))
    }
    // A pin that no argument speaks of would silently not be checked.
    if let forgotten = policy.pins.first(where: { pin in !recipe.arguments.contains { $0.when.goesThrough(pin) } }) {
      let capability = Capability.pin(forgotten.pin.kind, forgotten.pin.position)
      return .decline(.unsupported(capability: capability.rawValue, why: "the recipe has no arguments for such a pin"))
    }
    let text = PlaceholderText(files: files)
    var variables: [(name: String, value: String)] = []
    for variable in recipe.environment { variables.append((variable.name, try text.fill(variable.value))) }
    variables += try preloads(of: files)
    for file in recipe.files {
      _ = try files.file(file.name) { () throws(HarnessFailure) in Array(try text.fill(file.content).utf8) }
    }
    let arguments = try arguments(policy, text)
    let input = try recipe.standardInput.map { template throws(HarnessFailure) in try text.fill(template) }
    let environment = files.conversation.environment.merging(variables.map { ($0.name, $0.value) }) { $1 }
    var command = ChildCommand(
      program: program, arguments: arguments, environment: environment, workingDirectory: files.folder,
      input: self.input(input), deadlineMilliseconds: attempt.deadlineMilliseconds + graceMilliseconds,
      ports: attempt.connect.ports)
    if clock != nil { command.leavings = PreloadedLibrary.clockObjects }
    let seconds = recipe.holdsStandardInput ? (attempt.deadlineMilliseconds + 999) / 1000 : 0
    return .start(
      command,
      shown: ShellQuoting.line(
        program: program, arguments: arguments, variables: variables, input: input, heldSeconds: seconds))
  }

  private func input(_ text: String?) -> ChildCommand.Input {
    let bytes = Array((text ?? "").utf8)
    if recipe.holdsStandardInput { return .held(bytes) { Nonce.find(in: $0) != nil } }
    return bytes.isEmpty ? .empty : .bytes(bytes)
  }

  private func arguments(_ policy: RecipePolicy, _ text: PlaceholderText) throws(HarnessFailure) -> [String] {
    var arguments: [String] = []
    let conditions = policy.conditions.union(text.files.servedConditions)
    let groups = recipe.arguments.filter { conditions.contains($0.when) }
    for group in groups.filter({ $0.when != .last }) + groups.filter({ $0.when == .last }) {
      let pins = policy.pins.filter(group.when.goesThrough)
      for argument in group.arguments {
        switch argument {
        case .text(let template): arguments.append(try text.fill(template))
        case .joined(let each, let separator):
          var items: [String] = []
          for pin in pins { items.append(try text.fill(each, pin: pin)) }
          arguments.append(items.joined(separator: separator))
        case .repeated(let each):
          for pin in pins {
            for template in each { arguments.append(try text.fill(template, pin: pin)) }
          }
        }
      }
    }
    return arguments
  }

  /// The variables that put libraries before the program's own.
  private func preloads(of files: AttemptFiles) throws(HarnessFailure) -> [(name: String, value: String)] {
    var libraries: [String] = []
    var variables: [(name: String, value: String)] = []
    if let nameWrapper {
      // libnss-wrapper resolves the host to the server's address.
      let connect = files.attempt.connect
      let plain = HostName.withoutFinalDot(connect.host)
      let hosts = try files.file("hosts") { Array("\(connect.address) \(plain)\n\(connect.address) \(plain).\n".utf8) }
      libraries.append(nameWrapper)
      variables.append(("NSS_WRAPPER_HOSTS", "\(files.folder)/\(hosts)"))
    }
    if let clock, let time = files.attempt.policy.time {
      libraries.append(clock)
      // Without a sign before it the time is fixed. Timeouts use another clock, which runs on.
      variables += [
        ("FAKETIME", String(time.secondsSince1970)), ("FAKETIME_FMT", "%s"), ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
      ]
    }
    return libraries.isEmpty ? [] : [("LD_PRELOAD", libraries.joined(separator: ":"))] + variables
  }

  func outcome(of attempt: Attempt, exitStatus: Int32, _ result: ChildResult) -> AdapterOutcome {
    // A program that connects to no server cannot have a reply.
    if !manifest.isOffline, let nonce = Nonce.find(in: result.standardOutput) {
      return .statement(Statement(said: .accept, nonce: nonce))
    }
    let output = String(decoding: result.standardOutput, as: UTF8.self)
    let error = String(decoding: result.standardError, as: UTF8.self)
    let rule = recipe.outcomes.first { rule in
      (rule.exitStatus.map { $0 == Int(exitStatus) } ?? true)
        && Self.holds(error, rule.standardError) && Self.holds(output, rule.standardOutput)
    }
    // The words that decided, where a rule names them: several programs end with a paragraph of advice.
    let detail =
      Self.line(with: rule?.standardError, in: error) ?? Self.line(with: rule?.standardOutput, in: output)
      ?? Self.lastLine(of: error) ?? Self.lastLine(of: output)
    switch rule?.meaning {
    case .accept: return .statement(Statement(said: .accept, detail: detail))
    case .cancel(let reason, let phase):
      return .statement(Statement(said: .cancel, reason: reason, phase: phase, detail: detail))
    case .failed(let cause): return .failed(cause: cause, detail: detail)
    case nil:
      // Whole: the words are what an outcome has to be written from.
      let said = detail.map { ", saying \(quoted($0, limit: 600))" } ?? ""
      return AdapterFault.garbled("exit status \(exitStatus)\(said): no outcome of the recipe matches", result)
    }
  }

  /// Whether a stream is as a rule says; nil says nothing about it.
  private static func holds(_ stream: String, _ words: String?) -> Bool {
    guard let words else { return true }
    return words.isEmpty ? stream.isEmpty : stream.contains(words)
  }

  private static func line(with words: String?, in text: String) -> String? {
    guard let words else { return nil }
    return text.split(whereSeparator: \.isNewline).first { $0.contains(words) }.map(shown)
  }

  private static func lastLine(of text: String) -> String? {
    text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map(shown)
  }

  /// A line without the number of the thread that OpenSSL begins its errors with, which is another in every run.
  private static func shown(_ line: Substring) -> String {
    let number = line.prefix(while: \.isHexDigit)
    let isThread = number.count >= 12 && line.dropFirst(number.count).hasPrefix(":error:")
    return String((isThread ? line.dropFirst(number.count + 1) : line).prefix(300))
  }
}
