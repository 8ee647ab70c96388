import RogueModel
import Testing

@testable import RogueScenarios

@Suite struct SearchTests {
  private static func finds(_ term: String, _ text: String) -> Bool { SearchTerm(term).isFound(in: SearchText(text)) }

  @Test(arguments: [
    ("nameConstraints", "name-constraints/host-excluded"), ("name constraints", "nameConstraints"),
    ("HelloRetryRequest", "hello-retry-request-twice"), ("hello-retry-request", "A second HelloRetryRequest"),
    ("cRLDistributionPoints", "crl-first-distribution-point-down"), ("CRL DP", "both distribution points"),
    ("distribution points", "cRLDistributionPoints"), ("sha1", "SHA-1"), ("SHA-1", "sha1-leaf"),
    ("RFC6962", "RFC 6962, section 3.3"), ("rfc 5280, section 4.2.1.1", "RFC 5280, section 4.2.1.1: …"),
    ("SCT", "Both SCTs come from the same log"), ("signed certificate timestamps", "sct-missing"),
    ("extended key usage", "eku-any"), ("EKU", "The leaf's extendedKeyUsage is clientAuth"),
    ("OCSP responder", "the OCSP responder's certificate"), ("renegotiation-info", "renegotiation_info"),
    ("CVE-2021-22890", "real-bugs/cve-2021-22890-proxy-session"), ("0rtt", "session/early-data-wrong-host"),
    ("tls 1.3", "TLS 1.3"), ("x509", "X.509 v1"), ("ÉTÉ", "été"), ("TLSFeature", "TLS feature"),
    ("Distribution", "CRLDistributionPoints"),
  ])
  func `a term is found in a text`(term: String, text: String) { #expect(Self.finds(term, text)) }

  @Test(arguments: [
    ("CT", "reject"), ("CT", "a contract"), ("SKI", "skips"), ("SAN", "thousand"), ("SAN", "the CA's answer"),
    ("EMS", "themes"), ("EM", "EMS"), ("DN", "DNS"), ("RFC 5280, section 4.2.1.1", "RFC 5280, section 4.2.1.10"),
    ("RFC 698", "RFC 6980"), ("SCT", "SC"), ("AKI", "SKI"), ("", "anything"), ("-", "a-b"), ("key usage", "key"),
  ])
  func `a term is not found in a text`(term: String, text: String) { #expect(!Self.finds(term, text)) }

  private static let scenarios = Fixture.load(
    (
      "trust/rogue-ca",
      Fixture.scenario("tags: [seed]\nkeywords: [MITM, user store]", name: "trust/rogue-ca")
    ),
    ("pin/sub", Fixture.scenario("tags: [slow]\nkeywords: [MITM]", name: "pin/sub").replacing("5280", with: "6797"))
  ).scenarios.map { ScenarioSummary($0, keywords: $0.keywords + ["made of \($0.family)"]) }

  private static func search(_ texts: String..., areAll: Bool = true) -> (ids: [String], findings: [String]) {
    let found = Selection.search(scenarios, areAll: areAll, for: texts)
    return (found.scenarios.map(\.id), found.findings.map(\.rendered))
  }

  @Test func `a search matches if every word occurs, in any field`() {
    #expect(Self.scenarios.map(\.keywords) == [["MITM", "user store", "made of trust"], ["MITM", "made of pin"]])
    #expect(Self.search("mitm").ids == ["trust/rogue-ca", "pin/sub"])
    #expect(Self.search("mitm", "User-Store").ids == ["trust/rogue-ca"])
    #expect(Self.search("made of pin").ids == ["pin/sub"])
    #expect(Self.search("RFC 5280").ids == ["trust/rogue-ca"])
    #expect(Self.search("pinned host").ids.count == 2)
    #expect(Self.search("mitm").findings == [])
  }

  @Test func `a word that does not occur is reported with near misses`() {
    #expect(Self.search("ECH").ids == [])
    #expect(Self.search("ECH").findings == ["error: no scenario is about 'ECH'\n"])
    #expect(Self.search("ECH", areAll: false).findings == ["error: none of the 2 selected scenarios is about 'ECH'\n"])
    #expect(Self.search("user stroe").findings.joined().contains("did you mean 'user store'?"))
    #expect(
      Self.search("user store", "RFC 6797").findings.joined().contains(
        "no scenario is about 'user store' and 'RFC 6797' together"))
    #expect(Self.search("HSTS").findings.joined().contains("related, by RFC 6797: pin/sub"))
    #expect(Self.search("TLSA").findings == ["error: no scenario is about 'TLSA'\n"])
    #expect(Self.search("--").findings.joined().contains("no letter and no digit"))
  }
}
