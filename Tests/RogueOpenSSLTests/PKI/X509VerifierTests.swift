import RogueOpenSSL
import Testing

@Suite struct X509VerifierTests {
  @Test func `an empty chain, garbage and no anchors are refused`() {
    #expect(!X509Verifier.verify(chain: [], anchors: [], purpose: .any).isAccepted)
    #expect(!X509Verifier.verify(chain: [[1, 2, 3]], anchors: [], purpose: .any).isAccepted)
    #expect(!X509Verifier.verify(chain: [[]], anchors: [[]], purpose: .any).isAccepted)
  }

  @Test func `a refusal always has a reason`() {
    let refused = X509Verifier.verify(chain: [[0x30, 0]], anchors: [], purpose: .server, hostname: "h.test")
    #expect(!refused.problems.isEmpty)
    #expect(refused.problems.first?.description.hasPrefix("parse a certificate") == true)
  }
}
