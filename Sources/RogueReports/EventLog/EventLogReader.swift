public import RogueModel

/// Reads an event log back into its events, for reports that are built later and for logs that are merged.
public struct EventLogReader: Sendable {
  /// The treatment of a log without a footer.
  public enum Truncation: Sendable, Hashable {
    /// An error: a report over half a run would look complete.
    case refused
    /// The events that there are, without a final one.
    case accepted
  }

  private let name: String
  private let truncation: Truncation

  /// - Parameter name: What error messages call the log, such as its path.
  public init(name: String, truncation: Truncation = .refused) {
    self.name = name
    self.truncation = truncation
  }

  /// Reads the whole log once, and keeps of it what must be known before its first event.
  ///
  /// Throws `bad-data` with the line's number for a line that is not JSON, not a line of a log or out of order, for a
  /// case that occurs twice without being a revision, and for a log that ends before its footer.
  public func check(_ source: LogSource) throws(HarnessFailure) -> CheckedLog {
    try CheckedLog(name: name, truncation: truncation, source)
  }

  /// The event of a line, without its end; nil: it belongs to the header.
  static func event(of line: ArraySlice<UInt8>) throws(EventLogMismatch) -> RunEvent? {
    let (type, json) = try parse(line)
    return try event(type, json)
  }

  static func parse(_ line: ArraySlice<UInt8>) throws(EventLogMismatch) -> (EventLog.LineType, JSON) {
    let json: JSON
    do {
      json = try JSON(parsing: line)
    } catch {
      throw EventLogMismatch(message: "no JSON: \(error)")
    }
    guard json.members != nil else { throw EventLogMismatch(message: "a JSON object is expected here") }
    return (try json.member("type", LogForm<EventLog.LineType>.word), json)
  }

  static func checkFormat(of header: JSON) throws(EventLogMismatch) {
    let format = try header.member("format", LogForm<Int>.count)
    guard format == EventLog.format else {
      let writer = header["version"]?.string.map { ": rogues \($0) wrote it" } ?? ""
      throw EventLogMismatch(
        message: "the log has format \(format), this command reads format \(EventLog.format)\(writer)")
    }
  }

  static func event(_ type: EventLog.LineType, _ json: JSON) throws(EventLogMismatch) -> RunEvent? {
    switch type {
    case .header: .started(try RunHeader.logForm.read(json))
    case .control: .controlFinished(try ControlResult.logForm.read(json))
    case .caseResult: .caseFinished(try CaseResult(json: json))
    case .plan: nil
    case .footer: .finished(try RunFooter.logForm.read(json))
    }
  }
}

extension EventLogMismatch {
  /// A result that revises nothing, or that is there already.
  fileprivate init(of result: CaseResult, _ isNew: Bool) {
    self.init(
      message: isNew
        ? "a revision of the case \(result.caseID) of \(result.adapter), which has no result yet"
        : "the case \(result.caseID) of \(result.adapter) appears twice")
  }
}

/// An event log without a mistake: its header with the plan, and its footer. Its other events are read when they are
/// asked for, and none is kept.
public struct CheckedLog: Sendable {
  /// Its name in messages, such as its path.
  public let name: String
  public let header: RunHeader
  /// Nil: the run was cut off.
  public let footer: RunFooter?
  let source: LogSource

  init(name: String, truncation: EventLogReader.Truncation, _ source: LogSource) throws(HarnessFailure) {
    var header: RunHeader?
    var footer: RunFooter?
    var judged: Set<CaseKey> = []
    var common: Set<String> = []
    var last = 0
    try source.forEachLine { (line, number, _) throws(HarnessFailure) in
      last = number
      if line.isEmpty { return }
      do throws(EventLogMismatch) {
        guard footer == nil else { throw EventLogMismatch(message: "there is more after the footer") }
        let (type, json) = try EventLogReader.parse(line)
        guard (header == nil) == (type == .header) else {
          throw EventLogMismatch(
            message: header == nil ? "the log does not begin with its header" : "a second header")
        }
        if type == .header { try EventLogReader.checkFormat(of: json) }
        if type == .plan {
          for var planned in try LoggedPlan.logForm.read(json).planned {
            planned.share(&common)
            header?.planned.append(planned)
          }
        }
        switch try EventLogReader.event(type, json) {
        case .started(let read)?: header = read
        case .finished(let read)?: footer = read
        case .caseFinished(let result)?:
          let isNew = judged.insert(CaseKey(result)).inserted
          guard isNew != (try json.member("revision", .flag)) else {
            throw EventLogMismatch(of: result, isNew)
          }
        case .caseStarted?, .caseWaits?, .controlFinished?, nil: break
        }
      } catch {
        throw HarnessFailure(.badData, "\(name):\(number): \(error.message)")
      }
    }
    guard let header else { throw HarnessFailure(.badData, "\(name): the log is empty") }
    guard footer != nil || truncation == .accepted else {
      throw HarnessFailure(
        .badData, "\(name):\(last): the log ends after this line, without its footer: the run was cut off")
    }
    self.name = name
    self.header = header
    self.footer = footer
    self.source = source
  }

  /// All events, in order.
  ///
  /// - Parameter lines: learns where the lines of cases are, in the log of that number.
  public func forEach(
    _ lines: (CaseLines, log: Int)? = nil, _ body: (RunEvent) throws(HarnessFailure) -> Void
  ) throws(HarnessFailure) {
    try body(.started(header))
    try source.forEachLine { (line, number, start) throws(HarnessFailure) in
      if line.isEmpty { return }
      let event: RunEvent?
      do throws(EventLogMismatch) { event = try EventLogReader.event(of: line) } catch {
        throw HarnessFailure(.badData, "\(name):\(number): \(error.message)")
      }
      switch event {
      case .started?, .finished?, nil: break
      case .caseFinished(let result)?:
        if let (lines, log) = lines { lines.note(CaseKey(result), start..<start + line.count, log: log) }
        try body(.caseFinished(result))
      case .caseStarted?, .caseWaits?, .controlFinished?: if let event { try body(event) }
      }
    }
    if let footer { try body(.finished(footer)) }
  }
}
