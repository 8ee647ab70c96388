import Foundation
import RogueModel
import Testing

@testable import RogueReports

/// What the page about one validator in one scenario shows.
@Suite struct EvidencePageTests {
  private static let path = "scenarios/trust/rogue-ca-in-system-store"

  /// Reads certificates of one octet: its number is their only field that may differ.
  private static func references(_ findings: [KnownFailure] = []) -> PageReferences {
    PageReferences(
      card: HTMLReportTests.references.card, findings: findings,
      certificate: { der in
        der.count == 1 ? [("subject", "CN=host"), ("serial number", String(der[0]))] : nil
      })
  }

  private static func result(
    _ policy: String, _ verdict: Verdict, sent: [[UInt8]], healthy: [[UInt8]]?
  ) -> CaseResult {
    var result = SampleRun.result(
      "curl", "trust/rogue-ca-in-system-store", policy: policy,
      Judgement(verdict, "because of \(policy)"),
      steps: SampleRun.falseAccept.steps)
    result.judgement.explanation = "the nonce came back"
    result.steps[0].observation.connections[0].serverCertificates = sent
    result.steps[0].healthyChain = healthy
    return result
  }

  private static func pages(_ results: [CaseResult], _ references: PageReferences = references())
    -> [String: String]
  {
    var header = SampleRun.header(.compare)
    header.planned = results.map {
      PlannedCase(
        adapter: $0.adapter, caseID: $0.caseID, scenario: $0.scenario, level: $0.level,
        severity: $0.severity,
        unsupported: nil)
    }
    header.planned.append(
      PlannedCase(
        adapter: "curl", caseID: "trust/rogue-ca-in-system-store[tls=1.2,policy=lacks]",
        scenario: "trust/rogue-ca-in-system-store", level: .must, severity: .critical,
        unsupported: "pin.x: has none"))
    let events =
      [.started(header)] + results.map { RunEvent.caseFinished($0) } + [.finished(SampleRun.footer)]
    return HTMLReportTests.page(events, references: references)
  }

  @Test func `every case is listed, and every one that failed has its evidence`() throws {
    let results = [
      Self.result("system", .falseAccept, sent: [[1]], healthy: [[2]]),
      Self.result("leaf-spki", .falseAccept, sent: [[1]], healthy: [[2]]),
      Self.result("ca-spki", .falseAccept, sent: [[1]], healthy: [[2]]),
      Self.result("own", .pass, sent: [[1]], healthy: nil),
    ]
    let page = try #require(Self.pages(results)["\(Self.path)/curl.html"])
    for result in results {
      #expect(page.contains("<th scope=\"row\"><code>\(result.axes)</code>"), "\(result.axes)")
      let hasEvidence =
        page.contains("'\(result.caseID)'") || page.contains("&#39;\(result.caseID)&#39;")
      #expect(hasEvidence == (result.judgement.verdict != .pass), "\(result.axes)")
    }
    #expect(page.contains("pin.x: has none"))
    #expect(page.contains("The same in 2 cases more"))
    #expect(page.components(separatedBy: "<caption>What the server saw</caption>").count == 4)
  }

  @Test func `certificates are shown beside the healthy ones, and differences are marked`() throws {
    func page(_ sent: [[UInt8]], _ healthy: [[UInt8]]?) throws -> String {
      let pages = Self.pages([Self.result("system", .falseAccept, sent: sent, healthy: healthy)])
      let scenario = try #require(pages["\(Self.path).html"])
      let cell = try #require(pages["\(Self.path)/curl.html"])
      #expect(
        scenario.contains("class=\"cmp\"") == cell.contains("class=\"cmp\""),
        "both pages have it, or none")
      return cell
    }
    let differs = try page([[1], [7]], [[2], [7]])
    #expect(
      differs.contains(
        "<tr class=\"differs\"><th scope=\"row\">serial number<small>differs</small><td>2<td>1\n"))
    #expect(differs.contains("<tr><th scope=\"row\">subject<td>CN=host<td>CN=host\n"))
    #expect(differs.contains("1 certificate of the list is the healthy server’s.") && !differs.contains("CN=7"))
    // One that is not sent, one that is sent besides, one in another place, and one that nobody can read.
    #expect(try page([[1]], [[1], [3]]).contains("The 2nd certificate of the healthy list is not sent."))
    let besides = try page([[1], [5], [2]], [[2]])
    #expect(besides.contains("<summary>The 2nd certificate, which the healthy server does not send</summary>"))
    #expect(besides.contains("<tr class=\"only\"><th scope=\"row\">serial number<td>–<td>5\n"))
    #expect(besides.contains("is the healthy server’s, in another place."))
    #expect(try page([[1, 1]], [[1]]).contains("2 bytes, which cannot be read as a certificate"))
    #expect(try page([[1]], [[1]]).contains("the fault is elsewhere"))
    #expect(try !page([[1]], nil).contains("class=\"cmp\""))
  }

  @Test func `bytes outside of every field are described by their place`() {
    let comparison = CertificateComparison(rogue: [[1, 2, 9]], healthy: [[1, 2, 3]]) { _ in
      [("subject", "same")]
    }
    #expect(comparison.html.contains("of 3 and 3 bytes, number 3 is the first that does"))
    let longer = CertificateComparison(rogue: [[1, 2, 3, 0]], healthy: [[1, 2, 3]]) { _ in
      [("subject", "same")]
    }
    #expect(longer.html.contains("of 3 and 4 bytes, number 4 is the first that does"))
    #expect(!comparison.html.contains("class=\"differs\""))
  }

  @Test func `a certificate cannot write markup`() {
    let comparison = CertificateComparison(rogue: [[1]], healthy: [[2]]) {
      [("<b>", "<script>\($0)\u{202e}")]
    }
    #expect(!comparison.html.contains("<script>") && !comparison.html.contains("<b>"))
    #expect(!comparison.html.unicodeScalars.contains("\u{202e}"))
  }

  @Test
  func `the chain is drawn from leaf to root, with what was sent, the fault, and who trusts it`()
    throws
  {
    let card = ScenarioCard(SampleCatalogue.rogue, keywords: [])
    #expect(card.steps[0].links.map(\.name) == ["rogue-leaf", "rogue-root"])
    let html = ChainDrawing(links: card.steps[0].links).html("Leaf to root")
    #expect(
      html.contains(
        "<li class=\"odd\"><code>rogue-leaf</code> <b>the rogue’s</b> <small>sent 1st</small>"))
    #expect(html.contains("<small>sent 2nd; system store</small>"))
    // A healthy server keeps its root to itself.
    let healthy = ScenarioCard(SampleCatalogue.resumed, keywords: [])
    #expect(healthy.steps[0].links.map(\.name) == ["leaf", "issuing", "root"])
    #expect(healthy.steps[0].links.map(\.places) == [[1], [2], []])
    #expect(healthy.steps[0].links.allSatisfy { !$0.isRogue })
    #expect(
      ChainDrawing(links: healthy.steps[0].links).html("x").contains(
        "<li class=\"unsent\"><code>root</code>"))
    let planned = ChainDrawing(links: healthy.steps[0].links, isSent: false).html("x")
    #expect(planned.contains("<small>would be sent 1st</small>") && !planned.contains("<small>sent"))
    // What changes in the leaf is marked there, and nowhere else.
    #expect(healthy.steps[1].links.map(\.isRogue) == [true, false, false])
    // Something that was sent and certifies nothing stands apart.
    var scenario = SampleCatalogue.rogue
    scenario.steps[0].world.server.present = ["leaf", "rogue-root", "issuing"]
    let apart = ScenarioCard(scenario, keywords: []).steps[0].links
    #expect(apart.map(\.name) == ["leaf", "issuing", "root", "rogue-root"])
    #expect(apart.map(\.isOnPath) == [true, true, true, false])
    #expect(ChainDrawing(links: apart).html("x").contains("also sent"))
  }

  @Test func `a finding's title and the links of its text lead to pages that exist`() throws {
    func entry(_ title: String, _ text: String) -> KnownFailure {
      KnownFailure(
        name: title, title: title, kind: .bug, occurrences: [], text: text, commands: nil,
        withoutCommands: nil,
        afterwards: nil, location: SourceLocation(file: "Findings/x.yaml", line: 1, column: 1))
    }
    let text =
      "See [itself](#one), [nobody](#gone), [the web](https://example.com/a) and [evil](javascript:alert)."
    let (one, gone) = (entry("One", text), entry("Gone", "x"))
    var result = Self.result("system", .falseAccept, sent: [[1]], healthy: nil)
    result.knowledge = .entry(
      .init(place: "docs/records/findings.md#one", title: "One", kind: .bug))
    let pages = Self.pages([result], Self.references([one, gone]))
    let cell = try #require(pages["\(Self.path)/curl.html"])
    #expect(cell.contains("<h3><a href=\"../../../findings/one.html\">One</a></h3>"))
    for page in [cell, try #require(pages["findings/one.html"])] {
      #expect(
        page.contains(
          "findings/one.html\">itself</a>, nobody, <a rel=\"noreferrer\" href=\"https://example.com/a\">the web</a> and evil."
        ))
    }
    #expect(pages["findings/gone.html"] == nil)
  }
}
