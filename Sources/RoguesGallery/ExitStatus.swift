internal import RogueModel

/// The command's exit codes; never a count. Help, the manual page and docs/reference/verdicts.md have their meaning.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case asExpected = 0
  case unexpected = 1
  case onlyInconclusive = 2
  case staleBaseline = 3
  case nothingJudged = 4
  case usage = 64
  case badData = 65
  case adapterUnavailable = 69
  case `internal` = 70
  case cannotCreate = 73
  case cannotWrite = 74
  case interrupted = 130

  public var meaning: String {
    switch self {
    case .asExpected: "everything was as expected; for compare: everything was judged"
    case .unexpected:
      "\(Self.failures) at must or should (with --strict also deviation) that no baseline accepts; for diff: something "
        + "regressed"
    case .onlyInconclusive: "nothing failed, but a case was inconclusive; for diff: something is no longer judged"
    case .staleBaseline: "no new failure, but the baseline has outdated entries"
    case .nothingJudged:
      "nothing was selected or judged, or nothing of what the profile requires, or an adapter is still a template"
    case .usage: "the command line is wrong: an unknown verb, flag or adapter"
    case .badData: "a world, scenario, adapter, profile, baseline or log has errors, or a program is no adapter"
    case .adapterUnavailable: "the program of an adapter is not installed"
    case .internal: "the harness itself failed, or the machine ran out of something that it names"
    case .cannotCreate: "a file cannot be created"
    case .cannotWrite: "a file cannot be written"
    case .interrupted: "interrupted; the event log is closed as incomplete"
    }
  }

  private static var failures: String {
    let words = Verdict.allCases.filter { $0.kind == .failure }.map(\.rawValue)
    return words.dropLast().joined(separator: ", ") + words.suffix(1).map { " or \($0)" }.joined()
  }
}
