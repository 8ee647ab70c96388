internal import RogueModel
internal import RoguePlatform

/// A session, and what the server had presented when it began: a resumed server presents nothing.
struct KeptSession: Sendable {
  let session: any ResumableSession
  let flight: ServerFlight
  /// The client identity for which the server takes a connection that resumes the session.
  let identity: AttemptPolicy.Identity?
  /// It was given on a connection that resumed another one.
  var isOfResumption = false
  /// The client refused the server that gave it.
  var isOfRefusal = false
  /// When it was given, or not much later.
  let since = MonotonicInstant.now

  var terms: SessionTerms {
    SessionTerms(
      host: flight.host, identity: identity, since: since, statedLifetime: session.statedLifetime,
      allowsEarlyData: session.allowsEarlyData, isOfResumption: isOfResumption, isOfRefusal: isOfRefusal)
  }
}

/// The conditions for offering a session: it stands for the client that started it, whichever client resumes it, and is
/// valid as long as its server says, and a week at most (RFC 8446, sections 4.2.11.1 and 4.6.1).
struct SessionTerms: Hashable {
  var host: String
  var identity: AttemptPolicy.Identity?
  var since: MonotonicInstant
  /// In seconds; nil: the server did not say.
  var statedLifetime: Int?
  var allowsEarlyData: Bool
  var isOfResumption = false
  var isOfRefusal = false

  /// In seconds.
  private static let longestLifetime = 604_800

  func fit(_ attempt: Attempt, _ checks: Set<ConnectionCheck>, at now: MonotonicInstant) -> Bool {
    guard checks.takeForTheSame(identity, attempt.policy.identity) else { return false }
    let stated = statedLifetime == 0 && !checks.contains(.endedAtOnce) ? nil : statedLifetime
    let seconds = min(stated ?? Self.longestLifetime, Self.longestLifetime)
    return !checks.contains(.lifetime) || now < since.advanced(milliseconds: seconds * 1000)
  }

  func areFor(_ attempt: Attempt) -> Bool { HostName.plain(host) == HostName.plain(attempt.connect.host) }
}

extension Set<ConnectionCheck> {
  /// Whether what was begun for one client may be used for another, as far as the client looks.
  func takeForTheSame(
    _ first: AttemptPolicy.Identity?, _ now: AttemptPolicy.Identity?, ofConnection: Bool = false
  ) -> Bool {
    guard first != now, contains(.ownIdentity) else { return true }
    guard let first else { return ofConnection && !contains(.addedIdentity) }
    guard let now else { return !contains(.removedIdentity) }
    if !contains(.changedIdentity) { return true }
    if !contains(.identityCertificate), first.privateKey == now.privateKey { return true }
    return !contains(.identityChain) && first.leaf == now.leaf
  }
}

/// The state that the attempts of a conversation leave to the next.
struct ClientMemory {
  var connection: KeptConnection?
  var session: KeptSession?
  /// Hosts that were spoken to without a client certificate; only a client uses them that forgets to present one.
  var anonymousHosts: Set<String> = []
  /// Hosts that were accepted; a client that judges every connection does not use them.
  var hosts: Set<String> = []

  var past: ConnectionPlan.PriorSession {
    ConnectionPlan.PriorSession(connection: connection?.terms, session: session?.terms, hosts: hosts)
  }
}
