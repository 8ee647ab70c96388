import Testing

/// The catalogue's proofs of logging, put to OpenSSL's own validation (`SCT_validate`).
@Suite struct TransparencyTests {
  @Test(arguments: ["libssl", "own"])
  func `libssl judges every timestamp as the catalogue does`(engine: String) async throws {
    let place = try Workplace()
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
      "healthy/timestamps-in-the-certificate", "healthy/timestamps-in-the-handshake",
      "healthy/timestamps-in-the-staple", "transparency/corrupt-signatures", "transparency/unknown-log",
      "transparency/handshake-timestamps-of-another-certificate", "transparency/staple-timestamps-corrupt",
    ] {
      #expect(judged.contains { $0.hasPrefix("\(way)[") }, "\(way)")
    }
  }
}
