internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// The requested reports, each with its file.
///
/// Files are opened before anything is run, so that a wrong path costs nothing.
struct ReportOutputs {
  let recorders: [any Recorder]
  private let files: [WholeFile]
  private let continued: [FileAppender]

  /// - Parameters:
  ///   - table: the run's, which records each event before.
  ///   - evidence: the folder for the run's evidence, which gets an index; nil: none.
  ///   - pages: the content of pages about scenarios; evaluated only if there is a page.
  init(
    _ requests: [RunOptions.ReportRequest], table: RunTable, evidence: String? = nil,
    pages: () -> PageReferences
  ) throws(HarnessFailure) {
    var recorders: [any Recorder] = []
    var files: [WholeFile] = []
    var continued: [FileAppender] = []
    var texts: [(report: WholeRunRecorder.Report, write: ReportWriter)] = []
    for request in requests {
      guard let report = WholeReport.all.first(where: { $0.name == request.kind.rawValue }) else {
        let folder = try PageFolder(request.path)
        var references = pages()
        references.history = try folder.history
        recorders.append(HTMLRecorder(table: table, references: references, write: folder.writer))
        continue
      }
      let write: ReportWriter
      if request.path == "-" {
        write = StandardWriters.output
      } else if report.appends {
        let path = request.path
        let file = try Self.appender(path)
        continued.append(file)
        write = { text throws(HarnessFailure) in
          do throws(SystemError) { try file.append(text) } catch { throw HarnessFailure(.files, error.description) }
        }
      } else {
        write = try Self.writer(request.path, &files)
      }
      texts.append((report.write, write))
    }
    if let evidence {
      let index: WholeRunRecorder.Report = { run, write throws(HarnessFailure) in
        try EvidenceIndex.write(run, in: evidence, to: write)
      }
      texts.append((index, try Self.writer("\(evidence)/README.md", &files)))
    }
    if !texts.isEmpty {
      recorders.append(
        WholeRunRecorder(table: table, reports: texts, in: try? Files.workingDirectory()))
    }
    self.recorders = recorders
    self.files = files
    self.continued = continued
  }

  private static func writer(_ path: String, _ files: inout [WholeFile]) throws(HarnessFailure)
    -> ReportWriter
  {
    let file: WholeFile
    do throws(SystemError) { file = try WholeFile(path) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    files.append(file)
    return { text throws(HarnessFailure) in
      do throws(SystemError) { try file.append(text) } catch {
        throw HarnessFailure(.files, error.description)
      }
    }
  }

  private static func appender(_ path: String) throws(HarnessFailure) -> FileAppender {
    do throws(SystemError) { return try FileAppender(path, truncates: false) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }

  /// Closes the files.
  func finish() throws(HarnessFailure) {
    do throws(SystemError) {
      for file in files { try file.close() }
      for file in continued { try file.close() }
    } catch { throw HarnessFailure(.files, error.description) }
  }
}
