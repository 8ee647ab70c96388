internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import Synchronization

/// The folder of a run's page (`--report html=DIR`): a new one, an empty one, or one that an earlier page is in.
///
/// The earlier page is removed before the run starts, so that it cannot pass for this one. A folder with other contents
/// is refused.
final class PageFolder: Sendable {
  /// It says whose folder this is, to people and to the next run.
  static let note = "rogues-page.txt"
  /// The parts of a page, at the top of its folder.
  static let parts = [
    "index.html", "requirements.html", "page.css", "page.js", "data.js", "matrix.csv", "matrix.json", "families",
    "scenarios",
    "validators", "findings", "badges",
  ]

  private let folder: String
  private let made = Mutex<Set<String>>([])

  init(_ path: String) throws(HarnessFailure) {
    folder = path
    let isForeign: Bool
    do throws(SystemError) {
      try Files.makeDirectory(path)
      let isEmpty = try Files.list(path).isEmpty
      isForeign = !isEmpty && !Files.exists("\(path)/\(Self.note)")
      if !isForeign {
        try Files.write(
          "rogues wrote this folder (--report html=DIR), and replaces its contents next time. Open index.html.\n",
          to: "\(path)/\(Self.note)")
        for part in Self.parts { try Files.removeTree("\(path)/\(part)") }
      }
    } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    guard !isForeign else {
      throw HarnessFailure(
        .cannotCreate,
        "\(path) is not empty, and no page of rogues is in it; name a new folder: --report html=\(path)/rogues")
    }
  }

  /// What earlier runs found whose page was here.
  var history: PageHistory {
    get throws(HarnessFailure) {
      let path = "\(folder)/\(PageHistory.path)"
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try Files.read(path, cap: 256 << 20)
      } catch {
        guard error.isMissing else { throw HarnessFailure(.files, error.description) }
        return PageHistory()
      }
      return try PageHistory(parsing: bytes)
    }
  }

  var writer: PageWriter {
    { [self] file throws(HarnessFailure) in
      do throws(SystemError) {
        if let end = file.path.lastIndex(of: "/") {
          let parent = String(file.path[..<end])
          if made.withLock({ $0.insert(parent).inserted }) { try Files.makeDirectory("\(folder)/\(parent)") }
        }
        if file.continues {
          let end = try FileAppender("\(folder)/\(file.path)", truncates: false)
          try end.append(file.bytes)
          try end.close()
        } else {
          try Files.write(file.bytes, to: "\(folder)/\(file.path)")
        }
      } catch {
        throw HarnessFailure(.files, error.description)
      }
    }
  }
}
