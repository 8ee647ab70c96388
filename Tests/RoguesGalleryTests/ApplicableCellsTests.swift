import Foundation
import RogueModel
import RoguePlatform
import RogueScenarios
import TestSupport
import Testing

@testable import RogueDecisions
@testable import RoguesGallery

/// Cells are chosen for what an adapter can do: what it could be shown by some cell, it is shown by a chosen one.
@Suite struct ApplicableCellsTests {
  /// Clients that can do much and little.
  private static let adapters = ["curl", "python-ssl", "java-jsse"]
  /// So many cells of each combination are tried, before it counts as one that the adapter cannot be shown.
  private static let tries = 3

  private static let catalogues = Catalogues(only: BuiltCommand.root.path)

  private static func applicability() throws -> [(name: String, canRun: @Sendable (Scenario) -> Bool)] {
    try InstalledAdapters(catalogues).manifests.filter { adapters.contains($0.name) }.flatMap { manifest in
      let description = AdapterDescription(
        name: manifest.name, door: .recipe, library: manifest.library, version: "",
        capabilities: Set(manifest.capabilities), declined: manifest.declined, configuration: manifest.configuration)
      return Gallery.applicability([description], .pairwise, fixedClock: false).map { (manifest.name, $0.canRun) }
    }
  }

  /// What a table loses for an adapter.
  private struct Loss: Sendable {
    var name: String
    /// Combinations that only the added cells show.
    var regained: Int
    /// Cells that cover a combination which no chosen or added cell covers, and can run.
    var missed: [String]
    /// Added cells that cannot run, or that are in the cover anyway.
    var wrong: [String]
  }

  private static func losses(
    of loaded: LoadedTable, _ adapters: [(name: String, canRun: @Sendable (Scenario) -> Bool)]
  ) -> [Loss] {
    guard let cover = loaded.cover() else { return [] }
    // A cell's scenario does not depend on the adapter, and is made once for all.
    var answers: [DecisionTable.Cell: [Bool]] = [:]
    func ask(_ cell: DecisionTable.Cell, _ place: Int) -> Bool {
      if let known = answers[cell] { return known[place] }
      let scenario = loaded.scenario(of: cell).scenario
      let asked = adapters.map { adapter in scenario.map(adapter.canRun) ?? false }
      answers[cell] = asked
      return asked[place]
    }
    return adapters.enumerated().map { place, adapter in
      loss(of: loaded, cover, adapter.name) { ask($0, place) }
    }
  }

  private static func loss(
    of loaded: LoadedTable, _ cover: CellCover, _ adapter: String, by ask: (DecisionTable.Cell) -> Bool
  ) -> Loss {
    let space = cover.space
    let asked = cover.applicable(ask)
    var shown: Set<Int> = []
    for cell in cover.cells.filter(ask) + asked.added {
      cover.numbering.each(shownBy: space.index(of: cell)) { shown.insert($0) }
    }
    // Every combination that is not shown, by some cells from anywhere.
    var tried: [Int: Int] = [:]
    var missed: [String] = []
    var index = 0
    for _ in 0..<space.count {
      index = (index + space.step) % space.count
      var isNew = false
      cover.numbering.each(shownBy: index) { if !shown.contains($0), tried[$0, default: 0] < tries { isNew = true } }
      guard isNew else { continue }
      cover.numbering.each(shownBy: index) { tried[$0, default: 0] += 1 }
      if ask(space.cell(at: index)) { missed.append(loaded.table.name(of: space.cell(at: index))) }
    }
    let chosen = Set(cover.cells)
    return Loss(
      name: "\(adapter) \(loaded.table.id)", regained: asked.shown - asked.shownByCover, missed: missed,
      wrong: asked.added.filter { chosen.contains($0) || !ask($0) }.map(loaded.table.name))
  }

  private static func losses(_ isWanted: (LoadedTable) -> Bool) throws -> [Loss] {
    let (tables, findings) = try catalogues.tables()
    #expect(findings.isEmpty)
    let applicability = try applicability()
    #expect(applicability.map(\.name).sorted() == adapters.sorted())
    let wanted = tables.filter(isWanted)
    let losses = AllProcessors.each(wanted) { Self.losses(of: $0, applicability) }.flatMap(\.self)
    #expect(losses.count == wanted.count * applicability.count)
    return losses
  }

  @Test(arguments: ["trust/anchor-table", "chain/link-table", "session/time-table"])
  func `no combination is lost that an adapter could be shown`(table: String) throws {
    let losses = try Self.losses { $0.table.id == table }
    #expect(losses.count == Self.adapters.count)
    for loss in losses {
      #expect(loss.missed.isEmpty, "\(loss.name) misses \(loss.missed.count): \(loss.missed.first ?? "")")
      #expect(loss.wrong.isEmpty, "\(loss.name)")
    }
  }

  @Test(.sweep) func `no combination of any table is lost that an adapter could be shown`() throws {
    let losses = try Self.losses { _ in true }
    for loss in losses {
      #expect(loss.missed.isEmpty, "\(loss.name) misses \(loss.missed.count): \(loss.missed.first ?? "")")
      #expect(loss.wrong.isEmpty, "\(loss.name)")
    }
    let regained = losses.filter { $0.name.hasPrefix("curl ") }.map(\.regained).reduce(0, +)
    #expect(regained > 200, "\(regained): the cover of a validator that can do everything was enough for curl")
  }
}
