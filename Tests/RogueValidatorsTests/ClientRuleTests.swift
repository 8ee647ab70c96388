import Foundation
@testable import RogueLab
import RogueModel
import Testing

/// The rules of the clients, which are declared in the sources, and the mutants that replace them.
@Suite struct ClientRuleTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// The names of the rules in a folder.
  private static func declared(in folder: String) throws -> [String] {
    let folder = sources.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.matches(of: /(?:Self|Demand)\("([a-z0-9-]+)", "/).map { String($0.1) }
    }
  }

  @Test func `a mutant replaces every rule, and no two rules have one name`() throws {
    let declared = try Self.declared(in: "RogueTLS/Client/Rules") + Self.declared(in: "RogueAdapters/Client/Rules")
    #expect(declared.count > 60)
    #expect(Set(declared).count == declared.count)
    let mutants =
      ClientMutant.ofHandshakes + ClientMutant.ofHandshakeTables + ClientMutant.ofHellos + ClientMutant.ofConnections
      + ClientMutant.ofTables
    let replaced = Set(mutants.flatMap(\.rules.replaced))
    #expect(Set(declared).subtracting(replaced) == [])
    #expect(replaced.subtracting(declared) == [])
  }
}
