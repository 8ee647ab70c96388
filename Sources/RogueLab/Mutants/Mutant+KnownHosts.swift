internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about the hosts that were met before.
  static let ofKnownHosts: [Mutant] = [
    Mutant(
      "knows-keys-of-any-host", "recognises a known host by the key of any known host",
      make: { environment in LearnedKeys(PolicyValidator(environment)) }
    ).replacing(.recognition) { (meeting: Meeting) in meeting.isSame || LearnedKeys.admits(meeting.flight) },
    Mutant(
      "finds-known-keys-behind-the-leaf", "recognises a host by any certificate that it sends",
      replaces: .recognition,
      by: { (meeting: Meeting) -> Bool in
        guard let leaf = meeting.known?.certificates.first, let key = CertificateFacts(der: leaf)?.spki else {
          return false
        }
        return meeting.flight.certificates.contains { CertificateFacts(der: $0)?.spki == key }
      }),
    Mutant(
      "learns-where-it-may-not", "learns unknown hosts although the policy forbids learning",
      replaces: Rule<Meeting, Bool>.learning,
      by: { meeting in meeting.known == nil && meeting.decision == .accept }),
    Mutant(
      "knows-keys-of-the-same-ca", "recognises a host by any key that the same CA has certified",
      replaces: Rule<Meeting, Bool>.recognition
    ) { meeting in
      if meeting.isSame { return true }
      guard let known = meeting.known?.certificates.first.flatMap({ CertificateFacts(der: $0) }),
        let shown = meeting.flight.certificates.first.flatMap({ CertificateFacts(der: $0) })
      else { return false }
      return known.issuer == shown.issuer && known.issuerKeyIdentifier == shown.issuerKeyIdentifier
    }
    .alike(
      "knows-hosts-by-issuer", because: "where recognition by issuer decides, the same CA has certified both keys"),
  ]
}

/// Remembers the keys of a conversation, and marks a flight whose key was learned, at whichever host.
private final class LearnedKeys: ChainValidator {
  private struct Shown: Hashable {
    var host: String
    var certificates: [[UInt8]]

    init(_ flight: ServerFlight) { (host, certificates) = (flight.host, flight.certificates) }
  }

  /// From `judge` to the rule, which is asked behind it on the same thread.
  private static let admitted = Mutex<Set<Shown>>([])

  static func admits(_ flight: ServerFlight) -> Bool { admitted.withLock { $0.contains(Shown(flight)) } }

  private let validator: PolicyValidator
  private let keysByHost = Mutex<[String: [UInt8]]>([:])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    guard let firstUse = policy.firstUse, let leaf = flight.certificates.first,
      let key = CertificateFacts(der: leaf)?.spki
    else { return decision }
    let host = HostName.plain(flight.host)
    let isKnown = keysByHost.withLock { keys in
      let isKnown = keys.values.contains(key)
      if keys[host] == nil, firstUse == .learn, decision == .accept { keys[host] = key }
      return isKnown
    }
    Self.admitted.withLock { marks in
      if isKnown { marks.insert(Shown(flight)) } else { marks.remove(Shown(flight)) }
    }
    return decision
  }
}
