import Foundation
import Testing

/// Java runs a single file, and each adapter is to be copied as it is: so the two have one text twice.
@Suite struct JavaAdaptersTests {
  static let adapters = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Adapters")

  /// What follows the heading.
  private static func ending(of adapter: String) throws -> Substring {
    let file = adapters.appendingPathComponent(adapter).appendingPathComponent("Adapter.java")
    let text = try String(contentsOf: file, encoding: .utf8)
    let heading = try #require(text.range(of: "// -- Words, files, JSON"), "\(adapter)")
    return text[heading.upperBound...]
  }

  @Test func `JSSE's and OkHttp's read and write the contract in the same words`() throws {
    let text = try Self.ending(of: "java-jsse")
    #expect(text.split(separator: "\n").count > 150)
    #expect(try Self.ending(of: "okhttp") == text)
  }
}
