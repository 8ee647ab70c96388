internal import RogueModel
internal import RogueYAML

/// The keys of an `adapter.yaml`.
enum ManifestKeys {
  static let adapter = Field("adapter", .name, required: true, "the folder's name")
  static let summary = Field("summary", .line, required: true, "one line for lists")
  static let library = Field("library", .line, required: true, "the library under test, as people call it")
  static let about = Field("about", AboutKeys.shape, "licence, tested version and pins, for the list of adapters")
  static let programs = Field(
    "programs", .list(of: .handed(.text("a program")), minimum: 1, "programs"), required: true,
    "programs to try, in order; relative paths with a slash are relative to the folder")
  static let packages = Field(
    "packages", .list(of: .text("a package"), "packages"), "Debian packages that bring it; default: none")
  static let versions = Field(
    "versions", VersionsKeys.shape, "where other versions come from, for `NAME@VERSION`; default: by naming a program")
  static let version = Field("version", VersionKeys.shape, required: true, "how the program says its version")
  static let stack = Field(
    "stack", .map(keys: .names, of: StackProbeKeys.shape),
    "the TLS libraries of the client (Adapters/stacks), whose fields, limits and findings it inherits"
  )
  static let names = Field(
    "names", ValueParser<AdapterManifest.NameMapping>.word, "how the world's names reach loopback; default connect-to")
  static let clock = Field(
    "clock", ValueParser<AdapterManifest.Clock>.word,
    "how the program learns the validation time; libfaketime for recipes only; default own")
  static let startup = Field(
    "startup", .integer(0...60_000), "milliseconds that starting the program may take; default 0")
  static let connections = Field(
    "connections", ValueParser<ConnectionRule>.connections,
    "whose connections count, from strict to loose; anything but started is for clients that something else starts; "
      + "default started")
  static let template = Field(
    "template", .flag,
    "true: it is what 'rogues init' wrote, and a run of it fails; remove the key when it starts your client; default false"
  )
  static let capabilities = Field(
    "capabilities", .list(of: .capability, "capabilities").distinct(), required: true,
    "the features that can be configured")
  static let declined = Field(
    "declined", .map(keys: .capabilities, of: .text()), "capabilities that are missing on purpose, and why")
  static let applies = Field(
    "applies", .map(keys: .attemptFields, of: .text()), "fields of the attempt that reach the validator, and how")
  static let fixed = Field(
    "fixed", .map(keys: .attemptFields, of: .text()), "fields that do not, and what holds instead")
  static let door = Field("door", ValueParser<DoorWord>.word, required: true, "how it is driven")
  static let offline = Field(
    "offline", .flag,
    "the program has no TLS: the harness's client connects and hands over what the server sent; default false")
  static let arguments = Field(
    "arguments", .arguments,
    "for a recipe, groups of arguments in order, each {condition: [arguments]}; for other doors, the program's own")
  static let environment = Field(
    "environment", .map(keys: .variables, of: .handed(.template)), "variables with placeholders; recipes only")
  static let stdin = Field("stdin", .template, "text for standard input; recipes only; default: none")
  static let holdStdin = Field(
    "hold-stdin", .flag, "standard input stays open until the reply or the end; recipes only; default false")
  static let files = Field(
    "files", .map(keys: .text, of: .template), "files to write into the attempt's folder; recipes only")
  static let outcomes = Field(
    "outcomes", .list(of: OutcomeKeys.shape, "outcomes"),
    "what an ending means; the first match decides, and without one it is an adapter error; recipes only")

  static let recipeOnly = [environment.key, stdin.key, holdStdin.key, files.key, outcomes.key]

  static let table = Table(
    "adapter", subject: "an adapter", "How a program outside the project is plugged in.",
    [
      adapter.key, summary.key, library.key, about.key, programs.key, packages.key, version.key, versions.key,
      stack.key,
      names.key,
      clock.key, startup.key, connections.key, template.key,
      capabilities.key, declined.key, applies.key, fixed.key, door.key, offline.key, arguments.key, environment.key,
      stdin.key, holdStdin.key,
      files.key,
      outcomes.key,
    ])

  enum DoorWord: String, CaseIterable, Sendable { case recipe, exec, session }
}

extension ValueParser where Value == ConnectionRule {
  /// Such as `pid-file /run/app.pid`.
  static var connections: ValueParser {
    let kinds = ConnectionRule.Kind.allCases.map(\.rawValue)
    let form = ValueSyntax.text(what: ConnectionRule.grammar, pattern: "^(\(kinds.joined(separator: "|")))( .+)?$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      guard let rule = ConnectionRule(scalar.text) else {
        let word = String(scalar.text.prefix { $0 != " " })
        return reader.mismatch(node, form, help: NearMiss.question(for: word, among: kinds))
      }
      return rule
    }
  }
}

enum AboutKeys {
  static let licence = Field("licence", .line, required: true, "the client's licence")
  static let tested = Field("tested", .line, required: true, "the version that the findings are about")
  static let pins = Field("pins", .line, "what a pin is compared with; default: the client has none")

  static let table = Table(
    "about", subject: "about", "A client, for the list of adapters.",
    [
      licence.key, tested.key, pins.key,
    ])

  static let shape = ValueParser<AdapterManifest.About>.table(table) { entries in
    let (licence, tested, pins) = (entries[licence], entries[tested], entries[pins])
    guard let licence, let tested else { return nil }
    return AdapterManifest.About(licence: licence, tested: tested, pins: pins)
  }
}

enum VersionKeys {
  static let arguments = Field(
    "arguments", .list(of: .handed(.anyText("an argument")), "arguments"), required: true, "the version's arguments")
  static let after = Field(
    "after", .anyText(), required: true, "the version is the word after the first occurrence of this text")

  static let table = Table(
    "version", subject: "the version", "How the program says its version.", [arguments.key, after.key])

  static let shape = ValueParser<AdapterManifest.VersionProbe>.table(table) { entries in
    let after = entries[after]
    guard let arguments = entries[arguments], let after else { return nil }
    return AdapterManifest.VersionProbe(arguments: arguments, after: after)
  }
}

enum VersionsKeys {
  static let wheel = Field(
    "wheel", .line, required: true,
    "the package of the Python Package Index that has them; each version gets a separate environment")
  static let with = Field(
    "with", .list(of: .text("a package"), "packages"), "what else the adapter imports, of any version; default: nothing"
  )

  static let table = Table(
    "versions", subject: "the versions", "Where other versions come from.", [wheel.key, with.key])

  static let shape = ValueParser<AdapterManifest.Versions>.table(table) { entries in
    let with = entries[with] ?? []
    return entries[wheel].map { AdapterManifest.Versions(wheel: $0, with: with) }
  }
}

/// The keys of one outcome.
enum OutcomeKeys {
  static let exit = Field("exit", .integer(0...255), "the exit status")
  static let stderr = Field("stderr", .anyText(), "text that standard error contains; empty: it holds nothing")
  static let stdout = Field("stdout", .anyText(), "text that standard output contains; empty: it holds nothing")
  static let accept = Field("accept", .flag, "true: it accepted the served certificates; offline only")
  static let cancel = Field("cancel", ValueParser<Reason>.word, "it cancelled, for this reason")
  static let phase = Field("phase", ValueParser<Phase>.word, "when it cancelled; default handshake")
  static let failed = Field(
    "failed", ValueParser<AdapterOutcome.FailureCause>.word, "it reached no decision, for this cause")

  static let table = Table(
    "outcome", subject: "an outcome", "What an ending of the program means.",
    [exit.key, stderr.key, stdout.key, accept.key, cancel.key, phase.key, failed.key])

  static let shape = ValueParser<AdapterManifest.OutcomeRule>.table(table) { entries in
    if !entries.has(exit), !entries.has(stderr), !entries.has(stdout) {
      entries.reader.report(
        at: entries.mapping.position, "an outcome without a condition would hide every error",
        help: "give 'exit', 'stderr' or 'stdout'")
    }
    if [entries.has(accept), entries.has(cancel), entries.has(failed)].count(where: \.self) != 1 {
      entries.reader.report(
        at: entries.mapping.position, "an outcome is either 'cancel' or 'failed', or 'accept' of an offline validator")
    }
    if entries[accept] == false {
      entries.reader.report(at: entries.position(accept), "a refusal is 'cancel' or 'failed'")
    }
    if entries.has(phase), !entries.has(cancel) {
      entries.reader.report(at: entries.keyPosition(phase), "'phase' belongs to 'cancel'")
    }
    let phase = entries[phase] ?? .handshake
    let (exit, stderr, stdout) = (entries[exit], entries[stderr], entries[stdout])
    let meaning: AdapterManifest.OutcomeRule.Meaning? =
      if entries.has(accept) {
        .accept
      } else if entries.has(cancel) {
        entries[cancel].map { .cancel($0, phase) }
      } else {
        entries[failed].map { .failed($0) }
      }
    return meaning.map {
      AdapterManifest.OutcomeRule(
        exitStatus: exit, standardError: stderr, standardOutput: stdout, meaning: $0,
        location: SourceLocation(entries.mapping.position))
    }
  }
}
