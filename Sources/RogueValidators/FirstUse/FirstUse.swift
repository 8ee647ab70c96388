package import RogueModel
internal import RogueTrust
internal import Synchronization

/// Trust on first use: remembers the key of the first leaf of a host, and refuses every other key.
///
/// Another validator checks the path, before anything is learned and every time after. Outside of conversations about
/// first use it remembers nothing.
package final class FirstUse: ChainValidator {
  private let validator: any ChainValidator
  private let memory: FirstUseMemory
  private let clock: @Sendable () -> Int64
  /// By host, without case and final dot.
  private let known = Mutex<[String: Known]>([:])

  private struct Known: Sendable {
    var mark: [UInt8]
    /// The leaf's notAfter, where the memory forgets what has expired; nil: it never does.
    var notAfter: Int64?
  }

  package init(
    _ validator: any ChainValidator, memory: FirstUseMemory = FirstUseMemory(),
    clock: @escaping @Sendable () -> Int64 = { .min }
  ) {
    self.validator = validator
    self.clock = clock
    self.memory = memory
  }

  package func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let firstUse = policy.firstUse else { return validator.judge(flight, policy: policy) }
    let host = HostName.plain(flight.host)
    let earlier = known.withLock { $0[host] }
    let decision =
      memory.needsPath || earlier != nil ? validator.judge(flight, policy: policy) : ChainDecision.accept
    guard let mark = memory.mark(of: flight) else { return refusal(decision, "the leaf cannot be read") }
    guard let earlier else {
      guard firstUse == .learn else { return refusal(decision, "nothing is known of the host yet") }
      if decision == .accept || memory.learnsRefused { learn(mark, host, flight) }
      return decision
    }
    if earlier.mark == mark { return decision }
    if let notAfter = earlier.notAfter, notAfter < policy.time?.secondsSince1970 ?? clock() {
      learn(mark, host, flight)
      return decision
    }
    if memory.learnsChanges { learn(mark, host, flight) }
    return refusal(decision, "the host showed another key on first use")
  }

  private func learn(_ mark: [UInt8], _ host: String, _ flight: ServerFlight) {
    let leaf = memory.forgetsExpired ? flight.certificates.first.flatMap { CertificateFacts(der: $0) } : nil
    known.withLock { $0[host] = Known(mark: mark, notAfter: leaf?.notAfter) }
  }

  /// A fault of the path is reported first.
  private func refusal(_ decision: ChainDecision, _ detail: String) -> ChainDecision {
    decision == .accept ? .cancel(.pinMismatch, detail: detail) : decision
  }
}

/// The rules by which it remembers a host. By default all are right.
package struct FirstUseMemory: Sendable {
  /// By what a leaf is known again.
  package enum Mark: Sendable, Hashable { case key, certificate, subject, issuer }

  package var knowsBy = Mark.key
  /// A host becomes known only by a flight that is good otherwise.
  package var needsPath = true
  /// A refused new key replaces the known one.
  package var learnsChanges = false
  /// Another key is learned once the certificate of what was known has expired.
  package var forgetsExpired = false
  /// A key that is refused for its path becomes known.
  package var learnsRefused = false

  package init() {}

  /// Nil: there is no leaf that can be parsed.
  package func mark(of flight: ServerFlight) -> [UInt8]? {
    guard let leaf = flight.certificates.first, let facts = CertificateFacts(der: leaf) else { return nil }
    switch knowsBy {
    case .key: return facts.spki
    case .certificate: return leaf
    case .subject: return facts.subject
    case .issuer: return facts.issuer
    }
  }
}
