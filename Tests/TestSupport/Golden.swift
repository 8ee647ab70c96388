package import Foundation
package import Testing

/// Texts that are compared with a file in the `Golden` folder of the test's own target; `make record` writes the files
/// instead.
package enum Golden {
  /// The one beside the file of the test, or above it.
  package static func folder(for file: String = #filePath) -> URL {
    var place = URL(fileURLWithPath: file).deletingLastPathComponent()
    while place.path != "/" {
      let folder = place.appendingPathComponent("Golden")
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
      place.deleteLastPathComponent()
    }
    fatalError("\(file) belongs to no target with a folder Golden")
  }

  package static func check(
    _ text: String, _ name: String, file: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let golden = folder(for: file).appendingPathComponent(name)
    if Recording.isOn {
      try Data(text.utf8).write(to: golden)
      return
    }
    let expected = try String(decoding: Data(contentsOf: golden), as: UTF8.self)
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
      `make record` records it anew.
      """, sourceLocation: sourceLocation)
  }
}
