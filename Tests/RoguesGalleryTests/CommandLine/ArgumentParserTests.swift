import RogueModel
import RoguesGallery
import Testing

@testable import rogues

@Suite struct ArgumentParserTests {
  static func parse(_ arguments: String...) throws -> ArgumentParser.Request {
    try ArgumentParser(verbs: CommandTable.verbs).parse(arguments)
  }

  static func invocation(_ arguments: [String]) throws -> Invocation {
    guard case .run(_, let invocation) = try ArgumentParser(verbs: CommandTable.verbs).parse(arguments) else {
      throw UsageError("no invocation")
    }
    return invocation
  }

  static func failure(_ arguments: String...) -> UsageError? {
    #expect(throws: UsageError.self) { _ = try ArgumentParser(verbs: CommandTable.verbs).parse(arguments) }
  }

  @Test func `flags can be anywhere, in every form`() throws {
    for arguments in [
      ["run", "trust/*", "--adapter", "curl", "-j", "4", "pin/*"],
      ["run", "--adapter=curl", "trust/*", "-j4", "pin/*"],
      ["run", "-a", "curl", "--jobs=4", "trust/*", "pin/*"],
      ["run", "-acurl", "--jobs", "4", "--", "trust/*", "pin/*"],
    ] {
      let invocation = try Self.invocation(arguments)
      #expect(invocation.operands == ["trust/*", "pin/*"])
      #expect(invocation.values(.adapter) == ["curl"])
      #expect(invocation.value(.jobs) == "4")
      #expect(invocation.arguments == arguments)
    }
  }

  @Test func `short flags without a value can be joined`() throws {
    let invocation = try Self.invocation(["run", "-vna", "curl"])
    #expect(invocation.has(.verbose))
    #expect(invocation.has(.dryRun))
    #expect(invocation.values(.adapter) == ["curl"])
  }

  @Test func `after two dashes everything is an operand`() throws {
    let invocation = try Self.invocation(["run", "-a", "curl", "--", "--strict", "-v"])
    #expect(invocation.operands == ["--strict", "-v"])
    #expect(!invocation.has(.strict))
  }

  @Test func `a value may hold an equals sign, be empty, or be a dash`() throws {
    let invocation = try Self.invocation(["run", "--report", "junit=a=b", "--seed=", "--log", "-", "-a", "x"])
    #expect(invocation.values(.report) == ["junit=a=b"])
    #expect(invocation.value(.seed) == "")
    #expect(invocation.value(.log) == "-")
  }

  @Test func `flags that repeat keep their order, others occur once`() throws {
    #expect(try Self.invocation(["run", "-a", "b", "-a", "a"]).values(.adapter) == ["b", "a"])
    #expect(Self.failure("run", "--seed", "1", "--seed", "2")?.message == "--seed is given twice")
    #expect(Self.failure("run", "-v", "-v")?.message == "--verbose is given twice")
  }

  struct Slip: Sendable {
    var arguments: [String]
    var message: String
    var help: String?

    init(_ arguments: [String], _ message: String, _ help: String?) {
      (self.arguments, self.message, self.help) = (arguments, message, help)
    }
  }

  static let slips: [Slip] = [
    Slip(["rnu"], "there is no verb 'rnu'", "did you mean 'run'?"),
    Slip(["run", "--adaptor", "x"], "'run' has no flag '--adaptor'", "did you mean '--adapter'?"),
    Slip(["run", "--colour", "x"], "'run' has no flag '--colour'", "did you mean '--color'?"),
    Slip(["run", "--color", "alway"], "--color cannot be 'alway'", "did you mean 'always'?"),
    Slip(["schema", "scenari"], "'schema' does not know 'scenari'", "did you mean 'scenario'?"),
    Slip(["help", "explian"], "'help' does not know 'explian'", "did you mean 'explain'?"),
    Slip(["completions", "powershell"], "'completions' does not know 'powershell'", "one of: bash, zsh, fish"),
    Slip(["run", "--seed"], "--seed needs a value: --seed TEXT", nil),
    Slip(
      ["run", "--seed", "--strict"], "--seed needs a value: --seed TEXT", "if '--strict' is the value: --seed=--strict"
    ),
    Slip(["run", "--strict=yes"], "--strict takes no value", nil), Slip(["explain"], "'explain' needs ID...", nil),
    Slip(["version", "x"], "'version' takes no 'x'", nil),
    Slip(["schema", "world", "scenario"], "'schema' has no use for 'scenario'", nil),
    Slip(["--adapter", "curl"], "a verb must come before '--adapter'", "such as: rogues run --adapter"),
  ]

  @Test(arguments: slips)
  func `an unknown or misplaced argument is reported with a remedy`(slip: Slip) throws {
    let error = #expect(throws: UsageError.self) {
      _ = try ArgumentParser(verbs: CommandTable.verbs).parse(slip.arguments)
    }
    #expect(error?.message == slip.message)
    #expect(error?.help == slip.help)
  }

  @Test func `help works anywhere, for the command and each verb`() throws {
    for arguments in [["--help"], ["-h"]] {
      guard case .help(nil) = try ArgumentParser(verbs: CommandTable.verbs).parse(arguments) else {
        Issue.record("no help for \(arguments)")
        return
      }
    }
    for verb in CommandTable.verbs {
      guard case .help(let asked?) = try Self.parse(verb.name, "-h") else {
        Issue.record("no help for \(verb.name)")
        return
      }
      #expect(asked.name == verb.name)
    }
    // Operands that are missing do not stand in the way of help.
    guard case .help(_?) = try Self.parse("explain", "--help") else {
      Issue.record("no help without an id")
      return
    }
  }

  @Test func `an empty command line requests the short help, --version the version`() throws {
    guard case .nothing = try Self.parse(), case .version = try Self.parse("--version") else {
      Issue.record("wrong request")
      return
    }
  }

  @Test func `the hidden verb is never suggested`() {
    #expect(Self.failure("negative-contro")?.help?.contains("negative") != true)
    #expect(Self.failure("zzzzzz")?.help?.contains("negative") != true)
  }
}
