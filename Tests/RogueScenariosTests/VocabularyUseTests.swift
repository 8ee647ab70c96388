import RogueEngines
import RogueModel
import RoguePKI
import RogueScenarios
import RogueStimuli
import Testing

/// A behaviour or a defect that no scenario uses is one that no client ever meets.
@Suite struct VocabularyUseTests {
  /// Words of the vocabulary without a scenario, each with the reason; an entry that is used fails.
  static let unused: [String: String] = [
    "tcp-reset-instead-of-tls": "the server ends the connection, so nobody's refusal proves anything: BehaviourTests",
    "bad-handshake-signature: fault: zero": "zeros for the whole signature; the numbers r = s = 0 are the known bug",
    "compressed-certificate: fault: none": "honest, for clients that offer zlib: CompressedCertificateMessageTests",
    "downgrade-sentinel: to: tls-1-2": "clients with a lower maximum are in `handshake/table`",
    "downgrade-sentinel: of: tls-1-1": "the value of older servers is in `handshake/table`",
    "dhe: field: good": "honest; what the faults of a field are told beside: FlightBytesTests",
    "flood: of: change-cipher-spec": "limits differ; the scenarios have tickets and key updates: DifferentialTests",
    "flood: of: warnings": "limits differ; the scenarios have them after the handshake: DifferentialTests",
    "omit-message: message: server-hello-done": "a client that waits for it says nothing, like one that is stalled",
    "omit-message: message: finished": "a client that waits for it says nothing, like one that is stalled",
    "stall: before: server-hello-done": "one silence is like another: the scenarios have it at other places",
    "rsa-key-exchange: cipher: cbc-sha256": "one more suite of the same kind: the scenarios have gcm and cbc",
    "trailing-bytes: message: server-hello": "one parser of messages: the scenarios have it in others",
    "trailing-bytes: message: encrypted-extensions": "one parser of messages: the scenarios have it in others",
    "trailing-bytes: message: server-hello-done": "one parser of messages: the scenarios have it in others",
    "rewritten-issuer-name: form: spaces":
      "which spaces count is for RFC 4518 to say, and nobody follows it: DefectTests",
    "subject-string: form: ia5": "nobody tells it from printable: DefectTests",
    "wrong-time: form: year-1950": "a fault of `chain/link-table`",
    "upper-case-schemes": "a value of `revocation/point-table`",
    "wrong-key-identifier: form: ski-empty": "the issuer's and the leaf's are in scenarios: DefectTests",
  ]

  /// Everything that a scenario's worlds say, in its steps and healthy.
  static func uses() throws -> [String: [NamedUse]] {
    let worlds = try ShippedCatalogueTests.catalogue().scenarios.flatMap { [$0.world] + $0.steps.map(\.world) }
    let uses = worlds.flatMap { world in
      world.server.behaviours + world.certificates.flatMap { $0[CertificateDefects.self] }
    }
    return Dictionary(grouping: Set(uses), by: \.name)
  }

  @Test func `every behaviour and every defect, with every word that it takes, is in a scenario or listed`() throws {
    let uses = try Self.uses()
    var missing: Set<String> = []
    for descriptor in Behaviours.descriptors + Defects.descriptors {
      guard let own = uses[descriptor.name] else {
        missing.insert(descriptor.name)
        continue
      }
      for parameter in descriptor.parameters {
        for word in parameter.choices where !own.contains(where: { Self.says(word, parameter, $0) }) {
          missing.insert("\(descriptor.name): \(parameter.name): \(word)")
        }
      }
    }
    for word in missing.subtracting(Self.unused.keys).sorted() { Issue.record("no scenario uses \(word)") }
    for word in Set(Self.unused.keys).subtracting(missing).sorted() {
      Issue.record("\(word) is listed as unused, and is not")
    }
  }

  /// Where the parameter is left out, the word that its summary calls the default counts.
  private static func says(_ word: String, _ parameter: NamedDescriptor.Parameter, _ use: NamedUse) -> Bool {
    if let value = use.parameters[parameter.name] { return value == .text(word) }
    return ["\(word) (default", "default \(word)", "\(word) when left out"].contains { parameter.summary.contains($0) }
  }
}
