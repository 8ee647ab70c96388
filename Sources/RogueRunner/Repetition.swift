public import RogueModel

/// How to run one case of a run again: the words of a command line that mean the same adapter, scenario, catalogue,
/// clock and deadline.
///
/// Adapters and scenarios that the user named by a path are named by that path again, so the command works in the
/// folder in which the run was started.
public struct Repetition: Sendable, Hashable {
  /// The command, as it was called.
  public var program: String
  /// The words of the run's other flags, besides adapters and scenarios; without the seed.
  public var flags: [String]
  /// The adapters' names on the command line, by their own names, which are the default.
  public var adapters: [String: String]
  /// The scenario files that were named by their paths.
  public var files: Set<String>

  public init(
    program: String = "rogues", flags: [String] = [], adapters: [String: String] = [:], files: Set<String> = []
  ) {
    self.program = program
    self.flags = flags
    self.adapters = adapters
    self.files = files
  }

  /// The line for a shell.
  ///
  /// - Parameters:
  ///   - isAmongKeys: the scenario has cases with other keys.
  ///   - file: the scenario's.
  public func command(
    adapter: String, scenario: String, axes: AxisValues, isAmongKeys: Bool, file: String, seed: String
  ) -> String {
    // Every value that distinguishes this case. An id omits the usual key, and would mean the cases
    // with other keys as well.
    let values = axes.key == .p256 && isAmongKeys ? "\(axes),key=\(axes.key.rawValue)" : "\(axes)"
    var words = [program, "run"]
    words += Self.flag("--adapter", adapters[adapter] ?? adapter) + Self.flag("--seed", seed) + flags
    if files.contains(file) {
      words += ["--axes", values, file]
    } else {
      words.append("\(scenario)[\(values)]")
    }
    return words.map(ShellQuoting.quote).joined(separator: " ")
  }

  /// A flag whose value may begin with a dash.
  private static func flag(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }
}
