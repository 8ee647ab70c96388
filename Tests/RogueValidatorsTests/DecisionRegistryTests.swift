import Foundation
import RogueModel
import RogueTrust
import TestSupport
import Testing

@testable import RogueLab
@testable import RogueValidators

/// Every rule of the reference is replaced by some mutant. `ClientRuleTests` compares the rules of the clients.
@Suite struct DecisionRegistryTests {
  private static let mutants = Mutant.all

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files of a module, by name without extension.
  private static func texts(_ module: String) throws -> [(file: String, text: String)] {
    let folder = root.appending(path: "Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      (file.deletingPathExtension().lastPathComponent, try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The names of all rules, those of path validation apart: mutants pass over what they find.
  static func rules() throws -> [String] {
    try ["RogueTrust", "RogueValidators"].flatMap(texts).flatMap { file in
      file.text.matches(of: /(?:Self|PolicyCheck)\(\s*"([a-z\/-]+)",/).map { String($0.1) }
    }
  }

  /// Rules that no mutant replaces, each with the reason.
  private static let unreplaced: [String: String] = [
    "revocation/responder": "the mutants about it replace the rules about its reply and about methods"
  ]

  @Test func `every rule is replaced by a mutant, and no two rules have one name`() throws {
    let rules = try Self.rules()
    #expect(rules.count > 60)
    #expect(Set(rules).count == rules.count)
    let replaced = Set(Self.mutants.flatMap(\.rules.replaced) + DelegateMutant.all.flatMap(\.rules.replaced))
    #expect(Set(rules).subtracting(replaced).sorted() == Self.unreplaced.keys.sorted())
    #expect(replaced.subtracting(rules).sorted() == [])
  }

  @Test func `no two mutants have one name`() {
    let names = MutantAdapters.all.map(\.description.name)
    #expect(Set(names).count == names.count)
  }
}
