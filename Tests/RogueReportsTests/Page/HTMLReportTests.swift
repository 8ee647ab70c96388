import Foundation
import RogueModel
import TestSupport
import Testing

@testable import RogueReports

@Suite struct HTMLReportTests {
  static let references = PageReferences(
    card: { id in
      [
        ScenarioCard(SampleCatalogue.rogue, keywords: ["SPKI pin", "trust anchor"]),
        ScenarioCard(SampleCatalogue.resumed, keywords: ["session ticket"]),
      ].first { $0.id == id }
    }, catalogue: "2026-11")

  static func page(
    _ events: [RunEvent] = SampleRun.events(.compare), references: PageReferences = references
  ) -> [String: String] {
    Dictionary(HTMLReport(events: events, references: references).files.map { ($0.path, $0.text) }) { first, _ in
      Issue.record("two files have one name")
      return first
    }
  }

  @Test func `the pages of a small run are golden`() throws {
    let files = HTMLReport(events: SampleRun.events(.compare), references: Self.references).files
    // What never changes with the run is the page's own source.
    let shown = files.filter { !["page.css", "page.js"].contains($0.path) }
    try Golden.check(shown.map { "==== \($0.path)\n\($0.text)" }.joined(), "page.txt")
  }

  @Test func `the recorder writes the same files as the function, when the run is over and not before`() throws {
    let collector = Collector()
    let table = RunTable()
    let pages = HTMLRecorder(table: table, references: Self.references) { (file) throws(HarnessFailure) in
      try collector.writer((file.continues ? "" : "==== \(file.path)\n") + file.text)
    }
    let recorder = TableAndReport(table: table, report: pages)
    let events = SampleRun.events(.compare)
    for event in events.dropLast() { try recorder.record(event) }
    #expect(collector.text.isEmpty)
    try recorder.record(events[events.count - 1])
    let files = HTMLReport(events: events, references: Self.references).files
    #expect(collector.text == files.map { "==== \($0.path)\n\($0.text)" }.joined())
  }

  @Test func `a log reads back into the same pages`() throws {
    let events = SampleRun.events(.compare)
    let log = try record(events) { EventLogRecorder(write: $0) }
    let read = try EventLogReader(name: "log").events(in: log.utf8)
    #expect(Self.page(read) == Self.page(events))
  }

  @Test func `every cell but a pass has a page`() {
    let page = Self.page()
    #expect(page["scenarios/trust/rogue-ca-in-system-store/curl.html"] != nil)
    #expect(page["scenarios/healthy/chain-two-tiers/curl.html"] == nil)
    #expect(page["scenarios/healthy/chain-two-tiers/python-ssl.html"] != nil)
    #expect(page["scenarios/healthy/chain-two-tiers.html"] != nil)
  }

  @Test func `a case that was judged again shows its later result only`() throws {
    var better = SampleRun.falseAccept
    better.judgement = Judgement(.pass, "cancelled")
    var events = SampleRun.events(.compare)
    events.insert(.caseFinished(better), at: events.count - 1)
    let page = Self.page(events)
    #expect(page["scenarios/trust/rogue-ca-in-system-store/curl.html"] == nil)
    var worse = SampleRun.others[0]
    worse.judgement = Judgement(.inconclusive, "the last control failed")
    events.insert(.caseFinished(worse), at: events.count - 1)
    let revised = Self.page(events)
    #expect(try #require(revised["scenarios/healthy/chain-two-tiers/curl.html"]).contains("the last control failed"))
  }

  @Test func `informational results are not counted as failures`() throws {
    let index = try #require(Self.page()["index.html"])
    // python-ssl: revocation/ocsp-down, a false accept at level may.
    #expect(index.contains(#"<td class=m><a href="scenarios/revocation/ocsp-down/python-ssl.html" aria-label="a, "#))
    #expect(index.contains("4 of 9 scenarios catch at least one validator"))
  }

  @Test func `only alike rows are one: the same colour is not enough`() throws {
    var other = SampleRun.others[9]
    #expect(other.judgement.verdict == .badClientChain)
    other.scenario = "client-auth/another"
    other.caseID = "client-auth/another[tls=1.3]"
    other.judgement.verdict = .certificateLeak
    var events = SampleRun.events(.compare)
    events.insert(.caseFinished(other), at: events.count - 1)
    let apart = try #require(Self.page(events)["index.html"])
    #expect(!apart.contains("1 more alike"))
    other.judgement.verdict = .badClientChain
    events[events.count - 2] = .caseFinished(other)
    #expect(try #require(Self.page(events)["index.html"]).contains("<summary>1 more alike"))
  }

  @Test func `an unjudged case is never called a pass`() throws {
    let index = try #require(Self.page()["index.html"])
    // Unsupported, and a fault of the harness.
    for family in ["pin", "handshake"] {
      let text = try #require(index.components(separatedBy: "<span class=\"fn\">\(family)</span>").last)
      let own = text.prefix(upTo: text.firstRange(of: "</details>")?.lowerBound ?? text.endIndex)
      #expect(!own.contains("passes"), "\(family)")
    }
    var header = SampleRun.header(.compare)
    header.planned = header.planned.filter { $0.unsupported != nil }
    let nothing = try #require(Self.page([.started(header), .finished(SampleRun.footer)])["index.html"])
    #expect(nothing.contains("Nothing was judged"))
    #expect(!nothing.contains("Nothing failed"))
  }

  @Test func `an incomplete run is marked in words on every page`() {
    for (path, text) in Self.page() where path.hasSuffix(".html") {
      #expect(text.contains("<strong>INCOMPLETE</strong>"), "\(path)")
    }
    var events = SampleRun.events(.compare)
    var footer = SampleRun.footer
    footer.complete = true
    events[events.count - 1] = .finished(footer)
    for (path, text) in Self.page(events) { #expect(!text.contains("INCOMPLETE"), "\(path)") }
    // A log that ends before its footer.
    let cut = Self.page(Array(events.dropLast()))
    #expect(cut["index.html"]?.contains("<strong>INCOMPLETE</strong>") == true)
  }

  @Test func `the footer names version, catalogue, seed and clock`() throws {
    let index = try #require(Self.page()["index.html"])
    for fact in [
      "<dt>rogues</dt><dd>0.1.0", "<dt>catalogue</dt><dd>2026-11", "<dt>seed</dt><dd>s33d",
      "<dt>clock</dt><dd>2026-11-20T12:00:00Z",
    ] {
      #expect(index.contains(fact), "\(fact)")
    }
  }

  @Test func `a known failure brings the words of the ledger, and the commands that show it`() throws {
    let entry = KnownFailure(
      name: "one", title: "It trusts `everybody`", kind: .bug, occurrences: [],
      text: "It <never> looks, see [section 6](https://example.com/6).\n\nNever.", commands: "openssl s_client <x>",
      withoutCommands: nil, afterwards: nil, reported: ["CVE-2026-12345", "https://example.com/7"],
      fixed: ["curl": ["8.1"]], location: SourceLocation(file: "Findings/one.yaml", line: 1, column: 1))
    var result = SampleRun.falseAccept
    result.knowledge = .entry(
      .init(place: "docs/records/findings.md#\(entry.anchor)", title: entry.title, kind: entry.kind))
    var events = SampleRun.events(.compare)
    events.insert(.caseFinished(result), at: events.count - 1)
    let page = Self.page(
      events, references: PageReferences(findings: [entry], setup: "It needs:\n\n```sh\nissue() { :; }\n```\n"))
    let finding = try #require(page[PageName.finding(.init(place: "#\(entry.anchor)", title: "", kind: .bug))])
    #expect(finding.contains("follow <a href=\"../findings/index.html#setup\">the setup</a>"), "\(finding)")
    #expect(
      finding.contains("id=CVE-2026-12345\">") && finding.contains("href=\"https://example.com/7\""), "\(finding)")
    #expect(finding.contains("<p>Fixed in curl 8.1.</p>"), "\(finding)")
    let setup = try #require(page["findings/index.html"])
    #expect(setup.contains("<h2 id=\"setup\">") && setup.contains("<p>It needs:</p>"), "\(setup)")
    #expect(setup.contains("<pre class=\"cmd\" tabindex=\"0\">issue() { :; }\n</pre>"), "\(setup)")
    let text = try #require(page["scenarios/trust/rogue-ca-in-system-store/curl.html"])
    #expect(
      text.contains(
        "<p>It &lt;never&gt; looks, see <a rel=\"noreferrer\" href=\"https://example.com/6\">section 6</a>.</p>\n<p>Never.</p>"
      ))
    #expect(text.contains("openssl s_client &lt;x&gt;"))
  }

  @Test func `the first screen names failures, and every table has the worst validator first`() throws {
    let index = try #require(Self.page()["index.html"])
    let first = try #require(index.range(of: "<ol class=\"first\""))
    let scores = try #require(index.range(of: "id=\"scores\""))
    #expect(first.lowerBound < scores.lowerBound, "what failed stands before the table of validators")
    #expect(index.contains("<dt>command</dt><dd>rogues run --adapter curl"), "\(index)")
    // Named last, and failing most.
    let compared = try #require(Self.page(SampleRun.events(.compare))["index.html"])
    let matrix = compared[try #require(compared.range(of: "<table class=\"mx\"")).lowerBound...]
    let heads = try ["python-ssl", "curl"].map { try #require(matrix.range(of: "<span>\($0)</span>")).lowerBound }
    #expect(heads[0] < heads[1])
  }

  @Test func `a failure shows its remedy, its baseline entry and its bytes`() throws {
    var result = SampleRun.falseAccept
    result.fix = "Compare <the> name"
    result.baseline = BaselineMark(.known, entry: "known.yaml:3", why: "a <bad> day", issue: "SEC-1")
    result.artifacts = "out/curl/trust"
    var events = SampleRun.events(.compare)
    events.insert(.caseFinished(result), at: events.count - 1)
    let bytes: [UInt8] = [0x0a, 0x0d, 0x0d, 0x0a, 0xff]
    let kept = PageReferences(capture: { $0.artifacts == "out/curl/trust" ? bytes : nil })
    let files = HTMLReport(events: events, references: kept).files
    let path = "scenarios/trust/rogue-ca-in-system-store/curl"
    let text = try #require(files.first { $0.path == "\(path).html" }?.text)
    #expect(text.contains("<dt>fix</dt><dd>Compare &lt;the&gt; name</dd>"))
    #expect(text.contains("<dt>baseline</dt><dd>Known: a &lt;bad&gt; day (SEC-1), <code>known.yaml:3</code>.</dd>"))
    #expect(text.contains("<a href=\"curl-1.pcapng\" download>curl-1.pcapng</a>"))
    #expect(files.filter { $0.path.hasSuffix(".pcapng") } == [PageFile(path: "\(path)-1.pcapng", bytes: bytes)])
    // Nothing was kept, or it is gone.
    let page = try #require(Self.page(events)["\(path).html"])
    #expect(!page.contains("pcapng") && page.contains("<dt>fix</dt>"))
  }
}
