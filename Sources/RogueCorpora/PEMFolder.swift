public import RogueModel

/// A folder of PEM files with `cases.csv` (RFC 4180): the form for tools that read neither JSON nor our catalogue.
///
/// The columns are `id`, `expected` (`accept` or `cancel`), `host`, `time` (RFC 3339 in UTC), `status` (`required`, `if-known`, or
/// empty: revocation is not checked), `folder` and `description`. Each folder has `chain.pem` (the leaf first) and `trusted.pem`,
/// and may have `crls.pem` and `key.pem`.
public enum PEMFolder {
  public static let name = "pem"
  public static let index = "cases.csv"
  static let columns = ["id", "expected", "host", "time", "status", "folder", "description"]

  /// - Parameter path: of the folder, whose last part names the corpus.
  public static func corpus(_ files: CorpusFiles, named path: String) throws(HarnessFailure) -> Corpus {
    let rows = try CSV.rows(try files.read(index), named: index)
    guard let header = rows.first, header.cells == columns else {
      throw HarnessFailure(.badData, "\(index):1: the columns are not \(columns.joined(separator: ","))")
    }
    var cases: [CorpusCase] = []
    var seen: Set<String> = []
    for row in rows.dropFirst() {
      guard row.cells.count == columns.count else {
        throw problem(row, "\(row.cells.count) columns, where \(columns.count) are expected")
      }
      guard !row.cells[0].isEmpty else { throw problem(row, "'id' is empty") }
      guard seen.insert(row.cells[0]).inserted else { throw problem(row, "another case has the id '\(row.cells[0])'") }
      cases.append(try self.case(row, files))
    }
    guard !cases.isEmpty else { throw HarnessFailure(.badData, "\(index): there is no case") }
    let folder = CorpusCase.slug(of: path.split(separator: "/").last.map(String.init) ?? name, distinct: false)
    return Corpus(name: folder, cases: cases)
  }

  private static func problem(_ row: CSV.Row, _ text: String) -> HarnessFailure {
    HarnessFailure(.badData, "\(index):\(row.line): \(text)")
  }

  private static func `case`(_ row: CSV.Row, _ files: CorpusFiles) throws(HarnessFailure) -> CorpusCase {
    let cells = row.cells
    let (expected, host, moment, status, folder) = (cells[1], cells[2], cells[3], cells[4], cells[5])
    guard expected == "accept" || expected == "cancel" else {
      throw problem(row, "'expected' is '\(expected)', and neither accept nor cancel")
    }
    guard ["", "required", "if-known"].contains(status) else {
      throw problem(row, "'status' is '\(status)', and neither required nor if-known nor empty")
    }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, !parts.contains(""), !parts.contains(".."), !parts.contains(".") else {
      throw problem(row, "'folder' is '\(folder)', and not a path below \(index)")
    }
    var time: Timestamp?
    if !moment.isEmpty {
      guard let read = Timestamp(moment) else {
        throw problem(row, "'time' is '\(moment)', and not a moment such as 2026-11-20T12:00:00Z")
      }
      time = read
    }
    func blocks(_ label: PEM.Label, _ file: String) throws(HarnessFailure) -> [[UInt8]] {
      let path = "\(folder)/\(file)"
      let bytes = try files.read(path)
      guard let found = CorpusFiles.blocks(label, in: bytes) else {
        throw HarnessFailure(.badData, "\(path): a block of PEM '\(label.rawValue)' cannot be decoded")
      }
      // An empty file holds nothing on purpose.
      guard !found.isEmpty || bytes.isEmpty else {
        throw HarnessFailure(.badData, "\(path): no block of PEM '\(label.rawValue)'")
      }
      return found
    }
    func optional(_ label: PEM.Label, _ file: String) throws(HarnessFailure) -> [[UInt8]] {
      files.exists("\(folder)/\(file)") ? try blocks(label, file) : []
    }
    let chain = try blocks(.certificate, "chain.pem")
    guard !chain.isEmpty else { throw HarnessFailure(.badData, "\(folder)/chain.pem: there is no certificate") }
    let trusted = try blocks(.certificate, "trusted.pem")
    return CorpusCase(
      id: cells[0], description: cells[6], leaf: chain[0], key: try optional(.privateKey, "key.pem").first,
      intermediates: Array(chain.dropFirst()), trusted: trusted, crls: try optional(.crl, "crls.pem"),
      requiresStatus: status.isEmpty ? nil : status == "required",
      peer: host.isEmpty ? nil : HostName.isAddress(host) ? .address(host) : .dns(host), time: time,
      isAccepted: expected == "accept", obstacle: host.isEmpty ? nil : CorpusCase.problem(withName: host))
  }

  /// The files of a corpus, by their path below its folder.
  public static func files(_ cases: [CorpusCase]) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    var rows = [columns]
    for item in cases {
      let folder = item.slug
      files.append(("\(folder)/chain.pem", PEM.encode(.certificate, all: [item.leaf] + item.intermediates)))
      files.append(("\(folder)/trusted.pem", PEM.encode(.certificate, all: item.trusted)))
      if !item.crls.isEmpty { files.append(("\(folder)/crls.pem", PEM.encode(.crl, all: item.crls))) }
      if let key = item.key { files.append(("\(folder)/key.pem", PEM.encode(.privateKey, key))) }
      rows.append([
        item.id, item.isAccepted ? "accept" : "cancel", item.host ?? "", item.time?.description ?? "",
        item.requiresStatus.map { $0 ? "required" : "if-known" } ?? "", folder, item.description,
      ])
    }
    return [(index, Array(rows.map(CSV.line).joined().utf8))] + files
  }
}

/// Comma-separated values (RFC 4180).
enum CSV {
  struct Row {
    /// 1-based.
    var line: Int
    var cells: [String]
  }

  static func line(_ cells: [String]) -> String {
    cells.map { cell in
      cell.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        ? "\"\(cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"" : cell
    }.joined(separator: ",") + "\n"
  }

  static func rows(_ bytes: [UInt8], named file: String) throws(HarnessFailure) -> [Row] {
    guard let text = String(validating: CorpusFiles.withoutMark(bytes), as: UTF8.self) else {
      throw HarnessFailure(.badData, "\(file): not text in UTF-8")
    }
    var rows: [Row] = []
    var (row, cell) = (Row(line: 1, cells: []), "")
    var (line, isQuoted, wasQuoted) = (1, false, false)
    var scalars = text.unicodeScalars.filter { $0 != "\r" }[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\n" { line += 1 }
      if isQuoted {
        guard scalar == "\"" else {
          cell.unicodeScalars.append(scalar)
          continue
        }
        if scalars.first == "\"" {
          cell.append("\"")
          scalars.removeFirst()
        } else {
          (isQuoted, wasQuoted) = (false, true)
        }
        continue
      }
      guard !wasQuoted || scalar == "," || scalar == "\n" else {
        throw HarnessFailure(.badData, "\(file):\(row.line): text follows a closing quotation mark")
      }
      switch scalar {
      case "\"" where cell.isEmpty: isQuoted = true
      case "\"":
        throw HarnessFailure(.badData, "\(file):\(row.line): a quotation mark stands inside a cell without quotes")
      case ",":
        row.cells.append(cell)
        (cell, wasQuoted) = ("", false)
      case "\n":
        row.cells.append(cell)
        if row.cells != [""] { rows.append(row) }
        (row, cell, wasQuoted) = (Row(line: line, cells: []), "", false)
      default: cell.unicodeScalars.append(scalar)
      }
    }
    guard !isQuoted else { throw HarnessFailure(.badData, "\(file):\(row.line): a quotation mark is not closed") }
    if !cell.isEmpty || !row.cells.isEmpty { rows.append(Row(line: row.line, cells: row.cells + [cell])) }
    return rows
  }
}
