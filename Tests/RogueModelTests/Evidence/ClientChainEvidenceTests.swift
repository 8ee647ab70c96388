import RogueModel
import Testing

@Suite struct `A client's list that is not right` {
  private static let certificates: [String: [UInt8]] = [
    "leaf": [1, 2, 3, 4], "issuing": [2, 2, 2], "root": [3, 3, 3], "twin": [3, 3, 3],
  ]

  private func difference(_ sent: [[UInt8]], _ right: [[String]] = [["leaf", "issuing"]]) -> String? {
    ClientChainEvidence.difference(of: sent, from: right, certificates: Self.certificates)
  }

  @Test func `names the first difference from the nearest right list`() {
    let leaf: [UInt8] = [1, 2, 3, 4]
    let issuing: [UInt8] = [2, 2, 2]
    #expect(difference([leaf, issuing]) == nil)
    #expect(difference([leaf, issuing, [3, 3, 3]], [["leaf", "issuing"], ["leaf", "issuing", "root"]]) == nil)
    #expect(difference([]) == "entry 1, leaf, is missing")
    #expect(difference([leaf]) == "entry 2, issuing, is missing")
    #expect(difference([issuing, leaf]) == "entry 1 is issuing, where leaf belongs")
    #expect(difference([leaf, leaf]) == "entry 2 repeats entry 1, where issuing belongs")
    #expect(
      difference([leaf, issuing, [3, 3, 3]]) == "entry 3 is root, where the list should have ended")
    #expect(
      difference([[1, 2, 9, 4]])
        == "entry 1 is not a certificate of this world, where leaf belongs: the first difference is at byte 2")
    #expect(
      difference([leaf, issuing, [9]])
        == "entry 3 is not a certificate of this world, where the list should have ended")
    #expect(difference([leaf, issuing], []) == nil)
  }

  @Test func `is drawn by names, by the first where two have the same bytes`() {
    func minted(_ name: String, by issuer: String?) -> MintedCertificate {
      MintedCertificate(
        name: name, der: Self.certificates[name] ?? [], serial: [], issuer: issuer,
        key: KeyMaterial(type: .p256, spki: [], privateKey: []))
    }
    let hierarchy = Hierarchy(
      certificates: [
        "leaf": minted("leaf", by: "issuing"), "issuing": minted("issuing", by: "root"),
        "root": minted("root", by: nil), "twin": minted("twin", by: nil),
      ], keys: [:], revocation: Silent())
    let evidence = ClientChainEvidence(
      [[1, 2, 3, 4], [9], [3, 3, 3]], right: [["leaf", "issuing", "gone"]], in: hierarchy)
    #expect(evidence.sent.map(\.name) == ["leaf", nil, "root"])
    #expect(evidence.sent.map(\.isRoot) == [false, false, true])
    #expect(evidence.right.first?.map(\.name) == ["leaf", "issuing", nil])
    let right = evidence.right[0]
    #expect(right[1].certifies(right[0]) && !right[0].certifies(right[1]) && !right[2].certifies(right[2]))
    #expect(throws: HarnessFailure.self) { try hierarchy.transparency.key(ofLog: "x") }
  }

  private struct Silent: RevocationSigner {
    func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]? { nil }
    func ocspResponse(
      about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?
    ) throws(HarnessFailure) -> [UInt8] { [] }
  }
}
