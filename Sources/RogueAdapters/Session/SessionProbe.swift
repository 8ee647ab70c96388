internal import RogueModel

/// The lines that open a session, and the probe that tests whether the program checks `needs`.
struct SessionProbe: Sendable {
  static let hello = JSON.object([.init("type", "hello"), .init("protocols", [1])]).line
  static let bye = JSON.object([.init("type", "bye")]).line

  let id: String
  /// Another word each time, so that no program can know it.
  let capability: Capability
  /// The attempt as one line of JSON.
  let line: String

  /// An attempt that would lead nowhere if it were made.
  ///
  /// - Parameter line: turns it into its line; writes its files.
  init(_ line: (Attempt) throws(HarnessFailure) -> String) throws(HarnessFailure) {
    let word = String(UInt64.random(in: .min ... .max), radix: 36)
    id = "probe-\(word)"
    capability = Capability("impossible.\(word)")
    let attempt = Attempt(
      id: id, conversation: "probe", step: 1, needs: [capability], reuse: .none, learn: false,
      deadlineMilliseconds: 5000,
      connect: Attempt.Endpoint(host: "probe.rogues.test", address: "127.0.0.1", port: 9, path: "/\(id)", proxy: nil),
      policy: AttemptPolicy(
        systemAnchors: [], userAnchors: nil, anchors: nil, hostname: "probe.rogues.test", pinSets: [],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil))
    self.line = try line(attempt)
  }
}
