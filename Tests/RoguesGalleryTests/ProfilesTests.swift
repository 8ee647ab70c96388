import Foundation
import TestSupport
import Testing

/// The profiles that the documents promise.
@Suite struct ProfilesTests {
  private static func listed() async throws -> [[String: Any]] {
    let ending = try await BuiltCommand.run(["list", "--profiles", "--json"])
    #expect(ending.status == 0, "\(ending.error)")
    return try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [[String: Any]])
  }

  @Test func `each profile exists and has scenarios at must`() async throws {
    let profiles = try await Self.listed()
    let names = profiles.compactMap { $0["name"] as? String }
    #expect(Set(names) == ["core", "pinning", "revocation", "web", "private-ca", "mobile", "full"])
    let all = try await BuiltCommand.run(["list", "--ids"]).output.split(separator: "\n").count
    for profile in profiles {
      let levels = try #require(profile["levels"] as? [String: Int])
      let count = try #require((profile["scenarios"] as? [String])?.count)
      #expect(levels["must"] ?? 0 > 10 && levels.values.reduce(0, +) == count)
      #expect((count == all) == (profile["name"] as? String == "full"))
      #expect((profile["misses"] as? String)?.isEmpty == false)
    }
    let tables = try ShippedCatalogue.tables().count
    for profile in profiles {
      let count = try #require((profile["tables"] as? [String])?.count)
      switch profile["name"] as? String {
      case "core": #expect(count == 0)
      case "full": #expect(count == tables)
      default: #expect(count > 2 && count < tables)
      }
    }
  }

  /// The ids are those of OWASP's MASVS 2 and of the MASTG; a scenario of the profile speaks to a control.
  @Test func `the mobile profile maps every scenario to a control of MASVS-NETWORK`() async throws {
    let mobile = try #require(try await Self.listed().first { $0["name"] as? String == "mobile" })
    let controls = try #require(mobile["controls"] as? [[String: Any]])
    let ids = controls.compactMap { $0["id"] as? String }
    #expect(Set(ids.filter { $0.hasPrefix("MASVS") }) == ["MASVS-NETWORK-1", "MASVS-NETWORK-2"])
    #expect(ids.filter { !$0.hasPrefix("MASVS") }.allSatisfy { $0.wholeMatch(of: /MASTG-TEST-[0-9]{4}/) != nil })
    #expect(Set(ids).count == ids.count)
    var covered: Set<String> = []
    for control in controls {
      let scenarios = try #require(control["scenarios"] as? [String])
      #expect(!scenarios.isEmpty, "\(control["id"] ?? "")")
      if (control["id"] as? String)?.hasPrefix("MASVS") == true { covered.formUnion(scenarios) }
    }
    let missing = Set(try #require(mobile["scenarios"] as? [String])).subtracting(covered)
    #expect(missing.isEmpty, "\(missing)")
  }
}
