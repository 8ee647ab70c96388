public import RogueModel
internal import RogueOpenSSL

/// Counts the logs that vouch for a leaf (RFC 6962, section 5.2), by the rules beside it.
public struct TransparencyCheck: Sendable {
  private let policy: AttemptPolicy.Transparency
  private let rules: Rulebook
  /// In seconds since 1970.
  private let now: Int64

  /// - Parameter now: in seconds since 1970.
  package init(_ policy: AttemptPolicy.Transparency, rules: Rulebook = Rulebook(), now: Int64) {
    self.policy = policy
    self.rules = rules
    self.now = now
  }

  /// Why too few logs vouch for the leaf; nil when enough do.
  ///
  /// - Parameter path: validated, leaf first.
  public func problem(of flight: ServerFlight, path: [[UInt8]]) -> TrustProblem? {
    rules(
      .vouchingLogs,
      TransparencyQuestion(policy: policy, flight: flight, path: path, milliseconds: now * 1000, rules: rules))
  }
}

/// A leaf, and the logs that a policy requires for it.
package struct TransparencyQuestion: Sendable {
  package var policy: AttemptPolicy.Transparency
  package var flight: ServerFlight
  /// Validated, leaf first.
  package var path: [[UInt8]]
  /// Now, since 1970.
  package var milliseconds: Int64
  let rules: Rulebook

  var leaf: [UInt8]? { path.first ?? flight.certificates.first }

  package var sctLists: [SCTList] { SCTList.sources.compactMap { rules($0, self) } }

  /// Those of all lists that can be read.
  package var scts: [SCTQuestion] {
    let logs = Dictionary(
      policy.logs.map { (Digest.sha256.hash($0.spki), $0) }, uniquingKeysWith: { first, _ in first })
    return sctLists.flatMap { list in
      (list.scts ?? []).map { sct in
        SCTQuestion(
          timestamp: sct, source: list.source, entries: list.entries, log: logs[sct.logID], milliseconds: milliseconds)
      }
    }
  }

  /// Why an SCT does not count; nil if it does.
  package func doubt(about sct: SCTQuestion) -> String? {
    SCTQuestion.checks.lazy.compactMap { rules($0, sct) }.first
  }
}

/// SCTs that came in one way, together with what they have to be about.
package struct SCTList: Sendable {
  package enum Source: Sendable, Hashable { case certificate, handshake, staple }

  package let source: Source
  package let bytes: [UInt8]
  /// Any of these will do.
  let entries: [LoggedEntry]

  /// Nil: the list is malformed.
  package var scts: [SignedCertificateTimestamp]? { SignedCertificateTimestamp.list(bytes) }
}

/// One SCT, and what is known of its log.
package struct SCTQuestion: Sendable {
  package let timestamp: SignedCertificateTimestamp
  package let source: SCTList.Source
  let entries: [LoggedEntry]
  /// Nil: the log is not known.
  package let log: AttemptPolicy.Log?
  /// Now, since 1970.
  package let milliseconds: Int64
}
