internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about how pins are stored, written and looked up.
  static let ofPinConfiguration: [Mutant] = [
    Mutant(
      "continues-without-damaged-pins", "compares no pins if the file that stores them is damaged",
      leavesOut: [.storedPins, .pins], where: \.hasDamagedPins),
    .pinSetVariant("ends-pins-at-midnight", "drops a pin set at the midnight (UTC) with which its last day begins") {
      question in
      question.pinSets.filter { set in
        set.expires.map { question.now < $0.secondsSince1970 / 86_400 * 86_400 } ?? true
      }
    }
    .alike("ends-pins-by-the-day", because: "the set that decides ends on the day of the run"),
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
    Mutant(
      "keeps-one-subdomain-flag-of-a-host", "reads include-subdomains from the last of several sets for one name",
      asks: PolicyCheck.pins
    ) { question in
      var flags: [String: Bool] = [:]
      for set in question.policy.pinSets { flags[HostName.ascii(set.host)] = set.includeSubdomains }
      question.policy.pinSets = question.policy.pinSets.map { set in
        var set = set
        set.includeSubdomains = flags[HostName.ascii(set.host)] ?? set.includeSubdomains
        return set
      }
    },
    Mutant(
      "unpins-below-an-expired-set", "compares no pins if the nearest set for the host has expired",
      asks: PolicyCheck.pins
    ) { question in
      let covering = question.policy.pinSets.filter { $0.covers(question.flight.host) }
      guard let longest = covering.map({ HostName.ascii($0.host).utf8.count }).max() else { return }
      let nearest = covering.filter { HostName.ascii($0.host).utf8.count == longest }
      if nearest.allSatisfy({ !$0.isInForce(at: question.now) }) { question.policy.pinSets = [] }
    },
    Mutant(
      "carries-ends-of-pins-over", "gives a pin set without an end that of the set before it", asks: PolicyCheck.pins
    ) { question in
      var expires: Timestamp?
      question.policy.pinSets = question.policy.pinSets.map { set in
        var set = set
        expires = set.expires ?? expires
        set.expires = expires
        return set
      }
    },
    Mutant(
      "finds-no-parents-in-u-labels", "finds no pins of a parent domain that are written in U-labels",
      asks: PolicyCheck.pins
    ) { question in
      let (written, name) = (HostName.plain(question.flight.host), HostName.ascii(question.flight.host))
      question.policy.pinSets = question.policy.pinSets.filter { set in
        name == HostName.ascii(set.host) || written.hasSuffix("." + HostName.plain(set.host))
      }
    },
    Mutant(
      "pins-lists-that-end-in-an-anchor", "compares pins with the list as served if its last certificate is an anchor",
      replaces: PolicyCheck.pins,
      where: { question in
        let list = question.flight.certificates
        return list.count > 1 && list.last.map(question.anchors.contains) ?? false
      },
      by: { question in
        let list = question.flight.certificates
        return question.pinSets.first { set in !set.any.contains { $0.fits(list) } }
          .map { TrustProblem(.pinMismatch, "no pin for \($0.host) fits the list") }
      }),
    Mutant(
      "continues-without-lost-pins", "compares no pins if the file that stores them is gone",
      leavesOut: [.storedPins, .pins],
      where: { $0.policy.pinStorage == .kept && $0.policy.platform.storedPins == .missing }),
    .pinRuleVariant("pins-both-kinds", "wants a pinned key and a pinned certificate, if a set has pins of both kinds") {
      set, path in
      let kinds = [set.any.filter { $0.kind == .spki }, set.any.filter { $0.kind == .certificate }].filter {
        !$0.isEmpty
      }
      return !kinds.isEmpty && kinds.allSatisfy { pins in pins.contains { $0.fits(path) } }
    },
    Mutant(
      "pins-lists-with-an-anchor", "compares pins with the list as served if an anchor is among it",
      replaces: PolicyCheck.pins, where: { question in question.served.contains(where: question.anchors.contains) },
      by: { question in
        question.pinSets.isEmpty || question.isPinned(by: question.served)
          ? nil : TrustProblem(.pinMismatch, "no pin fits the presented certificates")
      }),
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
