import RogueAdapters
import RogueModel
import Synchronization
import Testing

/// What a handler leaves to the next start of its application, and which trust default handling evaluates.
extension ChallengeAdapterTests {
  private final class Findings: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ text: String) { list.withLock { $0.append(text) } }
    var all: [String] { list.withLock { $0 } }
  }

  /// Cancels everything, and says at set-up what it finds in its folder before it writes.
  private static func adapter(
    _ found: Findings, writing bytes: @escaping @Sendable (_ step: Int) -> [UInt8]?
  ) -> ChallengeAdapter {
    return ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, files in
      let number = found.all.count + 1
      let before = files.read("pins").map { String(decoding: $0, as: UTF8.self) } ?? "none"
      let written = bytes(number).map { files.write("pins", $0) }
      let after = files.read("pins").map { String(decoding: $0, as: UTF8.self) } ?? "none"
      found.add("\(before) \(written.map { "\($0)" } ?? "-") \(after)")
      return .refused(.configuration, detail: "enough")
    }
  }

  private static func attempt(
    _ storage: AttemptPolicy.PinStorage = .written, _ fate: AttemptPolicy.Platform.StoredPins? = nil
  ) -> Attempt {
    var attempt = attempt(1)
    attempt.policy.pinStorage = storage
    attempt.policy.platform.storedPins = fate
    return attempt
  }

  @Test func `files last from one attempt to the next, and no longer than the conversation`() async throws {
    let found = Findings()
    let adapter = Self.adapter(found) { step in step == 3 ? nil : Array("of step \(step)".utf8) }
    for _ in 0..<2 {
      try await adapter.withConversation("c1") { conversation in
        for attempt in [Self.attempt(), Self.attempt(.unwritable)] { _ = try await conversation.perform(attempt) }
      }
    }
    #expect(
      found.all == [
        "none true of step 1", "of step 1 false of step 1", "none - none", "none false none",
      ])
  }

  @Test func `the files are in their new state before the next start`() async throws {
    for (fate, left) in [
      (AttemptPolicy.Platform.StoredPins.missing, "none"), (.damaged, "of s"), (.older, "of step 1"),
    ] {
      let found = Findings()
      let adapter = Self.adapter(found) { step in step == 1 ? Array("of step 1".utf8) : nil }
      try await adapter.withConversation("c1") { conversation in
        for attempt in [Self.attempt(), Self.attempt(.kept, fate)] { _ = try await conversation.perform(attempt) }
      }
      #expect(found.all.last == "\(left) - \(left)", "\(fate)")
    }
  }

  /// A trust that is good once somebody has set anchors.
  private final class AnchoredTrust: ServerTrust {
    private let isAnchored = Mutex(false)
    func policies() throws(TrustCallFailure) -> [TrustPolicy] { [] }
    func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {}
    func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure) { isAnchored.withLock { $0 = true } }
    func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure) {}
    func evaluate() throws(TrustCallFailure) -> TrustResult { result }
    var result: TrustResult { isAnchored.withLock { $0 } ? .unspecified : .recoverableFailure }
    var chain: [[UInt8]] { [] }
    var problems: [TrustProblem] { result.isSuccess ? [] : [TrustProblem(.untrusted, "nobody has set anchors")] }
  }

  private struct AnchoredTrusts: ServerTrustFactory {
    func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust { AnchoredTrust() }
  }

  @Test(arguments: [DefaultHandling.freshTrust, .challengesTrust])
  func `default handling evaluates a fresh trust or the one with the anchors, as declared`(
    handling: DefaultHandling
  ) async throws {
    let server = try #require(await OpenSSLServer.start())
    let adapter = ChallengeAdapter(
      name: "test", summary: "", trusts: AnchoredTrusts(), defaultHandling: handling
    ) { _, _, _ in
      .ready(
        Handler { challenge, completion in
          try? challenge.space.serverTrust?.setAnchors([])
          completion(.performDefaultHandling)
        })
    }
    let outcome = try await adapter.withConversation("c1") { try await $0.perform(Self.attempt(server.port)).outcome }
    #expect(try Self.statement(outcome).reason == (handling == .freshTrust ? .untrusted : nil))
  }

  private final class Token: Sendable {}
  private struct Held { weak var token: Token? }

  @Test func `a connection goes with its attempt, and with it the handler`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let held = Mutex(Held())
    let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, _ in
      let token = Token()
      held.withLock { $0.token = token }
      return .ready(
        Handler { _, completion in withExtendedLifetime(token) { completion(.performDefaultHandling) } })
    }
    let outcome = try await adapter.withConversation("c1") { try await $0.perform(Self.attempt(server.port)).outcome }
    #expect(try Self.statement(outcome).said == .defaultHandling)
    #expect(held.withLock { $0.token } == nil)
  }
}
