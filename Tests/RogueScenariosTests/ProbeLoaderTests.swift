import RogueModel
import RogueScenarios
import Testing

@Suite struct ProbeLoaderTests {
  private static let rest = """
    ordinary: healthy/a
    rogue: trust/b
    reasons: [time/c, names/d]
    fields: {tls.alpn: client-hello/e}
    """

  private func load(_ pair: String) -> (lists: [ProbeList], findings: [Finding]) {
    let text = "probes:\n  - {\(pair)}\n\(Self.rest)\n"
    return ProbeLoader.load([SourceFile(path: "Scenarios/probes.yaml", bytes: Array(text.utf8))])
  }

  @Test func `a pair names its cases as patterns do`() throws {
    let (lists, findings) = load(
      "capability: anchors, field: policy.anchors, with: 'trust/x[tls=1.3,policy=anchor]', evidence: proxy-used")
    #expect(findings.isEmpty)
    let pair = try #require(lists.first?.pairs.first)
    #expect(pair.with.scenario == "trust/x")
    #expect(pair.with.constraints.map(\.value) == ["1.3", "anchor"])
    #expect(pair.without == nil)
    #expect(pair.evidence == .proxyUsed)
  }

  @Test(arguments: [
    ("capability: anchor, field: f, with: trust/x", "unknown capability 'anchor'"),
    ("capability: anchors, field: f, with: 'trust/x[policy]'", "is not of the form axis=value"),
    ("capability: anchors, field: f, with: 'trust/x[polcy=p]'", "there is no axis 'polcy'"),
    ("capability: anchors, field: f", "missing key 'with'"),
    ("capability: anchors, field: f, with: trust/x, evidence: proxy", "expected one of result"),
  ])
  func `a pair with a mistake is reported with its place, and the list is not used`(
    pair: String, message: String
  ) throws {
    let (lists, findings) = load(pair)
    #expect(lists.isEmpty)
    let finding = try #require(findings.first { $0.message.contains(message) }, "\(findings.map(\.message))")
    #expect(finding.location?.line == 2)
  }

  @Test func `the file is known by its place alone`() {
    #expect(ScenarioFolder.subject(of: "/somewhere/Scenarios/probes.yaml") == .probes)
    #expect(ScenarioFolder.subject(of: "Scenarios/trust/probes.yaml") == .scenario)
  }
}
