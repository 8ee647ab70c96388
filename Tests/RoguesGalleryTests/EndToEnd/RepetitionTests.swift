import Foundation
import Testing

/// One seed, one moment and one responder port give one set of certificates.
@Suite struct RepetitionTests {
  /// The certificates of every case, over worlds with and without responder URLs.
  static func certificates(
    _ place: TemporaryWorkplace, seed: String, at: String = "2026-11-20T12:00:00Z", port: UInt16
  ) async throws -> [String: [String]] {
    let ending = try await place.run([
      "run", "-q", "-a", "accept-all", "--seed", seed, "--at", at, "--responder-port", String(port), "--axes",
      "tls=1.3",
      "--log", place.path("log.jsonl"), "healthy/*", "trust/unknown-ca", "revocation/crl-leaf-revoked",
      "revocation/ocsp-leaf-revoked*", "revocation/fetched-crl-leaf-revoked", "revocation/staple-leaf-revoked*",
    ])
    #expect([0, 1, 2].contains(ending.status), "\(ending)")
    let log = try place.log()
    #expect(log.lines.first?["seed"] as? String == seed)
    #expect(log.lines.first?["clock"] as? String == at)
    return log.certificates
  }

  @Test func `the same seed, moment and port repeat every certificate, and each of the three counts`() async throws {
    // One user for all of them: RSA keys come from the user's cache, because making them takes long.
    let place = try TemporaryWorkplace()
    let port = try FreePort.any()
    let first = try await Self.certificates(place, seed: "one", port: port)
    #expect(first.count > 20)
    #expect(first.values.allSatisfy { !$0.isEmpty })
    let again = try await Self.certificates(place, seed: "one", port: port)
    #expect(again == first)
    func isOtherEverywhere(_ other: [String: [String]]) -> Bool {
      other.keys == first.keys && other.allSatisfy { name, list in Set(list).isDisjoint(with: first[name] ?? []) }
    }
    #expect(isOtherEverywhere(try await Self.certificates(place, seed: "two", port: port)))
    #expect(isOtherEverywhere(try await Self.certificates(place, seed: "one", at: "2026-11-20T12:00:01Z", port: port)))
    // The port stands in certificates with responder URLs, and in no others.
    let elsewhere = try await Self.certificates(place, seed: "one", port: try FreePort.any())
    var kinds: Set<Bool> = []
    for (name, list) in elsewhere {
      let namesResponders = try list.contains { certificate in
        try #require(Data(base64Encoded: certificate)).range(of: Data("http://127.0.0.1:".utf8)) != nil
      }
      #expect((list == first[name]) == !namesResponders, "\(name)")
      kinds.insert(namesResponders)
    }
    #expect(kinds == [true, false])
  }
}
