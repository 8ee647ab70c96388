import RogueLab
import RogueModel
import RoguePlatform
import RoguesGallery

/// The command line of `rogues-lab`, read.
enum LabCommand {
  case mutants(MutantRun)
  case checks(ChecksRun)
  case list
  case features
  case help
  /// Why the line cannot be read.
  case wrong(String)

  static let usage = """
    Usage: rogues-lab mutants [FLAGS] [SCENARIO...]
           rogues-lab checks [FLAGS] [SCENARIO...]
           rogues-lab list
           rogues-lab features

    A mutant is a validator or a client with one mistake. 'mutants' judges the mutants by the scenarios and reports which
    scenario catches which; 'list' prints their names and mistakes. Verdicts that depend on certificates and responders
    alone need no sockets; over sockets a mutant runs the cases in which it can differ from the right one. A mutant
    survives if no scenario of level must or should fails it. A scenario is idle if no mutant falls for its rogue.
    Neither changes the exit status.

    'checks' measures which check is caught in which circumstance: each rule left out and each mutant, as a validator that is
    wrong in that circumstance alone, and as one that is right in it alone. Without patterns it takes all scenarios and the
    cells of all tables. 'features' prints the circumstances: every feature of what a validator can see, with its values.

    Flags of 'mutants':

      -a, --adapter MUTANT   this mutant alone; repeatable
          --json             the report as JSON
          --live             every mutant runs every case over sockets
          --log FILE         the event log of every case, as with --live
          --axes AXES        as in 'rogues run'
      -j, --jobs N           cases at once
          --timeout SECONDS  deadline of one attempt
          --seed TEXT        the seed
      -q, --quiet            no progress

    Flags of 'checks':

          --check NAME       this form alone, or the forms of the rules whose names begin so; repeatable; lists each pair
          --feature NAME     this feature alone, or all of a thing (leaf, pins); repeatable
          --open             the open pairs, by circumstance
          --smallest         the smallest set of cases that catches every caught pair
          --json             the matrix as JSON
      -q, --quiet            no progress

    Examples:
      rogues-lab mutants 'pin/*' 'rotation/*'
      rogues-lab mutants -a mutant-ignores-crls 'revocation/*' --json
      rogues-lab checks 'pin/*' 'rotation/*'
      rogues-lab checks --check path/host-name --feature host
      rogues-lab checks --open --feature leaf.key

    """

  init(_ arguments: [String]) {
    if arguments.contains(where: ["-h", "--help"].contains) {
      self = .help
      return
    }
    switch arguments.first {
    case "mutants":
      do throws(LabUsageError) {
        self = .mutants(try Self.run(arguments))
      } catch {
        self = .wrong(error.text)
      }
    case "checks":
      do throws(LabUsageError) {
        self = .checks(try Self.checks(arguments))
      } catch {
        self = .wrong(error.text)
      }
    case "list" where arguments.count == 1: self = .list
    case "features" where arguments.count == 1: self = .features
    case nil, "help": self = .help
    case let other?: self = .wrong("there is no verb '\(other)'")
    }
  }

  var judges: Bool { if case .mutants = self { true } else { false } }

  func perform() async -> Int32 {
    switch self {
    case .mutants(let run): return await run.perform().rawValue
    case .checks(let run): return await run.perform().rawValue
    case .features: return Self.write(ChecksRun.features, .output, ExitStatus.asExpected)
    case .list:
      let lines = MutantAdapters.all.map { "\($0.description.name): \($0.description.summary)\n" }
      return Self.write(lines.joined(), .output, ExitStatus.asExpected)
    case .help: return Self.write(Self.usage, .output, ExitStatus.asExpected)
    case .wrong(let why): return Self.write("rogues-lab: \(why)\n", .error, ExitStatus.usage)
    }
  }

  private static func write(_ text: String, _ stream: StandardStream, _ status: ExitStatus) -> Int32 {
    (try? stream.write(text)) == nil ? ExitStatus.cannotWrite.rawValue : status.rawValue
  }

  private static func checks(_ arguments: [String]) throws(LabUsageError) -> ChecksRun {
    var run = ChecksRun()
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--check", "--feature":
        guard let value = rest.popFirst() else { throw LabUsageError(text: "\(argument) needs a value") }
        if argument == "--check" { run.checks.append(value) } else { run.features.append(value) }
      case "--open": run.listsOpen = true
      case "--smallest": run.listsSet = true
      case "--json": run.isJSON = true
      case "-q", "--quiet": run.isQuiet = true
      case _ where argument.hasPrefix("-"): throw LabUsageError(text: "there is no flag '\(argument)'")
      default: run.patterns.append(argument)
      }
    }
    return run
  }

  private static func run(_ arguments: [String]) throws(LabUsageError) -> MutantRun {
    var run = MutantRun()
    run.options.arguments = arguments
    run.options.program = "rogues-lab"
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      func value() throws(LabUsageError) -> String {
        guard let value = rest.popFirst() else { throw LabUsageError(text: "\(argument) needs a value") }
        return value
      }
      func number() throws(LabUsageError) -> Int {
        guard let number = Int(try value()), (1...3600).contains(number) else {
          throw LabUsageError(text: "\(argument) needs a number from 1 to 3600")
        }
        return number
      }
      switch argument {
      case "-a", "--adapter":
        let name = try value()
        guard MutantAdapters.named(name) != nil else { throw LabUsageError(text: "'\(name)' is not a mutant") }
        run.mutants.append(name)
      case "--json": run.isJSON = true
      case "--live": run.isLive = true
      case "-q", "--quiet": run.isQuiet = true
      case "--log":
        run.options.log = try value()
        run.isLive = true
      case "--axes":
        guard let axes = AxesSelection(text: try value()) else { throw LabUsageError(text: "--axes cannot be read") }
        run.options.axes = axes
      case "-j", "--jobs": run.options.jobs = try number()
      case "--timeout": run.options.timeoutMilliseconds = try number() * 1000
      case "--seed": run.options.seed = try value()
      case _ where argument.hasPrefix("-"): throw LabUsageError(text: "there is no flag '\(argument)'")
      default: run.options.patterns.append(argument)
      }
    }
    return run
  }
}

/// Why a command line cannot be read.
struct LabUsageError: Error {
  var text: String
}
