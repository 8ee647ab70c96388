import Foundation
import RogueModel
import TestSupport
import Testing

/// `rogues-lab mutants` over sockets, held against what the same mutants got wrong on paper (`MutantTests` records that).
@Suite(.timeLimit(.minutes(15))) struct MutantsTests {
  private static let mutants = [
    "mutant-ignores-pins", "mutant-refuses-the-user-store", "mutant-trusts-last-served-certificate",
  ]
  private static let scenarios = [
    "trust/unknown-ca", "trust/user-installed-ca", "trust/same-name-ca", "pin/wrong-key-at-pinned-ip",
    "pin/common-name-of-unpinned-host", "healthy/root-in-user-store",
  ]

  /// What the golden file says of a mutant: rogues that it admits, and everything that it gets wrong.
  private struct Mistakes {
    var admitted: Set<String> = []
    var wrong: Set<String> = []
  }

  private static func onPaper() throws -> [String: Mistakes] {
    let path = BuiltCommand.root.appendingPathComponent("Tests/RogueValidatorsTests/Golden/mutants.txt")
    var mistakes: [String: Mistakes] = [:]
    var mutant = ""
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      if !line.hasPrefix("  ") { mutant = String(line) }
      guard let match = line.firstMatch(of: /^  (admits|is wrong about) ([^:]+):/) else { continue }
      let scenario = String(match.2)
      mistakes[mutant, default: Mistakes()].wrong.insert(scenario)
      if match.1 == "admits" { mistakes[mutant, default: Mistakes()].admitted.insert(scenario) }
    }
    return mistakes
  }

  @Test func `a mutant accepts the same cases over sockets as offline`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["mutants", "--json", "--live", "--timeout", "60"] + Self.mutants.flatMap { ["-a", $0] } + Self.scenarios,
      program: BuiltCommand.lab)
    let json = try JSON(parsing: ending.output)
    let onPaper = try Self.onPaper()
    let mutants = try #require(json["mutants"]?.array)
    #expect(Set(mutants.compactMap { $0["name"]?.string }) == Set(Self.mutants))
    let asked = Set(try #require(json["scenarios"]?.array).compactMap { $0["id"]?.string })
    #expect(asked == Set(Self.scenarios))
    for mutant in mutants {
      let name = try #require(mutant["name"]?.string)
      let mistakes = try #require(onPaper[name], "\(name)")
      let caught = Set(try #require(mutant["caughtBy"]?.array).compactMap(\.string))
      #expect(!caught.isEmpty, "\(name)")
      #expect(mistakes.admitted.intersection(asked).isSubset(of: caught), "\(name): \(caught.sorted())")
      #expect(caught.isSubset(of: mistakes.wrong), "\(name): \(caught.sorted())")
    }
    #expect(json["survivors"]?.array == [])
  }

  @Test func `the lab judges the same mutants without sockets, and catches the same`() async throws {
    let place = try TemporaryWorkplace()
    var reports: [JSON] = []
    for flag in ["--live", "--quiet"] {
      let ending = try await place.run(
        ["mutants", "--json", "--timeout", "60", flag] + Self.mutants.flatMap { ["-a", $0] } + Self.scenarios,
        program: BuiltCommand.lab)
      reports.append(try JSON(parsing: ending.output))
    }
    #expect(reports[0]["mutants"]?.array?.isEmpty == false && reports[0]["mutants"] == reports[1]["mutants"])
  }

  @Test func `a scenario that catches no mutant is idle, and a mutant that none catches survives`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["mutants", "--json", "-a", "mutant-ignores-pins", "trust/unknown-ca"], program: BuiltCommand.lab)
    // Neither is a verdict about a validator of the user's.
    #expect(ending.status == 0 || ending.status == 1, "\(ending)")
    let json = try JSON(parsing: Array(ending.output.utf8))
    #expect(json["survivors"]?.array == [.string("mutant-ignores-pins")])
    #expect(json["idle"]?.array == [.string("trust/unknown-ca")])
  }

  @Test func `an adapter that is not a mutant is an error of usage`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["mutants", "-a", "reference", "trust/unknown-ca"], program: BuiltCommand.lab)
    #expect(ending.status == 64, "\(ending)")
    #expect(ending.error.contains("'reference' is not a mutant"), "\(ending)")
  }

  @Test func `the product lists no mutant and runs none, and rogues-lab lists all of them`() async throws {
    let place = try TemporaryWorkplace()
    let adapters = try await place.run(["list", "--adapters", "--ids"])
    #expect(adapters.status == 0 && adapters.output.contains("reference"), "\(adapters)")
    #expect(!adapters.output.contains("mutant"), "\(adapters)")
    let run = try await place.run(["run", "-a", "mutant-ignores-pins", "trust/unknown-ca"])
    #expect(run.status == 64, "\(run)")
    let mutants = try await place.run(["list"], program: BuiltCommand.lab)
    #expect(mutants.status == 0, "\(mutants)")
    let names = mutants.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(Set(names).count == names.count && names.count > 500)
    #expect(names.allSatisfy { $0.hasPrefix("mutant-") })
  }
}
