import Testing

/// The catalogue's proofs of logging, put to OpenSSL's own validation (`SCT_validate`).
@Suite struct TransparencyTests {
  @Test(arguments: ["libssl", "swift"])
  func `libssl judges every timestamp as the catalogue does`(engine: String) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-q", "-a", "openssl-ct", "--axes", "engine=\(engine)", "--log", place.path("log.jsonl"), "--tag",
      "transparency",
    ])
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    // What it is not asked for is more than one log.
    #expect(log.words("openssl-ct") == ["pass", "unsupported"])
    let judged = log.verdicts("openssl-ct").filter { $0.value == "pass" }.keys
    #expect(judged.count > 40)
    for way in [
      "healthy/sct-embedded", "healthy/sct-in-tls-extension",
      "healthy/sct-in-ocsp", "transparency/sct-bad-signature", "transparency/sct-of-unknown-log",
      "transparency/tls-sct-of-another-certificate", "transparency/ocsp-sct-bad-signature",
    ] {
      #expect(judged.contains { $0.hasPrefix("\(way)[") }, "\(way)")
    }
  }
}
