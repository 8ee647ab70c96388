import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// What `docs/records/findings.md` says of real clients is what they do: no failure without an entry, no entry without its failure.
@Suite struct LedgerTests {
  @Test func `the ledger is free of findings, and has entries`() throws {
    let ledger = try Ledger()
    #expect(ledger.findings.map(\.rendered).joined() == "")
    #expect(ledger.entries.count > 40)
  }

  @Test func `the entry that docs show is one`() throws {
    let block = try #require(try DocumentBlocks.block("yaml", of: "docs/reference/verdicts.md", holding: "finding: "))
    let catalogues = Catalogues(only: BuiltCommand.root.path)
    let loader = FindingLoader(
      scenarios: try catalogues.load().scenarios, adapters: try InstalledAdapters(catalogues).manifests.map(\.name))
    let (entries, findings) = loader.load(
      [SourceFile(path: "Findings/curl-repeats-the-leaf.yaml", bytes: Array(block.utf8))])
    #expect(findings.map(\.rendered) == [])
    #expect(entries.first?.commands?.isEmpty == false)
  }

  @Test(.sweep) func `every failure of a real client has exactly one entry`() async throws {
    let (run, ledger) = (try await RealClients.run(), try Ledger())
    var held = 0
    for client in run.clients {
      let isKnown = ledger.speaks(of: client)
      // By what went wrong, so that a hundred cases of one kind are one line.
      var missing: [String: [String]] = [:]
      for one in run.cases where one.adapter == client.name && (one.isFailure || one.isOtherReason) {
        let about = ledger.entries(about: one)
        let right = Set(about.filter { $0.versions.contains(client.version) }.map(\.entry.name))
        held += 1
        if right.count > 1 { Issue.record("\(client.name), \(one.id): two entries: \(right.sorted())") }
        guard right.isEmpty else { continue }
        if !isKnown || !about.isEmpty {
          let others = Set(about.map(\.entry.name)).sorted().joined(separator: ", ")
          print(
            "\(client.name) \(client.version), which no entry speaks of: \(one.id) is \(one.verdict)"
              + (others.isEmpty ? "" : "; other versions: \(others)"))
          continue
        }
        let reason = one.isOtherReason ? " (\(one.lastSaid?.reason ?? "-"))" : ""
        missing["\(one.verdict)\(reason) in \(one.scenario)", default: []].append(one.id)
      }
      for (what, ids) in missing.sorted(by: { $0.key < $1.key }) {
        Issue.record("\(client.name) \(client.version): \(what), and no entry in Findings: \(ids.sorted())")
      }
    }
    // curl and OpenSSL alone have more.
    #expect(held > 40)
  }

  @Test(.sweep) func `every entry still happens`() async throws {
    let (run, ledger) = (try await RealClients.run(), try Ledger())
    var held = 0
    for entry in ledger.entries {
      for occurrence in entry.occurrences {
        // Those who were right for want of a session; then somebody else has to show that it still happens.
        var (sessionless, shown) = ([String](), 0)
        for client in occurrence.clients {
          guard let here = run.client(client.adapter) else {
            print("\(entry.name): not held, \(client.adapter) is not here")
            continue
          }
          guard client.versions.contains(here.version) else {
            print("\(entry.name): not held, \(here.name) is \(here.version) and not \(client.versions)")
            continue
          }
          // Cells are held by `DecisionTableRunTests`.
          for place in occurrence.places where place.cells == nil {
            let asked = run.cases.filter { $0.adapter == here.name && place.holds($0) }
            let happens = asked.contains { one in
              occurrence.words.contains(one.verdict)
                && (occurrence.reason.map { $0.rawValue == one.lastSaid?.reason } ?? true)
            }
            // What proves nothing refutes nothing: whether a client has read a ticket before it leaves is a race.
            guard happens || !asked.allSatisfy(\.provesNothing) || asked.isEmpty else {
              print("\(entry.name): not shown: \(here.name) gets \(asked.map { "\($0.verdict) in \($0.id)" })")
              sessionless += asked.filter { $0.verdict == "pass" }.map { "\(here.name) in \($0.id)" }
              continue
            }
            held += 1
            shown += happens ? 1 : 0
            #expect(
              happens,
              """
              \(entry.location.file) says that \(here.name) \(here.version) gets \(occurrence.words) in \
              \(place.pattern), and it gets \(asked.map { "\($0.verdict) in \($0.id)" })
              """)
          }
        }
        #expect(sessionless.isEmpty || shown > 0, "\(entry.name) is shown by nobody: \(sessionless) passed")
      }
    }
    #expect(held > 40)
  }
}

extension RealClients.Case {
  /// A refusal at `must` that shows nothing of the fault.
  fileprivate var isOtherReason: Bool { verdict == "deviation" && level == "must" }

  /// Its scenario was never put to the client, or the client had no session to be wrong about: then it makes a whole
  /// handshake, and may well be right about that.
  fileprivate var provesNothing: Bool {
    ["not-asked", "inconclusive"].contains(verdict)
      || verdict == "pass" && scenario.hasPrefix("session/") && !hasResumed
  }
}
