import RogueModel
import RogueRunner
import RogueScenarios
import TestSupport
import Testing

@testable import RogueLab

/// A rogue looks like its control in everything but the fault.
@Suite struct GiveawayTests {
  /// What separates a family because it is its fault, by the beginning of the value, with the reason.
  private static let faults: [String: [String: String]] = [
    "chain": ["chain.order=in-order": "its rogues leave the next issuer out, or present another"]
  ]

  /// What the flights of a family show.
  private struct Shown {
    var rogues: [Set<String>] = []
    var controls: [Set<String>] = []
  }

  private static func shown() throws -> [String: Shown] {
    let trials = try OfflineCatalogue.catalogue().scenarios.filter { $0.isOffline && $0.level != .may }
      .mapOnAllProcessors { try OfflineCatalogue.minter.trials(of: $0).first }.compactMap(\.self)
    let controls = Dictionary(
      uniqueKeysWithValues: try OfflineCatalogue.controls(of: trials).map { key, trial in
        (key, trial.sights(RememberedPaths()).map(Giveaway.values))
      })
    var families: [String: Shown] = [:]
    for (family, trials) in Dictionary(grouping: trials, by: \.scenario.family) {
      var shown = Shown()
      for trial in trials {
        let steps = trial.steps.flatMap { [$0] + ($0.second == nil ? [] : [$0]) }
        let sights = zip(steps, trial.sights(RememberedPaths()))
        let rogues = sights.filter { $0.0.expectation.mustCancel }.map { Giveaway.values(of: $0.1) }
        shown.rogues += rogues
        if rogues.isEmpty { shown.controls += sights.map { Giveaway.values(of: $0.1) } }
      }
      shown.controls += Set(trials.map(\.controlKey)).flatMap { controls[$0] ?? [] }
      families[family] = shown
    }
    return families
  }

  @Test func `nothing but the fault separates the rogues of a family from its controls`() throws {
    var seen: Set<String> = []
    for (family, shown) in try Self.shown().sorted(by: { $0.key < $1.key }) {
      for giveaway in Giveaway.find(family, rogues: shown.rogues, controls: shown.controls) {
        let fault = Self.faults[family]?.keys.first(where: giveaway.value.hasPrefix)
        if let fault { seen.insert("\(family) \(fault)") } else { Issue.record("\(giveaway)") }
      }
    }
    let declared = Set(Self.faults.flatMap { family, values in values.keys.map { "\(family) \($0)" } })
    #expect(declared == seen)
  }

  @Test func `a value of every rogue that no control has is a giveaway, and so is the reverse`() {
    let rogues: [Set<String>] = Array(repeating: ["count=3", "key=p256"], count: Giveaway.fewest)
    let controls: [Set<String>] = [["count=2", "key=p256"], ["count=2", "key=p384"]]
    let found = Giveaway.find("f", rogues: rogues, controls: controls)
    #expect(
      found == [
        Giveaway(family: "f", value: "count=3", isOfRogues: true),
        Giveaway(family: "f", value: "count=2", isOfRogues: false),
      ])
    #expect(Giveaway.find("f", rogues: Array(rogues.dropFirst()), controls: controls).isEmpty)
  }
}
