/// The command's exit codes (documented in docs/reference/verdicts.md); never a count.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case asExpected = 0
  /// A verdict that fails, at must or should; a deviation when strict.
  case unexpected = 1
  /// Nothing failed, but something proved nothing.
  case onlyInconclusive = 2
  /// No new failure, but the baseline has outdated entries.
  case staleBaseline = 3
  /// Nothing selected, nothing judged, or a required `must` is unsupported.
  case nothingJudged = 4
  case usage = 64
  case badData = 65
  case adapterUnavailable = 69
  case `internal` = 70
  case cannotCreate = 73
  case cannotWrite = 74
  case interrupted = 130
}
