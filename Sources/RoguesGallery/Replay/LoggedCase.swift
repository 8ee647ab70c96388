public import RogueModel

/// A case of an event log, with everything that is needed to run it again.
public struct LoggedCase: Sendable {
  /// The log's name for the case.
  public var id: String
  public var adapter: String
  /// The command line that runs it again, as words, without the command's name.
  public var words: [String]
  /// The moment from which the dates of its certificates count.
  public var clock: Timestamp
  /// Nil: the log does not say.
  public var responderPort: UInt16?
  public var verdict: Verdict
  /// The presentation of each step's first connection; nil: none.
  var presented: [[[UInt8]]?]

  init?(_ result: CaseResult, of header: RunHeader) {
    guard let line = ShellQuoting.words(of: result.reproduce), line.count > 1 else { return nil }
    id = result.caseID
    adapter = result.adapter
    words = Array(line.dropFirst())
    clock = result.clock ?? header.clock
    responderPort = header.responderPort
    verdict = result.judgement.verdict
    presented = Self.presented(result)
  }

  static func presented(_ result: CaseResult) -> [[[UInt8]]?] {
    result.steps.map { $0.observation.connections.lazy.compactMap(\.serverCertificates).first }
  }
}
