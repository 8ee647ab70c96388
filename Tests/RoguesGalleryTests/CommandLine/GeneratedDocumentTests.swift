import Foundation
import RoguePlatform
import RoguesGallery
import TestSupport
import Testing

@testable import rogues

/// The manual page and the completions are made from the table of verbs, the schemas from the tables that files are
/// read by; the files in `docs` are copies.
@Suite struct GeneratedDocumentTests {
  static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")

  /// Compares with the file, or writes it under `make record`.
  static func check(_ text: String, _ path: String) throws {
    let file = docs.appendingPathComponent(path)
    if Recording.isOn {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let kept = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(kept == text, "docs/\(path) is out of date: `make record` writes it anew")
  }

  /// Compares the part of a page that is made, or writes it under `make record`. A suite with two parts of one page is
  /// serialized.
  static func check(_ made: String, in page: String, from begin: String, to end: String) throws {
    let text = try String(contentsOf: docs.appendingPathComponent(page), encoding: .utf8)
    let start = try #require(text.range(of: begin + "\n"), "\(page) has no place for it")
    let stop = try #require(text.range(of: end), "\(page) has no end of it")
    let whole = text[..<start.upperBound] + "\n" + made + "\n" + text[stop.lowerBound...]
    try check(String(whole), page)
  }

  @Test func `the manual page matches this command line`() throws {
    try Self.check(ManualPage(verbs: CommandTable.shown).text, "reference/rogues.1")
  }

  @Test(arguments: Completions.Shell.allCases)
  func `completions are those of this command line`(shell: Completions.Shell) throws {
    let script = Completions(verbs: CommandTable.shown).script(for: shell)
    try Self.check(script, "reference/completions/rogues.\(shell.rawValue)")
  }

  @Test(arguments: Gallery.schemaNames)
  func `schemas are those of the files that this command reads, its defects and behaviours among them`(
    name: String
  ) async throws {
    let ending = try await BuiltCommand.run(["schema", name])
    #expect(ending.status == 0)
    try Self.check(ending.output, "reference/schema/\(name).schema.json")
  }

  @Test func `bash takes its completions, and offers verbs, flags and words`() throws {
    #expect(try Self.complete("rogues co", word: 1).sorted() == ["compare", "completions", "corpus", "coverage"])
    #expect(try Self.complete("rogues run --str", word: 2) == ["--strict"])
    #expect(try Self.complete("rogues run --color al", word: 3) == ["always"])
    #expect(try Self.complete("rogues schema w", word: 2) == ["world"])
    #expect(try Self.complete("rogues run --report ju", word: 3) == ["junit="])
    #expect(try Self.complete("rogues run --axes pair", word: 3) == ["pairwise"])
    #expect(try Self.complete("rogues pins im", word: 2) == ["import"])
  }

  /// What bash offers for a line whose last word is being completed.
  static func complete(_ line: String, word: Int) throws -> [String] {
    let script = docs.appendingPathComponent("reference/completions/rogues.bash").path
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let result = ChildCommand(
      program: "/bin/bash",
      arguments: [
        "--norc", "-c",
        "source '\(script)'; COMP_WORDS=(\(words)); COMP_CWORD=\(word); _rogues; printf '%s\\n' \"${COMPREPLY[@]}\"",
      ],
      environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 3_600_000
    ).runBlocking()
    #expect(result.ending == .exited(0))
    return String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
