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
    let adapters = try InstalledAdapters(catalogues)
    let loader = LedgerLoader(
      scenarios: try CatalogueFiles(catalogues).load().scenarios, adapters: adapters.manifests.map(\.name),
      stacks: adapters.stacks)
    let (entries, findings) = loader.load(
      [SourceFile(path: "Findings/curl-sends-duplicate-leaf.yaml", bytes: Array(block.utf8))])
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
        let about = ledger.entries(about: one, by: client)
        let right = Set(about.filter { $0.concern == .version }.map(\.entry.name))
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
        // Clients that were right for want of a session; then another client has to show that it still happens.
        var (sessionless, shown) = ([String](), 0)
        for (adapter, isNamed) in ledger.subjects(of: occurrence) {
          guard let here = run.client(adapter) else {
            print("\(entry.name): not held, \(adapter) is not here")
            continue
          }
          guard occurrence.concern(of: here) == .version else {
            print("\(entry.name): not held, it is about other versions than \(here.name) \(here.version)")
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
            // A stack's entry does not say that each of its clients can be put to the test.
            if !isNamed, asked.allSatisfy({ $0.verdict == "unsupported" }) { continue }
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

  @Test(.sweep) func `an entry about a stack does not apply to a client that it excepts`() async throws {
    let (run, ledger) = (try await RealClients.run(), try Ledger())
    for entry in ledger.entries {
      for occurrence in entry.occurrences {
        for client in run.clients where occurrence.exceptions.contains(client.name) {
          let wrong = run.cases.filter { one in
            one.adapter == client.name && occurrence.words.contains(one.verdict)
              && (occurrence.reason.map { $0.rawValue == one.lastSaid?.reason } ?? true)
              && occurrence.places.contains { $0.holds(one) }
          }
          #expect(wrong.map(\.id) == [], "\(entry.location.file) excepts \(client.name)")
        }
      }
    }
  }

  @Test func `an exception names a client of the stack`() throws {
    let ledger = try Ledger()
    for entry in ledger.entries {
      for occurrence in entry.occurrences {
        for name in occurrence.exceptions {
          let stacks = ledger.manifests.first { $0.name == name }?.stacks.keys.map(\.self) ?? []
          #expect(stacks.contains { occurrence.stacks[$0] != nil }, "\(entry.location.file): \(name)")
        }
      }
    }
  }
}

extension RealClients.Case {
  /// A refusal at `must` that shows nothing of the fault.
  fileprivate var isOtherReason: Bool { verdict == "deviation" && level == "must" }

  /// Its scenario was never put to the client, or the client had no session to be wrong about: then it makes a whole
  /// handshake, and may well be right about that.
  fileprivate var provesNothing: Bool {
    ["unexercised", "inconclusive"].contains(verdict)
      || verdict == "pass" && scenario.hasPrefix("session/") && !hasResumed
  }
}
