internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about how pins are stored, written and looked up; cells of tables have to catch them.
  static let tablePinConfiguration: [Mutant] = [
    Mutant(
      "continues-without-damaged-pins", "compares no pins if the file that stores them is damaged",
      leavesOut: [.storedPins, .pins], where: \.hasDamagedPins),
    .pinSetVariant("ends-pins-at-midnight", "drops a pin set at the midnight (UTC) with which its last day begins") {
      question in
      question.pinSets.filter { set in
        set.expires.map { question.now < $0.secondsSince1970 / 86_400 * 86_400 } ?? true
      }
    },
    Mutant(
      "keeps-pins-of-the-first-call", "compares the pins that it had at its first connection with the host",
      make: { KeepingPins(PolicyValidator($0)) }),
    .pinRuleVariant("stops-at-unreadable-pins", "compares no pin behind a certificate that cannot be decoded") {
      set, path in
      set.any.prefix { $0.kind == .spki || CertificateFacts(der: $0.der) != nil }.contains { $0.fits(path) }
    },
    .pinnedHostVariant(
      "compares-pinned-hosts-as-configured", "turns the host to small letters, and not the host of a pin set"
    ) { set, host in
      let name = HostName.plain(host)
      return set.host == name || set.includeSubdomains && name.hasSuffix("." + set.host)
    },
  ]
}

extension PolicyEvaluation {
  fileprivate var hasDamagedPins: Bool { policy.pinStorage == .kept && policy.platform.storedPins == .damaged }
}

/// Keeps the pins with which a host was first visited.
private final class KeepingPins: ChainValidator {
  private let validator: any ChainValidator
  private let known = Mutex<[String: [AttemptPolicy.PinSet]]>([:])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let host = HostName.plain(flight.host)
    var kept = policy
    kept.pinSets = known.withLock { known in
      let first = known[host] ?? policy.pinSets
      known[host] = first
      return first
    }
    return validator.judge(flight, policy: kept)
  }
}
