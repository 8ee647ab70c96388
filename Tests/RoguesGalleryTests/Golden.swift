import Foundation
import Testing

/// Texts that are compared with a file in `Golden`; `ROGUES_RECORD=1` writes the files instead.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static func check(_ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["ROGUES_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let (old, new) = (
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    Issue.record(
      """
      \(name) differs from line \(line + 1):
      expected: \(line < old.count ? old[line] : "(the end)")
      now:      \(line < new.count ? new[line] : "(the end)")
      ROGUES_RECORD=1 records it anew.
      """, sourceLocation: sourceLocation)
  }
}
