import RogueModel
import Testing

@testable import RogueScenarios

@Suite struct LedgerLoaderTests {
  private static let text = """
    finding: curl-believes-a-stranger
    title: curl believes a stranger, `at times`
    kind: bug
    happens:
      - clients: {curl: "7.88", wget: 1.21-1.24}
        verdict: false-accept
        scenarios: [trust/rogue-ca, "trust/*[policy=anchor]"]
    reported: [CVE-2026-12345, https://example.com/1]
    fixed: {curl: [8.1.0, 9.0], wget: OTP 26.2}
    text: |
      It does.
    commands: |
      curl https://localhost/
    """

  private var loader: LedgerLoader<Scenario> {
    let catalogue = Fixture.load(
      ("trust/rogue-ca", Fixture.scenario("mutate: {server.present: [rogue-leaf, rogue-root]}\n" + Self.expectation)),
      (
        "trust/informs",
        Fixture.scenario(
          "mutate: {server.present: [rekeyed-leaf, issuing]}\n" + Self.expectation, name: "trust/informs"
        ).replacing("level: must", with: "level: may")
      ),
      (
        "app/rogue-ca",
        Fixture.scenario(
          "like: trust/rogue-ca\nmutate: {server.present: [rogue-leaf, rogue-root]}\n" + Self.expectation,
          name: "app/rogue-ca")
      ))
    return LedgerLoader(scenarios: catalogue.scenarios, adapters: ["curl", "wget"], stacks: ["openssl"])
  }

  private func load(_ text: String, path: String = "Findings/curl-believes-a-stranger.yaml")
    -> (entries: [KnownFailure], findings: [Finding])
  {
    loader.load([SourceFile(path: path, bytes: Array(text.utf8))])
  }

  private static let expectation = """
    expect:
      by-policy:
        system: {disposition: accept}
        anchor: {disposition: cancel, reason: [untrusted]}
    """

  @Test func `an entry holds clients, verdicts, scenarios and versions`() throws {
    let (entries, findings) = load(Self.text)
    #expect(findings.map(\.rendered) == [])
    let entry = try #require(entries.first)
    #expect(entry.anchor == "curl-believes-a-stranger-at-times")
    let occurrence = try #require(entry.occurrences.first)
    #expect(occurrence.clients.map(\.adapter) == ["curl", "wget"])
    #expect(occurrence.clients[1].versions.contains("1.22.3"))
    // What is known of a scenario is known of one that is like it.
    #expect(
      occurrence.places.map(\.scenarios) == [["trust/rogue-ca", "app/rogue-ca"], ["trust/rogue-ca", "app/rogue-ca"]])
    #expect(entry.reported == ["CVE-2026-12345", "https://example.com/1"])
    #expect(entry.fixedVersions == ["curl 8.1.0 and 9.0", "wget OTP 26.2"])
    #expect(occurrence.places[0].holds("trust/rogue-ca", AxisValues(tls: .tls12, policy: "system")))
    #expect(!occurrence.places[1].holds("trust/rogue-ca", AxisValues(tls: .tls12, policy: "system")))
    #expect(occurrence.places[1].holds("trust/rogue-ca", AxisValues(tls: .tls12, policy: "anchor")))
  }

  @Test func `a finding says that no report is known, and a baseline accepts no scenario that is like its own`() throws
  {
    let text = Self.text.replacing("[CVE-2026-12345, https://example.com/1]", with: "no report known")
    #expect(load(text).entries.first?.reported == [])
    let happens = try #require(Self.text.split(separator: "reported:").first)
    let accepted = happens.split(separator: "\n").drop { $0 != "happens:" }.joined(separator: "\n") + "\n    why: so\n"
    let baseline = try #require(
      loader.baseline(SourceFile(path: "known.yaml", bytes: Array(accepted.utf8))).baseline)
    #expect(baseline.entries.first?.places.first?.scenarios == ["trust/rogue-ca"])
  }

  @Test func `an entry about a stack lists its exceptions`() throws {
    let (entries, findings) = load(
      Self.text.replacing(
        "clients: {curl: \"7.88\", wget: 1.21-1.24}", with: "stacks: {openssl: \"3.0-3.5\"}\n    except: [wget]"
      ).replacing("{curl: [8.1.0, 9.0], wget: OTP 26.2}", with: "{openssl: 3.6.0}"))
    #expect(findings.map(\.rendered) == [])
    let occurrence = try #require(entries.first?.occurrences.first)
    #expect(occurrence.clients.isEmpty && occurrence.exceptions == ["wget"])
    #expect(occurrence.concern("mine", version: "1", stacks: ["openssl": "3.1.4"]) == .version)
    #expect(occurrence.concern("mine", version: "1", stacks: ["openssl": "1.1.1"]) == .otherVersions)
    #expect(occurrence.concern("wget", version: "1", stacks: ["openssl": "3.1.4"]) == nil)
    #expect(occurrence.concern("mine", version: "1", stacks: ["gnutls": "3.1.4"]) == nil)
  }

  @Test(arguments: [
    ("finding: curl-", "finding: wget-", "1:10", "both must be the same"),
    ("kind: bug", "kind: feature", "3:7", "expected one of bug, documented-policy, judgement, other-reason"),
    ("curl: \"7.88\"", "curl: new", "5:21", "expected versions such as 7.88"),
    ("curl: \"7.88\"", "crul: 7", "5:15", "there is no adapter 'crul'"),
    ("[trust/rogue-ca,", "[trust/rogue-cat,", "7:17", "no scenario matches the pattern 'trust/rogue-cat'"),
    ("[trust/rogue-ca,", "[trust/informs,", "7:17", "has the level may, which never fails"),
    ("policy=anchor", "policy=pins", "7:33", "has policy=pins"),
    ("verdict: false-accept", "verdict: pass", "6:14", "expected one of false-accept"),
    ("verdict: false-accept", "verdict: deviation", "3:7", "a deviation is of the kind 'other-reason'"),
    ("verdict: false-accept", "verdict: [false-accept, deviation]", "3:7", "a deviation is of the kind 'other-reason'"),
    ("verdict: false-accept", "verdict: false-accept\n    says: expired", "7:5", "'says' belongs to a deviation"),
    ("commands: |\n  curl https://localhost/", "", "1:10", "a finding has either 'commands'"),
    ("text: |\n  It does.\n", "", "1:1", "missing key 'text'"),
    ("verdict: false-accept", "verdict: inconclusive", "6:14", "'inconclusive' is no failure of a client"),
    ("verdict: false-accept", "verdict: false-accept\n    why: so", "5:5", "'why' is for a baseline"),
    ("verdict: false-accept", "verdict: false-accept\n    issue: x", "7:5", "'issue' is for a baseline"),
    ("reported: [CVE-2026-12345, https://example.com/1]\n", "", "1:1", "missing key 'reported'"),
    ("CVE-2026-12345", "CVE-2026", "8:12", "expected an identifier such as CVE-2026-129482"),
    ("CVE-2026-12345", "upstream", "8:12", "expected an identifier such as CVE-2026-129482"),
    ("[CVE-2026-12345, https://example.com/1]", "unknown", "8:11", "no report known"),
    ("[CVE-2026-12345, https://example.com/1]", "[]", "8:11", "expected a list of reports"),
    ("{curl: [8.1.0, 9.0]", "{curl: [7.88.1, 9.0]", "9:9", "curl 7.88.1 fails: 'happens' says 7.88"),
    ("{curl: [8.1.0, 9.0]", "{node: 9.0", "9:9", "'node' is no client and no stack of this finding"),
  ])
  func `an error is reported at its position`(text: String, other: String, place: String, message: String) throws {
    let (entries, findings) = load(Self.text.replacing(text, with: other))
    #expect(entries.isEmpty)
    let finding = try #require(findings.first { $0.message.contains(message) }, "\(findings.map(\.rendered))")
    #expect(finding.location.map { "\($0.line):\($0.column)" } == place)
  }

  @Test func `two entries cannot share a heading`() {
    let catalogue = Fixture.load(
      ("trust/rogue-ca", Fixture.scenario("mutate: {server.present: [rogue-leaf, rogue-root]}\n" + Self.expectation)))
    let files = ["one", "two"].map { name in
      SourceFile(
        path: "Findings/\(name).yaml",
        bytes: Array(Self.text.replacing("finding: curl-believes-a-stranger", with: "finding: \(name)").utf8))
    }
    let findings = LedgerLoader(scenarios: catalogue.scenarios, adapters: ["curl", "wget"]).load(files).findings
    #expect(findings.map(\.message) == ["Findings/one.yaml has this title already"])
  }
}
