import Foundation
import RogueModel
import RogueScenarios
import Testing

@testable import RoguesGallery

/// The ledger of this repository with what it speaks of: `Findings/*.yaml`.
struct Ledger {
  var entries: [KnownFailure]
  var findings: [Finding]
  var scenarios: [String: Scenario]

  init() throws {
    let catalogues = Catalogues(only: BuiltCommand.root.path)
    let catalogue = try catalogues.load()
    scenarios = Dictionary(catalogue.scenarios.map { ($0.id, $0) }) { first, _ in first }
    let (known, findings) = try catalogues.knownFailures(
      adapters: try InstalledAdapters(catalogues).manifests.map(\.name))
    (entries, self.findings) = (known.entries, findings)
  }

  /// Patterns that name values of axes, by client: without a case with these values the entry could not happen.
  var narrow: [(client: String, place: KnownFailure.Occurrence.Place)] {
    entries.flatMap(\.occurrences).flatMap { occurrence in
      occurrence.clients.flatMap { client in
        occurrence.places.filter { !$0.constraints.isEmpty }.map { (client.adapter, $0) }
      }
    }
  }

  /// Entries about what a client did, with the range of versions that they give for it.
  func entries(about one: RealClients.Case) -> [(entry: KnownFailure, versions: VersionRange)] {
    entries.flatMap { entry in
      entry.occurrences.flatMap { occurrence -> [(KnownFailure, VersionRange)] in
        guard occurrence.words.contains(one.verdict),
          occurrence.reason.map({ $0.rawValue == one.lastSaid?.reason }) ?? true,
          occurrence.places.contains(where: { $0.holds(one) })
        else { return [] }
        return occurrence.clients.filter { $0.adapter == one.adapter }.map { (entry, $0.versions) }
      }
    }
  }

  /// Whether somebody has ever looked at this version of a client.
  func speaks(of client: RealClients.Client) -> Bool {
    entries.flatMap(\.occurrences).flatMap(\.clients)
      .contains { $0.adapter == client.name && $0.versions.contains(client.version) }
  }
}

extension KnownFailure.Occurrence.Place {
  func holds(_ one: RealClients.Case) -> Bool {
    scenarios.contains(one.scenario) && constraints.allSatisfy { one.axes[$0.axis.rawValue] == $0.value }
  }
}

extension KnownFailure.Occurrence {
  /// Its verdicts as they are written.
  var words: [String] { verdicts.map(\.rawValue).sorted() }
}
