import Foundation
import RogueDecisions
import RogueModel
import RoguePlatform
import RogueScenarios
import Synchronization
import TestSupport
import Testing

@testable import RoguesGallery

/// Cells that were kept are the cells that would be chosen.
@Suite struct CachedCellsTests {
  private static let catalogues = Catalogues(only: BuiltCommand.root.path)
  private static let table = "trust/anchor-table"

  /// Keeps in memory, and counts what was chosen anew.
  private final class Notebook: KeptCells {
    let pages = Mutex<[String: [[Int]]]>([:])
    let written = Mutex(0)
    func read(_ name: String) -> [[Int]]? { pages.withLock { $0[name] } }
    func write(_ cells: [[Int]], _ name: String) {
      written.withLock { $0 += 1 }
      pages.withLock { $0[name] = cells }
    }
  }

  /// The ids of the cover, and those that two adapters need beside it.
  private static func ids(_ kept: (any KeptCells)?) throws -> (cover: [String], added: [String]) {
    let tables = try catalogues.tables().tables.filter { $0.table.id == table }
    let adapters = try InstalledAdapters(catalogues).manifests.filter { ["curl", "openssl-verify"].contains($0.name) }
    let descriptions = adapters.map {
      AdapterDescription(
        name: $0.name, door: .recipe, library: $0.library, version: "", capabilities: Set($0.capabilities),
        declined: $0.declined, configuration: $0.configuration)
    }
    let selection = TableSelection([table], among: tables, kept: kept, spread: AllProcessors.perform)
    let added = selection.added(
      for: Gallery.applicability(descriptions, .pairwise, fixedClock: false), spread: AllProcessors.perform)
    return (selection.scenarios.map(\.id), added.scenarios.map(\.id))
  }

  @Test func `kept cells are the same, and are not chosen again`() throws {
    let fresh = try Self.ids(nil)
    #expect(fresh.cover.count > 20 && !fresh.added.isEmpty)
    let notebook = Notebook()
    for _ in 0..<2 {
      let ids = try Self.ids(notebook)
      #expect(ids.cover == fresh.cover && ids.added == fresh.added)
      #expect(notebook.written.withLock(\.self) == 3, "a cover and the cells of two adapters")
    }
  }

  @Test(arguments: [[[0]], [[200, 0, 0, 0, 0]]])
  func `cells that the table cannot have are chosen anew`(wrong: [[Int]]) throws {
    let fresh = try Self.ids(nil)
    let notebook = Notebook()
    _ = try Self.ids(notebook)
    notebook.pages.withLock { pages in for name in pages.keys { pages[name] = wrong } }
    let ids = try Self.ids(notebook)
    #expect(ids.cover == fresh.cover && ids.added == fresh.added)
  }

  @Test func `the cache returns what was written, and nothing of another catalogue or of a damaged file`() throws {
    let place = try TemporaryWorkplace()
    let cache = CatalogueCache(folder: place.path("cells"), most: 8)
    let cells = CachedCells(cache) { "one" }
    #expect(cells.read("a") == nil)
    cells.write([[1, 2], [3, 250]], "a")
    cells.write([], "none")
    #expect(cells.read("a") == [[1, 2], [3, 250]])
    #expect(cells.read("none") == [])
    #expect(CachedCells(cache, digest: { "two" }).read("a") == nil)
    cells.write([[256]], "too large")
    #expect(cells.read("too large") == nil)
    for file in try Files.list(place.path("cells")) {
      let path = place.path("cells/\(file.path)")
      var bytes = try Files.read(path)
      bytes[bytes.count - 1] ^= 1
      try Files.write(bytes, to: path)
    }
    #expect(cells.read("a") == nil && cells.read("none") == nil)
  }

  @Test func `the catalogue's digest is found once, and only for a run that chooses cells`() throws {
    let place = try TemporaryWorkplace()
    let count = Mutex(0)
    let cells = CachedCells(CatalogueCache(folder: place.path("cells"), most: 8)) {
      count.withLock { $0 += 1 }
      return "one"
    }
    #expect(count.withLock { $0 } == 0)
    cells.write([[1]], "a")
    #expect(cells.read("a") == [[1]] && cells.read("b") == nil)
    #expect(count.withLock { $0 } == 1)
    #expect(CachedCells(CatalogueCache(folder: place.path("cells"), most: 8)) { nil }.read("a") == nil)
  }

  @Test func `equal abilities have one name, and different ones have two`() {
    func name(_ capabilities: Set<Capability>, _ axes: AxesSelection = .pairwise, at: Bool = false) -> String? {
      let adapter = AdapterDescription(name: "a", door: .exec, library: "", version: "1", capabilities: capabilities)
      return Gallery.applicability([adapter], axes, fixedClock: at).first?.name
    }
    let all = Set(Capability.known)
    #expect(name(all) == name(Set(Capability.known.reversed())))
    #expect(name(all) != name(all.subtracting([.http2])))
    #expect(name(all) != name(all, .full))
    #expect(name(all) != name(all, at: true))
  }
}
