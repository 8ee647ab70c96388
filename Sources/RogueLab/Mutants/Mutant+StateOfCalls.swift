internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about what an earlier call said.
  static let ofStateOfCalls: [Mutant] = [
    Mutant(
      "adds-anchors-of-earlier-calls", "trusts the anchors of earlier calls beside those of now",
      make: { environment in AddedAnchors(PolicyValidator(environment)) }),
    Mutant(
      "adds-entries-of-earlier-crls", "adds the entries of a CRL to those of older ones",
      make: { environment in AddedLists(PolicyValidator(environment)) }),
    Mutant(
      "reads-the-clock-once", "judges everything by the time of its first verification",
      make: { environment in StoppedClock(PolicyValidator(environment), environment.clock) }),
    Mutant(
      "fills-in-earlier-staples",
      "fills in the staple of an earlier handshake where a must-staple certificate has none",
      make: { environment in KeptStaples(PolicyValidator(environment)) }),
    Mutant(
      "refuses-cas-of-refused-leaves", "refuses what comes with the CAs of a refused certificate",
      make: { environment in RefusedIssuers(PolicyValidator(environment)) }),
    Mutant(
      "counts-logs-on-the-first-connection", "requires no SCTs of a host that once had enough",
      make: { environment in CompliantHosts(PolicyValidator(environment)) }
    ),
  ]
}

private final class AddedAnchors: ChainValidator {
  private let validator: PolicyValidator
  private let stores = Mutex<[String: [[UInt8]]]>([:])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let (host, roots) = (HostName.plain(flight.host), policy.roots)
    let older = stores.withLock { stores in
      let known = (stores[host] ?? []).filter { !roots.contains($0) }
      stores[host] = roots + known
      return known
    }
    var added = policy
    added.anchors = roots + older
    return validator.judge(flight, policy: older.isEmpty ? policy : added)
  }
}

private final class AddedLists: ChainValidator {
  private let validator: PolicyValidator
  private let calls = Mutex<[AttemptPolicy]>([])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let earlier = calls.withLock { calls in
      let earlier = calls
      calls.append(policy)
      return earlier
    }
    let decision = validator.judge(flight, policy: policy)
    guard decision == .accept else { return decision }
    var added = policy
    for call in earlier { added.revocation.crls += call.revocation.crls }
    let again = validator.judge(flight, policy: added)
    if case .cancel(let reason, _) = again, reason == .revoked { return again }
    return decision
  }
}

private final class StoppedClock: ChainValidator {
  private let validator: PolicyValidator
  private let clock: @Sendable () -> Int64
  private let first = Mutex<Int64?>(nil)

  init(_ validator: PolicyValidator, _ clock: @escaping @Sendable () -> Int64) {
    self.validator = validator
    self.clock = clock
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let now = policy.time?.secondsSince1970 ?? clock()
    let time = first.withLock { first in
      let time = first ?? now
      first = time
      return time
    }
    var stopped = policy
    stopped.time = Timestamp(secondsSince1970: time)
    return validator.judge(flight, policy: time == now ? policy : stopped)
  }
}

private final class KeptStaples: ChainValidator {
  private let validator: PolicyValidator
  private let staples = Mutex<[[UInt8]: [UInt8]]>([:])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let leaf = flight.certificates.first, CertificateFacts(der: leaf)?.promisesStaple == true else {
      return validator.judge(flight, policy: policy)
    }
    if let staple = flight.staple {
      staples.withLock { $0[leaf] = staple }
      return validator.judge(flight, policy: policy)
    }
    guard let kept = staples.withLock({ $0[leaf] }) else { return validator.judge(flight, policy: policy) }
    var all: [Int: [UInt8]] = [0: kept]
    for (index, certificate) in flight.certificates.enumerated().dropFirst() {
      all[index] = flight.staple(with: certificate)
    }
    let filled = ServerFlight(
      host: flight.host, certificates: flight.certificates, staples: all, sctList: flight.sctList)
    return validator.judge(filled, policy: policy)
  }
}

private final class RefusedIssuers: ChainValidator {
  private let validator: PolicyValidator
  private let refused = Mutex<Set<[[UInt8]]>>([])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    let issuers = Array(flight.certificates.dropFirst())
    guard !issuers.isEmpty else { return decision }
    guard decision == .accept else {
      refused.withLock { _ = $0.insert(issuers) }
      return decision
    }
    guard refused.withLock({ $0.contains(issuers) }) else { return decision }
    return .cancel(.untrusted, detail: "this chain has been refused before")
  }
}

private final class CompliantHosts: ChainValidator {
  private let validator: PolicyValidator
  private let hosts = Mutex<Set<String>>([])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard policy.transparency != nil else { return validator.judge(flight, policy: policy) }
    let host = HostName.plain(flight.host)
    var lenient = policy
    if hosts.withLock({ $0.contains(host) }) { lenient.transparency = nil }
    let decision = validator.judge(flight, policy: lenient)
    if decision == .accept { hosts.withLock { _ = $0.insert(host) } }
    return decision
  }
}
