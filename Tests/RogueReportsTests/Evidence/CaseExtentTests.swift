import RogueModel
import Testing

@testable import RogueReports

@Suite struct CaseExtentTests {
  private static let all = ["anchor", "leaf-spki", "system"].flatMap { policy in
    TLSVersion.allCases.map { AxisValues(tls: $0, policy: policy) }
  }

  @Test func `one case needs no words`() {
    #expect(CaseExtent.text([Self.all[0]], of: [Self.all[0]]) == nil)
  }

  @Test func `the affected cases are described by axis`() {
    #expect(CaseExtent.text(Self.all, of: Self.all) == "all 6 cases: all 3 policies, both TLS versions")
    #expect(
      CaseExtent.text(Self.all.filter { $0.policy != "system" }, of: Self.all)
        == "4 of 6 cases: 2 of 3 policies (anchor, leaf-spki), both TLS versions")
    #expect(
      CaseExtent.text(Self.all.filter { $0.tls == .tls12 }, of: Self.all)
        == "3 of 6 cases: all 3 policies, TLS version 1.2")
    let keys = [KeyType.p256, .rsa2048].map { AxisValues(tls: .tls13, policy: "system", key: $0) }
    #expect(CaseExtent.text([keys[1]], of: keys) == "1 of 2 cases: key type rsa2048")
  }
}
