import Foundation
import TestSupport
import Testing

/// What `import RogueTesting` brings into somebody's test file, name by name.
struct PublicSurfaceTests {
  /// Every public declaration of a target, as far as it stands on its first line.
  private static func declarations(of target: String) throws -> [String] {
    let folder = BuiltCommand.root.appendingPathComponent("Sources/\(target)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try files.sorted().flatMap { file in
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).components(separatedBy: "\n")
        .filter { line in
          let words = line.split(separator: " ").map(String.init)
          return words.contains("public") && !words.contains("import") && words.first != "///" && words.first != "//"
        }
        .map { line in
          let end = line.range(of: " {")?.lowerBound ?? line.endIndex
          return String(line[..<end])
        }
    }
  }

  @Test func `the package exports the names of the golden file`() throws {
    let text = try ["RogueTesting", "RogueContract"]
      .map { "# \($0)\n" + (try Self.declarations(of: $0).joined(separator: "\n")) + "\n" }.joined(separator: "\n")
    try Golden.check(text, "public-surface.txt")
  }

  @Test func `the package exports nothing else`() throws {
    let sources = try ArchitectureTests.sources()
    let exports = sources.filter { $0.text.contains("@_exported") }
    #expect(
      Set(exports.map(\.path)) == ["RogueModel/Exports.swift", "RogueTesting/ExpectConformance.swift"])
    for source in exports {
      let lines = source.text.split(separator: "\n").filter { $0.contains("@_exported") }
      #expect(lines == ["@_exported public import RogueContract"], "\(source.path)")
    }
  }
}
