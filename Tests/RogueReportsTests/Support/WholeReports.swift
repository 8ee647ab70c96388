import RogueModel

@testable import RogueReports

/// Reports over events in memory.

extension CaseRows {
  init(events: some Sequence<RunEvent>) { self = events.reduce(into: CaseRows()) { $0.add($1) } }
}

extension MatrixReport {
  init(events: some Sequence<RunEvent>) { self.init(CaseRows(events: events)) }

  func text(style: ReportStyle, options: MatrixOptions = MatrixOptions()) -> String {
    lines(style, options).joined(separator: "\n") + "\n"
  }
}

extension ScenarioCell {
  /// "deviation 1/2".
  var text: String { "\(worst.rawValue) \(count)/\(cases)" }
}

extension HTMLReport {
  init(events: some Sequence<RunEvent>, references: PageReferences = PageReferences()) {
    let table = RunTable()
    self.init(table: table, references: references)
    for event in events {
      table.record(event)
      add(event)
    }
  }

  var files: [PageFile] {
    var files: [PageFile] = []
    // Nothing that only collects fails.
    try? write { (file) throws(HarnessFailure) in
      if file.continues { files[files.count - 1].bytes += file.bytes } else { files.append(file) }
    }
    return files
  }
}

extension PageFile {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension EventLogReader {
  func events(in log: some Sequence<UInt8>) throws -> [RunEvent] {
    var events: [RunEvent] = []
    try check(LogSource(Array(log))).forEach { events.append($0) }
    return events
  }
}
