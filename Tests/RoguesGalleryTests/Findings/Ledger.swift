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
  var manifests: [AdapterManifest]

  init() throws {
    let catalogues = Catalogues(only: BuiltCommand.root.path)
    let catalogue = try CatalogueFiles(catalogues).load()
    scenarios = Dictionary(catalogue.scenarios.map { ($0.id, $0) }) { first, _ in first }
    let adapters = try InstalledAdapters(catalogues)
    manifests = adapters.manifests
    let (known, findings) = try catalogues.knownFailures(adapters: manifests, stacks: adapters.stacks)
    (entries, self.findings) = (known.entries, findings)
  }

  /// The adapters that an occurrence is about: those that it names, and those of its stacks.
  func subjects(of occurrence: KnownFailure.Occurrence) -> [(adapter: String, isNamed: Bool)] {
    let named = occurrence.clients.map(\.adapter)
    let others = manifests.filter { manifest in
      !named.contains(manifest.name) && !occurrence.exceptions.contains(manifest.name)
        && manifest.stacks.keys.contains { occurrence.stacks[$0] != nil }
    }
    return named.map { ($0, true) } + others.map { ($0.name, false) }
  }

  /// Patterns that name values of axes, by client: without a case with these values the entry could not happen.
  var narrow: [(client: String, place: KnownFailure.Occurrence.Place)] {
    entries.flatMap(\.occurrences).flatMap { occurrence in
      subjects(of: occurrence).flatMap { subject in
        occurrence.places.filter { !$0.constraints.isEmpty }.map { (subject.adapter, $0) }
      }
    }
  }

  /// Entries about what a client did, and whether they are about its version.
  func entries(
    about one: RealClients.Case, by client: RealClients.Client
  ) -> [(entry: KnownFailure, concern: KnownFailure.Occurrence.Concern)] {
    entries.flatMap { entry in
      entry.occurrences.compactMap { occurrence in
        guard occurrence.words.contains(one.verdict),
          occurrence.reason.map({ $0.rawValue == one.lastSaid?.reason }) ?? true,
          occurrence.places.contains(where: { $0.holds(one) })
        else { return nil }
        return occurrence.concern(of: client).map { (entry, $0) }
      }
    }
  }

  /// Whether somebody has ever looked at this version of a client.
  func speaks(of client: RealClients.Client) -> Bool {
    entries.flatMap(\.occurrences).contains { $0.concern(of: client) == .version }
  }
}

extension KnownFailure.Occurrence.Place {
  func holds(_ one: RealClients.Case) -> Bool {
    scenarios.contains(one.scenario) && constraints.allSatisfy { one.axes[$0.axis.rawValue] == $0.value }
  }
}

extension KnownFailure.Occurrence {
  func concern(of client: RealClients.Client) -> Concern? {
    concern(client.name, version: client.version, stacks: client.stacks ?? [:])
  }

  /// Its verdicts as they are written.
  var words: [String] { verdicts.map(\.rawValue).sorted() }
}
