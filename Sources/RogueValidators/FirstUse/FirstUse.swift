package import RogueModel
internal import RogueTrust
internal import Synchronization

/// Trust on first use: remembers the first flight of a host, and refuses every other key.
///
/// Another validator checks the path, before anything is learned and every time after. Outside of conversations about
/// first use it remembers nothing.
package final class FirstUse: ChainValidator {
  private let validator: any ChainValidator
  private let rules: Rulebook
  private let clock: @Sendable () -> Int64
  private let hosts: KnownHosts

  /// - Parameter hosts: those that are known already.
  package init(
    _ validator: any ChainValidator, rules: Rulebook = Rulebook(), hosts: KnownHosts = KnownHosts(),
    clock: @escaping @Sendable () -> Int64
  ) {
    self.validator = validator
    self.rules = rules
    self.hosts = hosts
    self.clock = clock
  }

  package func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let firstUse = policy.firstUse else { return validator.judge(flight, policy: policy) }
    let host = HostName.plain(flight.host)
    var meeting = Meeting(
      flight: flight, policy: policy, known: hosts[host],
      now: policy.time?.secondsSince1970 ?? clock(), validator: validator, rules: rules)
    meeting.decision = rules(.validationOnFirstUse, meeting)
    guard rules(.mark, flight) != nil else { return meeting.refusal("the leaf cannot be read") }
    if rules(.learning, meeting) { hosts[host] = flight }
    guard meeting.known != nil else {
      return firstUse == .learn ? meeting.decision : meeting.refusal("nothing is known of the host yet")
    }
    return rules(.recognition, meeting) ? meeting.decision : meeting.refusal("the host showed another key on first use")
  }
}

/// The flights by which hosts are known.
package final class KnownHosts: Sendable {
  private let flights = Mutex<[String: ServerFlight]>([:])

  package init() {}

  /// By host, without case and final dot.
  subscript(host: String) -> ServerFlight? {
    get { flights.withLock { $0[host] } }
    set { flights.withLock { $0[host] = newValue } }
  }
}

/// A flight of a host, and the one by which the host is known.
package struct Meeting: Sendable {
  package let flight: ServerFlight
  package let policy: AttemptPolicy
  /// Nil: nothing is known of the host.
  package let known: ServerFlight?
  /// In seconds since 1970.
  package let now: Int64
  let validator: any ChainValidator
  let rules: Rulebook
  /// Of the validator of the path.
  package var decision = ChainDecision.accept

  /// Whether the flight has the mark that is known.
  package var isSame: Bool { known.map { rules(.mark, $0) == rules(.mark, flight) } ?? false }

  /// A fault of the path is reported first.
  fileprivate func refusal(_ detail: String) -> ChainDecision {
    decision == .accept ? .cancel(.pinMismatch, detail: detail) : decision
  }
}

extension Rule<ServerFlight, [UInt8]?> {
  /// A host is recognised by its leaf's key, which a renewed certificate may keep. Nil: there is no leaf that can be parsed.
  package static var mark: Self {
    Self("first-use/mark", "RFC 7469, section 2.4") { flight in
      flight.certificates.first.flatMap { CertificateFacts(der: $0) }?.spki
    }
  }
}

extension Rule<Meeting, ChainDecision> {
  package static var validationOnFirstUse: Self {
    Self("first-use/validation", "the first flight is validated as every other") { meeting in
      meeting.validator.judge(meeting.flight, policy: meeting.policy)
    }
  }
}

extension Rule<Meeting, Bool> {
  /// A host becomes known by a flight that is good otherwise, and only once.
  package static var learning: Self {
    Self("first-use/learning", "a refused flight changes nothing that is known") { meeting in
      meeting.known == nil && meeting.policy.firstUse == .learn && meeting.decision == .accept
    }
  }

  package static var recognition: Self {
    Self("first-use/recognition", "a host is known by its mark, for good") { $0.isSame }
  }
}
