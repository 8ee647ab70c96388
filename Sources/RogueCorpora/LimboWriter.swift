public import RogueModel

extension Limbo {
  /// The cases as one document in the format.
  public static func document(_ cases: [CorpusCase]) -> JSON {
    [
      "version": .integer(version),
      "testcases": .array(cases.map(testcase)),
    ]
  }

  private static func testcase(_ item: CorpusCase) -> JSON {
    [
      "id": .string(item.id), "conflicts_with": [], "features": .array(item.features.map(JSON.string)),
      "importance": .string(item.importance ?? "undetermined"), "description": .string(item.description),
      "validation_kind": "SERVER", "trusted_certs": .array(item.trusted.map { pem(.certificate, $0) }),
      "untrusted_intermediates": .array(item.intermediates.map { pem(.certificate, $0) }),
      "peer_certificate": pem(.certificate, item.leaf),
      "peer_certificate_key": item.key.map { pem(.privateKey, $0) } ?? .null,
      "validation_time": JSON(item.time?.description), "signature_algorithms": [], "key_usage": [],
      "extended_key_usage": [], "expected_result": item.isAccepted ? "SUCCESS" : "FAILURE",
      "expected_peer_name": peer(item.peer), "expected_peer_names": [], "max_chain_depth": .null,
      "crls": .array(item.crls.map { pem(.crl, $0) }),
    ]
  }

  private static func pem(_ label: PEM.Label, _ der: [UInt8]) -> JSON {
    .string(String(decoding: PEM.encode(label, der), as: UTF8.self))
  }

  private static func peer(_ name: CorpusCase.PeerName?) -> JSON {
    switch name {
    case .dns(let name): ["kind": "DNS", "value": .string(name)]
    case .address(let address): ["kind": "IP", "value": .string(address)]
    case nil: .null
    }
  }

  /// A validator's answers in the results format of the suite.
  public static func results(_ answers: [(id: String, answer: CorpusAnswer)], harness: String) -> JSON {
    [
      "version": .integer(version), "harness": .string(harness),
      "results": .array(
        answers.map { id, answer in
          ["id": .string(id), "actual_result": .string(result(answer)), "context": JSON(answer.context)]
        }),
    ]
  }

  private static func result(_ answer: CorpusAnswer) -> String {
    switch answer {
    case .accepts: "SUCCESS"
    case .refuses: "FAILURE"
    case .noProof(let why) where why.hasPrefix(AdapterFault.Kind.hung.rawValue): "HANG"
    case .notPut, .noProof: "SKIPPED"
    }
  }
}
