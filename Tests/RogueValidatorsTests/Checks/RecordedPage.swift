import Foundation
import TestSupport
import Testing

/// A page of `docs` that is made from measurements.
enum RecordedPage {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")

  /// Compares with the file, or writes it under `make record`.
  static func check(_ text: String, _ path: String) throws {
    let file = docs.appending(path: path)
    if Recording.isOn { try Data(text.utf8).write(to: file) }
    let kept = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(kept == text, "docs/\(path) is out of date: `make record` writes it anew")
  }
}
