import Foundation
import RogueAdapters
import RogueTrust
import TestSupport
import Testing

@testable import RogueLab
@testable import RogueValidators

/// Every decision of the reference and of the client is switched by some mutant, and every switch is read somewhere in the
/// source.
@Suite struct DecisionRegistryTests {
  private static let mutants = Mutant.all + Mutant.tableMutants

  /// What a mutant decides otherwise; nil if it is more than one validator, or none with decisions.
  private static func decisions(of mutant: Mutant) -> ValidatorDecisions? {
    let environment = TrustEnvironment(fetcher: OfflineCatalogue.OfflineFetcher(plans: []), clock: { 0 })
    return (mutant.make(environment) as? PolicyValidator)?.decisions
  }

  /// The stored properties of a value, as text; closures have none.
  private static func words(_ value: Any) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: value).children.compactMap { child in
        child.label.map { ($0, String(describing: child.value)) }
      })
  }

  /// The properties in which some mutant's value differs from the right one.
  private static func switched<Value>(_ path: (ValidatorDecisions) -> Value?) -> Set<String> {
    guard let right = path(ValidatorDecisions()).map({ words($0) }) else { return [] }
    return mutants.compactMap(decisions).compactMap(path).reduce(into: Set<String>()) { names, value in
      for (name, text) in words(value) where right[name] != text { names.insert(name) }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where switches are declared, and where mutants throw them.
  private static let declarations: Set<String> = ["ConnectionCheck", "RevocationStatus", "ValidatorDecisions"]

  /// Those that are functions: a mutant has another one.
  private static let functions: Set<String> = ["forgives", "objects", "checks"]

  @Test func `every decision about certificates, revocation and logs is switched by a mutant`() {
    #expect(
      Self.switched { $0 }.union(Self.functions) == Set(Self.words(ValidatorDecisions()).keys))
    #expect(Self.switched { $0.revocation } == Set(Self.words(RevocationRules()).keys))
  }

  @Test func `no two mutants have one name`() {
    let names = Self.mutants.map(\.name) + ConnectionCheck.allCases.map { "without-\($0.rawValue)" }
    #expect(Set(names).count == names.count)
  }

  /// The switch of every decision is read in the folder where the decision is made.
  @Test(arguments: ["RogueValidators", "RogueTrust", "RogueAdapters"])
  func `every decision is read where it is made`(module: String) throws {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let text = try files.compactMap { $0 as? URL }.filter { file in
      file.pathExtension == "swift" && !file.path.contains("Mutants/")
        && !Self.declarations.contains(file.deletingPathExtension().lastPathComponent)
    }.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let names =
      switch module {
      case "RogueValidators": Self.words(ValidatorDecisions()).keys.map { "decisions.\($0)" }
      case "RogueTrust": Self.words(RevocationRules()).keys.map { "rules.\($0)" }
      default: ConnectionCheck.allCases.map { ".\($0)" }
      }
    for name in names where !text.contains(name) { Issue.record("nobody reads \(name)") }
  }
}
