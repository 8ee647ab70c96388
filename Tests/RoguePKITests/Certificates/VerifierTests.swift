import RogueModel
import RogueOpenSSL
import RogueStimuli
import Testing

/// The verifier is judged by the faults that a world can have, since it must never be the one that lets them pass.
@Suite struct VerifierTests {
  static let now = Worlds.clock.secondsSince1970

  private func verify(
    _ hierarchy: Hierarchy, _ chain: [String], anchors: [String] = ["root"], host: String? = "pinned.rogues.test",
    at: Int64? = now, partial: Bool = false
  ) -> X509Verifier.Verification {
    X509Verifier.verify(
      chain: chain.compactMap { hierarchy.certificates[$0]?.der },
      anchors: anchors.compactMap { hierarchy.certificates[$0]?.der }, purpose: .server, hostname: host, at: at,
      partialChain: partial)
  }

  @Test func `unknown roots, missing intermediates, wrong names and an empty name are refused`() throws {
    let hierarchy = try Worlds.mint()
    #expect(verify(hierarchy, ["leaf", "issuing"]).isAccepted)
    #expect(verify(hierarchy, ["leaf", "issuing"], anchors: ["stranger"]).problems.first?.code == 20)
    #expect(verify(hierarchy, ["leaf", "issuing"], anchors: []).problems.first?.code == 20)
    #expect(verify(hierarchy, ["leaf"]).problems.first?.code == 20)
    #expect(verify(hierarchy, ["leaf", "issuing"], host: "other.rogues.test").problems.map(\.code) == [62])
    #expect(verify(hierarchy, ["leaf", "issuing"], host: "127.0.0.2").problems.map(\.code) == [64])
    #expect(!verify(hierarchy, ["leaf", "issuing"], host: "").isAccepted)
    #expect(verify(hierarchy, ["self-signed"]).problems.first?.code == 18)
  }

  @Test func `several faults are all named, and none of them is lost`() throws {
    let hierarchy = try Worlds.mint()
    let problems = verify(
      hierarchy, ["client", "issuing"], host: "pinned.rogues.test", at: Self.now + 3651 * 86_400
    ).problems
    #expect(Set(problems.map(\.code)) == [26, 62, 10])
  }

  @Test func `an intermediate is an anchor only where partial chains are allowed`() throws {
    let hierarchy = try Worlds.mint()
    #expect(!verify(hierarchy, ["leaf"], anchors: ["issuing"]).isAccepted)
    #expect(
      verify(hierarchy, ["leaf"], anchors: ["issuing"], partial: true)
        == .accepted(path: hierarchy.der("leaf", "issuing")))
  }

  @Test func `order and repetition of the rest of the chain do not matter`() throws {
    let hierarchy = try Worlds.mint()
    #expect(verify(hierarchy, ["leaf", "stranger", "root", "leaf", "issuing", "issuing"]).isAccepted)
  }

  @Test func `the signer of a certificate is found by key, not by name`() throws {
    var impostor = CertificateRecipe(name: "impostor", isCA: true)
    impostor[SubjectOf.self] = "root"
    let hierarchy = try Worlds.mint(
      Worlds.world([
        CertificateRecipe(name: "root", isCA: true), impostor,
        CertificateRecipe(name: "leaf", issuer: "root", hosts: ["pinned"]),
      ]))
    let parsed = try hierarchy.certificates.mapValues { try X509Certificate(der: $0.der) }
    let leaf = try #require(parsed["leaf"])
    #expect(leaf.isSigned(by: try #require(parsed["root"])))
    #expect(!leaf.isSigned(by: try #require(parsed["impostor"])))
    #expect(!leaf.isSigned(by: leaf))
    #expect(try #require(parsed["root"]).isCA)
    #expect(!leaf.isCA)
  }
}
