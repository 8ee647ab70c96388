import Foundation
import TestSupport
import Testing

/// The catalogue catches a bug that is planted into an adapter through its library's own option: verification off, names
/// that are not compared, pins dropped, lists that are not checked.
@Suite struct PlantedAdapterBugTests {
  /// One text of one file, as it is and as it would be wrong.
  struct Planted: Decodable, Sendable, CustomTestStringConvertible {
    var adapter: String
    var bug: String
    /// From the adapter's folder.
    var file: String
    var right: String
    var wrong: String
    /// A case that then fails.
    var `case`: String
    /// How it fails; nil: its rogue is accepted.
    var verdict: String?

    var testDescription: String { "\(adapter): \(bug)" }
    var path: String { "Adapters/\(adapter)/\(file)" }
  }

  static let planted: [Planted] = {
    let table = BuiltCommand.root.appendingPathComponent("Tests/RoguesGalleryTests/Golden/planted-adapter-bugs.json")
    guard let bytes = try? Data(contentsOf: table) else { return [] }
    return (try? JSONDecoder().decode([Planted].self, from: bytes)) ?? []
  }()

  @Test func `every adapter has a bug to plant, in one place of its text`() throws {
    for planted in Self.planted {
      let text = try String(contentsOf: BuiltCommand.root.appendingPathComponent(planted.path), encoding: .utf8)
      #expect(text.components(separatedBy: planted.right).count == 2, "\(planted.testDescription)")
      #expect(planted.right != planted.wrong, "\(planted.testDescription)")
    }
    let covered = Set(Self.planted.map(\.adapter))
    let missing = AdapterConfigurationTests.folders.filter { !covered.contains($0) }
    // vfychain has no option that would do less: it compares no names, has no pins, and trusts what its database trusts.
    #expect(missing == ["nss-libpkix"])
  }

  @Test(.sweep, arguments: planted) func `a planted bug is caught`(planted: Planted) async throws {
    guard RealClients.isAsked(planted.adapter) else {
      try Test.cancel("\(planted.adapter) is asked with ROGUES_CLIENTS=installed")
    }
    guard try await ListedClients.ofThisMachine.installed.contains(planted.adapter) else {
      try Test.cancel("\(planted.adapter) is not installed")
    }
    let place = try TemporaryWorkplace()
    // With its neighbours, of which some share a program.
    try FileManager.default.copyItem(
      at: BuiltCommand.root.appendingPathComponent("Adapters"), to: URL(fileURLWithPath: place.path("Adapters")))
    let file = URL(fileURLWithPath: place.path(planted.path))
    let text = try String(contentsOf: file, encoding: .utf8)
    // In place, because programs have to stay executable.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.replacing(planted.right, with: planted.wrong).utf8))
    try handle.close()
    let ending = try await place.run([
      "run", "-q", "--log", place.path("log.jsonl"), "-a", place.path("Adapters/\(planted.adapter)"), planted.case,
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let cases = try place.log().cases[planted.adapter] ?? [:]
    #expect(cases.count == 1)
    // A rogue that was accepted, and its control, too: this adapter refuses nothing else.
    #expect(cases[planted.case]?.verdict == planted.verdict ?? "false-accept", "\(cases)")
  }
}
