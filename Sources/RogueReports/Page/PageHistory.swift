public import RogueModel

/// What earlier runs found, as `history.json` of a page: it is the one file that a new page in the same folder continues.
public struct PageHistory: Sendable {
  public static let path = "history.json"
  /// Runs that are kept, the newest: about a year of nights.
  private static let most = 400

  /// One validator in one run.
  struct Entry {
    var clock: String
    var rogues: String
    var version: String
    /// Ids of the scenarios that it failed, at levels that count.
    var failures: Set<String>
  }

  private var runs: [JSON]

  public init() { runs = [] }

  /// - Throws: why the bytes are no history.
  public init(parsing bytes: [UInt8]) throws(HarnessFailure) {
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw HarnessFailure(.badData, "\(Self.path) of the page is not JSON: \(error.message)")
    }
    guard json["version"]?.integer == 1, let runs = json["runs"]?.array, runs.allSatisfy(Self.isRun) else {
      throw HarnessFailure(.badData, "\(Self.path) of the page is no history of rogues; remove it to begin a new one")
    }
    self.runs = runs
  }

  private static func isRun(_ json: JSON) -> Bool {
    json["clock"]?.string != nil && json["rogues"]?.string != nil && json["validators"]?.members != nil
  }

  /// Takes in a run; one that was cut off is left out, because what it lacks would look fixed.
  mutating func add(_ model: PageModel) {
    guard model.isComplete, let header = model.header else { return }
    let validators = model.adapters.enumerated().map { column, adapter in
      let tally = model.tallies[column]
      let failures = model.rows.filter { $0.cells[column]?.isFailure == true }.map(
        \.results.scenario)
      var members: [JSON.Member] = [
        .init("library", .string(adapter.library)), .init("version", .string(adapter.version)),
        .init("passed", .integer(Int64(tally.passed + tally.partly))),
      ]
      // Most nights change nothing: what is not there is what it was.
      if entries(of: adapter.name).last?.failures != Set(failures) {
        members.append(.init("failures", .array(failures.sorted().map { .string($0) })))
      }
      return JSON.Member(adapter.name, .object(members))
    }
    runs.append(
      .object([
        .init("clock", .string(header.clock.description)), .init("rogues", .string(header.version)),
        .init("validators", .object(validators)),
      ]))
    if runs.count > Self.most { runs.removeFirst(runs.count - Self.most) }
  }

  /// The runs of a validator, the oldest first.
  func entries(of adapter: String) -> [Entry] {
    var entries: [Entry] = []
    for run in runs {
      guard let own = run["validators"]?[adapter] else { continue }
      // The run that said what failed may be forgotten.
      guard
        let failures = own["failures"]?.array.map({ Set($0.compactMap(\.string)) }) ?? entries.last?.failures
      else { continue }
      entries.append(
        Entry(
          clock: run["clock"]?.string ?? "", rogues: run["rogues"]?.string ?? "", version: own["version"]?.string ?? "",
          failures: failures))
    }
    return entries
  }

  var file: PageFile {
    PageFile(path: Self.path, text: JSON.object([.init("version", 1), .init("runs", .array(runs))]).line + "\n")
  }
}
