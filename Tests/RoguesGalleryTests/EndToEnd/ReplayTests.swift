import Foundation
import Testing

/// A case of a log runs again with the bytes that it had.
@Suite struct ReplayTests {
  /// Two cases whose certificates name no responder, one whose certificates do.
  private static let cases = ["trust/unknown-ca", "revocation/ocsp-leaf-revoked"]

  private static func run(_ place: TemporaryWorkplace, _ more: [String] = []) async throws {
    _ = try await place.run(
      ["run", "-q", "-a", "accept-all", "--axes", "tls=1.3", "--log", place.path("log.jsonl")]
        // Certificates name the port of the responders: it must be free when the case runs again.
        + ["--responder-port", "\(FreePort.any())"] + cases + more)
  }

  @Test func `every case of a log presents the same bytes again, on another machine too`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    let log = try place.log()
    let verdicts = log.verdicts("accept-all")
    try #require(verdicts.count > 3)
    #expect(verdicts.keys.contains { $0.hasPrefix("revocation/") })
    // Nothing but the log goes there: neither keys nor other files of the first run.
    let elsewhere = try TemporaryWorkplace()
    for (id, verdict) in verdicts {
      let ending = try await elsewhere.run([
        "replay", place.path("log.jsonl"), id, "--log", elsewhere.path("log.jsonl"),
      ])
      #expect(ending.error.contains("replay: the server presented the same certificates as in the log"), "\(ending)")
      #expect(ending.error.contains("replay: the verdict is that of the log, \(verdict)"), "\(ending)")
      let again = try elsewhere.log()
      #expect(again.certificates[id] == log.certificates[id])
      #expect(again.verdicts("accept-all") == [id: verdict])
    }
  }

  @Test func `another seed is noticed`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place, ["--seed", "one"])
    let text = place.text("log.jsonl").replacingOccurrences(of: "--seed one", with: "--seed two")
    try place.write(text, to: "changed.jsonl")
    let ending = try await place.run(["replay", place.path("changed.jsonl"), "trust/unknown-ca[tls=1.3,policy=system]"])
    #expect(ending.error.contains("in step 1 the server presented other certificates than in the log"), "\(ending)")
  }

  @Test func `a case that is not in the log is an error that names one that is`() async throws {
    let place = try TemporaryWorkplace()
    try await Self.run(place)
    let unknown = try await place.run(["replay", place.path("log.jsonl"), "trust/unknown-ca[tls=1.3,policy=sytem]"])
    #expect(unknown.status == 4)
    #expect(unknown.error.contains("did you mean 'trust/unknown-ca[tls=1.3,policy=system]'"), "\(unknown)")
    let several = try await place.run(["replay", place.path("log.jsonl"), "trust/unknown-ca"])
    #expect(several.status == 4)
    #expect(several.error.contains("choose one: "), "\(several)")
    let other = try await place.run([
      "replay", place.path("log.jsonl"), "trust/unknown-ca[tls=1.3,policy=system]", "-a", "curl",
    ])
    #expect(other.status == 4)
    #expect(other.error.contains("it was asked of accept-all"), "\(other)")
    let missing = try await place.run(["replay", place.path("nothing.jsonl"), "x"])
    #expect(missing.status == 65, "\(missing)")
  }
}
