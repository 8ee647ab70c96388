import Foundation
import Testing

/// What a run keeps of a case is a few hundred bytes, whatever evidence there is of it.
@Suite struct RunMemoryTests {
  /// Bytes of a case that may stay in memory until the end: a tenth of its line in the log, names of cells included, and
  /// what the allocator cannot give back.
  private static let kept = 8192

  /// The cases of a run with every report, and the most memory that it had, in bytes.
  private static func run(_ pattern: String, _ place: TemporaryWorkplace) throws -> (cases: Int, peak: Int) {
    let log = place.path("\(UUID().uuidString).jsonl")
    let reports = ["junit", "ctrf", "sarif", "tap", "markdown"].flatMap { ["--report", "\($0)=\(log).\($0)"] }
    let command = try RunningCommand(
      ["run", "--adapter", "accept-all", "--quiet", "--axes", "tls=1.3", "--log", log] + reports + [pattern], in: place)
    var peak = 0
    command.wait {
      peak = max(peak, command.peak ?? 0)
      return false
    }
    let ending = command.ending()
    #expect(ending.status == 1, "\(ending.error)")
    let cases = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count {
      $0.hasPrefix(#"{"type":"case""#)
    }
    return (cases, peak)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `a run with a thousand more cases needs hardly more memory`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let part = try Self.run("pin/table[kind=spki,position=leaf]", place)
      let whole = try Self.run("pin/table", place)
      let more = whole.cases - part.cases
      #expect(part.cases > 100 && more > 900 && part.peak > 0)
      #expect((whole.peak - part.peak) / more < Self.kept, "\(part), \(whole)")
    }
  }
}
