import Foundation
import RogueModel
import RoguePlatform
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// A list is the same, whether its scenarios are read or in the index.
@Suite struct ListingTests {
  private let place: TemporaryWorkplace
  private let catalogues: Catalogues
  private let index: CatalogueIndex

  init() throws {
    place = try TemporaryWorkplace()
    try place.smallCatalogue()
    let text = HostileCatalogueTests.scenario("own")
    try place.write(text + "tags: [seed]\n", to: "team/Scenarios/mine/own.yaml")
    catalogues = try Catalogues.find(explicit: [place.path("team")], package: place.path("catalogue"))
    index = CatalogueIndex(folder: place.path("index"))
  }

  private func listing(_ patterns: [String] = [], tags: [String] = [], isIndexed: Bool = true) throws -> Listing {
    try Listing(catalogues, patterns: patterns, tags: tags, index: isIndexed ? index : nil)
  }

  private func scenarios(isIndexed: Bool = true) throws -> [ScenarioSummary] {
    try listing(isIndexed: isIndexed).selection.scenarios
  }

  /// Paths of what is kept.
  private func files() throws -> [String] {
    guard Files.isDirectory(index.folder) else { return [] }
    return try Files.list(index.folder).map { "\(index.folder)/\($0.path)" }
  }

  @Test func `the index of the shipped catalogue is read as it was written`() throws {
    let shipped = Catalogues(only: BuiltCommand.root.path)
    let read = try Listing(shipped, patterns: [], tags: [], index: index)
    let indexed = try Listing(shipped, patterns: [], tags: [], index: index)
    #expect(read.catalogue != nil && indexed.catalogue == nil)
    #expect(read.all.count > 1000)
    #expect(indexed.all == read.all && indexed.known == read.known)
  }

  @Test func `a text with a separator is not stored`() throws {
    var summary = try #require(try scenarios().first)
    #expect(CatalogueIndex.text([summary]) != nil)
    #expect(CatalogueIndex.text([]) == nil)
    summary.title = "two\nlines"
    #expect(CatalogueIndex.text([summary]) == nil)
    summary.title = "one"
    for separator in ["\u{1D}", "\u{1F}"] {
      summary.keywords = ["two\(separator)words"]
      #expect(CatalogueIndex.text([summary]) == nil)
    }
  }

  @Test(
    arguments: [
      ([], []), (["mine/own"], []), (["**"], ["seed"]), (["mine/own[tls=1.3]"], []), (["mine/own[policy=no]"], []),
      (["nothing"], []), ([], ["sede"]), (["healthy"], ["seed"]), (["team/Scenarios/mine/own.yaml"], []),
      (["team/Scenarios/mine/own.yaml", "healthy"], []),
    ] as [([String], [String])])
  func `patterns and tags choose the same of both`(patterns: [String], tags: [String]) throws {
    let patterns = patterns.map { $0.hasSuffix(".yaml") ? place.path($0) : $0 }
    #expect(try !scenarios().isEmpty)
    #expect(try files().count == 1)
    let (fresh, again) = (try listing(patterns, tags: tags, isIndexed: false), try listing(patterns, tags: tags))
    #expect(fresh.catalogue != nil && again.catalogue == nil)
    #expect(again.selection.scenarios == fresh.selection.scenarios)
    #expect(again.selection.filter == fresh.selection.filter)
    #expect(again.selection.findings == fresh.selection.findings)
    #expect(again.catalogueErrors == nil && fresh.catalogueErrors == nil)
    #expect(again.emptiness == fresh.emptiness)
  }

  @Test func `the index lists the same scenarios as the whole catalogue`() throws {
    var summaries = try scenarios()
    summaries[0].title = "This was kept"
    index.write(summaries, of: try CatalogueFiles(catalogues))
    #expect(try scenarios() == summaries)
    #expect(try scenarios(isIndexed: false) != summaries)
  }

  @Test func `an index is found wherever the catalogue is`() throws {
    let before = try scenarios()
    try FileManager.default.moveItem(atPath: place.path("team"), toPath: place.path("moved"))
    let moved = try Catalogues.find(explicit: [place.path("moved")], package: place.path("catalogue"))
    let listing = try Listing(moved, patterns: [], tags: [], index: index)
    #expect(listing.catalogue == nil)
    #expect(listing.all.map(\.id) == before.map(\.id))
    #expect(listing.all.contains { $0.file == place.path("moved/Scenarios/mine/own.yaml") })
  }

  @Test func `a changed file is read again`() throws {
    let before = try scenarios()
    let path = "team/Scenarios/mine/own.yaml"
    let text = try String(contentsOfFile: place.path(path), encoding: .utf8)
    try place.write(text.replacing("seed", with: "sown"), to: path)
    let changed = try scenarios()
    #expect(changed.map(\.tags) != before.map(\.tags) && changed.map(\.id) == before.map(\.id))
    try place.write(text, to: "team/Scenarios/mine/other.yaml")
    #expect(try listing().catalogueErrors != nil)
    try place.write(text.replacing("mine/own", with: "mine/other"), to: "team/Scenarios/mine/other.yaml")
    #expect(try scenarios().count == before.count + 1)
    try FileManager.default.removeItem(atPath: place.path("team/Scenarios/mine/other.yaml"))
    try place.write(text, to: path)
    #expect(try scenarios() == before)
    #expect(try files().count == 3)
  }

  @Test func `a file that was cut or written over is not believed`() throws {
    let before = try scenarios()
    let path = try #require(try files().first)
    let bytes = try Files.read(path)
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    for damaged in [Array(bytes.dropLast(40)), [], changed, Array("index\n".utf8)] {
      try Files.write(damaged, to: path)
      #expect(try scenarios() == before)
      #expect(try Files.read(path) == bytes)
    }
  }

  @Test func `a catalogue with an error, or with other files in its worlds, has no index`() throws {
    try place.write("scenario: mine/broken\n", to: "team/Scenarios/mine/broken.yaml")
    #expect(try listing().catalogueErrors != nil)
    #expect(try files().isEmpty)
    try FileManager.default.removeItem(atPath: place.path("team/Scenarios/mine/broken.yaml"))
    let world = try #require(
      try Files.list(place.path("catalogue/Certs/worlds")).first { $0.path.hasSuffix(".yaml") }?.path)
    let text = try String(contentsOfFile: place.path("catalogue/Certs/worlds/\(world)"), encoding: .utf8)
    try place.write(
      text.replacing("certificates:\n", with: "certificates:\n  captured: {file: captured.pem}\n"),
      to: "catalogue/Certs/worlds/\(world)")
    _ = try listing()
    #expect(try files().isEmpty)
  }

  @Test func `only the newest are kept, and a read-only folder is not an error`() throws {
    let summaries = try scenarios()
    let text = HostileCatalogueTests.scenario("own")
    for number in 0..<(CatalogueIndex.kept + 5) {
      try place.write(text + "tags: [seed-\(number)]\n", to: "team/Scenarios/mine/own.yaml")
      _ = try listing()
    }
    #expect(try files().count == CatalogueIndex.kept)
    try place.write(text + "tags: [seed]\n", to: "team/Scenarios/mine/own.yaml")
    let nowhere = CatalogueIndex(folder: "/dev/null/rogues")
    nowhere.write(summaries, of: try CatalogueFiles(catalogues))
    #expect(nowhere.read(of: try CatalogueFiles(catalogues)) == nil)
    #expect(try Listing(catalogues, patterns: [], tags: [], index: nowhere).all == summaries)
  }
}
