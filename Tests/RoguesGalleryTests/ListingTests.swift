import Foundation
import RogueModel
import RoguePlatform
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// A list is the same, whether its scenarios are read or kept from last time.
@Suite struct ListingTests {
  private let place: TemporaryWorkplace
  private let catalogues: Catalogues
  private let kept: KeptSummaries

  init() throws {
    place = try TemporaryWorkplace()
    try place.smallCatalogue()
    let text = HostileCatalogueTests.scenario("own")
    try place.write(text + "tags: [seed]\n", to: "team/Scenarios/mine/own.yaml")
    catalogues = try Catalogues.find(explicit: [place.path("team")], package: place.path("catalogue"))
    kept = KeptSummaries(folder: place.path("kept"))
  }

  private func listing(_ patterns: [String] = [], tags: [String] = [], areKept: Bool = true) throws -> Listing {
    try Listing(catalogues, patterns: patterns, tags: tags, kept: areKept ? kept : nil)
  }

  /// Paths of what is kept.
  private func files() throws -> [String] {
    guard Files.isDirectory(kept.folder) else { return [] }
    return try Files.list(kept.folder).map { "\(kept.folder)/\($0.path)" }
  }

  @Test func `summaries of the shipped catalogue are read as they were written`() throws {
    let keywords = Vocabulary.known.keywords
    let summaries = try ShippedCatalogue.load(.known).scenarios.map { ScenarioSummary($0, keywords: keywords($0)) }
    let text = try #require(SummaryLines.text(summaries))
    #expect(SummaryLines.summaries(Array(text.utf8)[...]) == summaries)
  }

  @Test func `a text with a separator is not stored`() throws {
    var summary = try #require(try listing().scenarios.first)
    #expect(SummaryLines.text([summary]) != nil)
    summary.title = "two\nlines"
    #expect(SummaryLines.text([summary]) == nil)
    summary.title = "one"
    summary.keywords = ["two\u{1F}words"]
    #expect(SummaryLines.text([summary]) == nil)
  }

  @Test(
    arguments: [
      ([], []), (["mine/own"], []), (["**"], ["seed"]), (["mine/own[tls=1.3]"], []), (["mine/own[policy=no]"], []),
      (["nothing"], []), ([], ["sede"]), (["healthy"], ["seed"]),
    ] as [([String], [String])])
  func `patterns and tags choose the same of both`(patterns: [String], tags: [String]) throws {
    #expect(try !listing().scenarios.isEmpty)
    #expect(try files().count == 1)
    let (fresh, again) = (try listing(patterns, tags: tags, areKept: false), try listing(patterns, tags: tags))
    #expect(again.scenarios == fresh.scenarios)
    #expect(again.findings == fresh.findings)
    #expect(again.catalogueErrors == nil && fresh.catalogueErrors == nil)
  }

  @Test func `the index lists the stored summaries`() throws {
    var summaries = try listing().scenarios
    summaries[0].title = "This was kept"
    kept.write(summaries, try #require(try files().first).components(separatedBy: "/").last ?? "")
    #expect(try listing().scenarios == summaries)
    #expect(try listing(areKept: false).scenarios != summaries)
  }

  @Test func `whatever changes is read anew`() throws {
    let before = try listing().scenarios
    let path = "team/Scenarios/mine/own.yaml"
    let text = try String(contentsOfFile: place.path(path), encoding: .utf8)
    try place.write(text.replacing("seed", with: "sown"), to: path)
    let changed = try listing().scenarios
    #expect(changed.map(\.tags) != before.map(\.tags) && changed.map(\.id) == before.map(\.id))
    try place.write(text, to: "team/Scenarios/mine/other.yaml")
    #expect(try listing().catalogueErrors != nil)
    try place.write(text.replacing("mine/own", with: "mine/other"), to: "team/Scenarios/mine/other.yaml")
    #expect(try listing().scenarios.count == before.count + 1)
    try FileManager.default.removeItem(atPath: place.path("team/Scenarios/mine/other.yaml"))
    try place.write(text, to: path)
    #expect(try listing().scenarios == before)
    #expect(try files().count == 3)
  }

  @Test func `a file that was cut or written over is not believed`() throws {
    let before = try listing().scenarios
    let path = try #require(try files().first)
    let bytes = try Files.read(path)
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    for damaged in [Array(bytes.dropLast(40)), [], changed, Array("summaries\n".utf8)] {
      try Files.write(damaged, to: path)
      #expect(try listing().scenarios == before)
      #expect(try Files.read(path) == bytes)
    }
  }

  @Test func `a catalogue with an error is not kept, nor one that other files decide about`() throws {
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

  @Test func `only the newest are kept, and a folder that cannot be written is no error`() throws {
    let summaries = try listing().scenarios
    for number in 0..<(KeptSummaries.kept + 5) { kept.write(summaries, "other-\(number)") }
    #expect(try files().count == KeptSummaries.kept)
    let nowhere = KeptSummaries(folder: "/dev/null/rogues")
    nowhere.write(summaries, "name")
    #expect(nowhere.read("name") == nil)
    #expect(try Listing(catalogues, patterns: [], tags: [], kept: nowhere).scenarios == summaries)
  }
}
