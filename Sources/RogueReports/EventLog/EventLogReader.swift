public import RogueModel

/// Reads an event log back into its events, for reports that are built later and for logs that are merged.
public struct EventLogReader: Sendable {
  /// What a log without a footer means.
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

  /// The events of a log, in order.
  ///
  /// Throws `bad-data` with the line's number for a line that is not JSON, not a line of a log or out of order, for a
  /// case that occurs twice without being a revision, and for a log that ends before its footer.
  public func events(in log: some Sequence<UInt8>) throws(HarnessFailure) -> [RunEvent] {
    var events: [RunEvent] = []
    var judged: Set<String> = []
    var isOver = false
    var number = 0
    var format = EventLog.format
    // What follows the last newline is nothing, or a line that was cut off while it was written.
    for line in Array(log).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      number += 1
      if line.isEmpty { continue }
      do throws(EventLogMismatch) {
        guard !isOver else { throw EventLogMismatch(message: "there is more after the footer") }
        var (type, json) = try Self.parse(line)
        guard events.isEmpty == (type == .header) else {
          throw EventLogMismatch(
            message: events.isEmpty ? "the log does not begin with its header" : "a second header")
        }
        if type == .header { format = try Self.format(of: json) }
        json = OlderFormats.renewed(json, format: format)
        if type == .plan, case .started(var header)? = events.first {
          try header.add(plan: json)
          events[0] = .started(header)
        }
        guard let event = try Self.event(type, json) else { continue }
        if case .caseFinished(let result) = event {
          let isNew = judged.insert(EventLog.key(result)).inserted
          guard isNew != (try json.flag("revision")) else {
            throw EventLogMismatch(
              message: isNew
                ? "a revision of the case \(result.caseID) of \(result.adapter), which has no result yet"
                : "the case \(result.caseID) of \(result.adapter) appears twice")
          }
        }
        isOver = type == .footer
        events.append(event)
      } catch {
        throw HarnessFailure(.badData, "\(name):\(number): \(error.message)")
      }
    }
    guard !events.isEmpty else { throw HarnessFailure(.badData, "\(name): the log is empty") }
    guard isOver || truncation == .accepted else {
      throw HarnessFailure(
        .badData, "\(name):\(number): the log ends after this line, without its footer: the run was cut off")
    }
    return events
  }

  private static func parse(_ line: ArraySlice<UInt8>) throws(EventLogMismatch) -> (EventLog.LineType, JSON) {
    let json: JSON
    do {
      json = try JSON(parsing: line)
    } catch {
      throw EventLogMismatch(message: "no JSON: \(error)")
    }
    guard json.members != nil else { throw EventLogMismatch(message: "a JSON object is expected here") }
    return (try json.word("type", as: EventLog.LineType.self), json)
  }

  private static func format(of header: JSON) throws(EventLogMismatch) -> Int {
    let format = try header.number("format", as: Int.self)
    guard EventLog.readable.contains(format) else {
      let writer = header["version"]?.string.map { ": rogues \($0) wrote it" } ?? ""
      throw EventLogMismatch(
        message: "the log has format \(format), this command reads formats \(EventLog.readable.lowerBound) to "
          + "\(EventLog.readable.upperBound)\(writer)")
    }
    return format
  }

  private static func event(_ type: EventLog.LineType, _ json: JSON) throws(EventLogMismatch) -> RunEvent? {
    switch type {
    case .header:
      return .started(try RunHeader(json: json))
    case .control: return .controlFinished(try ControlResult(json: json))
    case .caseResult: return .caseFinished(try CaseResult(json: json))
    case .plan: return nil
    case .footer: return .finished(try RunFooter(json: json))
    }
  }
}
