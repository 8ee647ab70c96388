internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import Synchronization

/// The attempts of one conversation; keeps the session that a later step may resume, and the connection that it may use
/// again.
final class InProcessConversation: AdapterConversation {
  /// A session, and what the server had presented when it began: a resumed server presents nothing.
  struct Remembered: Sendable {
    var session: TLSSession
    var flight: ServerFlight
    /// Whom the server takes for its client when the session goes on.
    var identity: AttemptPolicy.Identity?

    /// When it was given, or not much later.
    let since = MonotonicInstant.now

    /// What of it may be offered in an attempt; nil: nothing.
    ///
    /// A session speaks for the client that began it, whoever comes with it, and lives for as long as its server says
    /// and a week at most (RFC 8446, sections 4.2.11.1 and 4.6.1); in TLS 1.2 the server need not say (RFC 5077,
    /// section 3.3).
    func offer(in attempt: Attempt, _ checks: Set<PreTLSCheck>) -> Remembered? {
      if checks.contains(.ownIdentity), identity != attempt.policy.identity { return nil }
      guard checks.contains(.lifetime) else {
        // libssl would not offer what is over.
        var forgetful = self
        if let renewed = session.renewed(secondsSince1970: WallClock.secondsSince1970) { forgetful.session = renewed }
        return forgetful
      }
      let said = session.lifetime > 0 || session.isTLS13 ? session.lifetime : Self.longestLifetime
      let end = since.advanced(milliseconds: min(said, Self.longestLifetime) * 1000)
      return MonotonicInstant.now < end ? self : nil
    }

    /// In seconds.
    private static let longestLifetime = 604_800
  }

  /// Whom to ask in an attempt; some say how it ends before it begins.
  enum VerifierChoice {
    case verifier(any HandshakeVerifier)
    case outcome(AdapterOutcome)
  }

  private let capabilities: Set<Capability>
  private let checks: Set<PreTLSCheck>
  private let connectionChecks: Set<ConnectionCheck>
  private let summon: @Sendable (Attempt) -> VerifierChoice
  private let remembered = Mutex<Remembered?>(nil)
  private let kept = Handover<KeptConnection>()
  /// Hosts that were accepted; asked by nobody who judges every connection.
  private let accepted = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - checks: what the client looks at on its way to TLS.
  ///   - connectionChecks: what it looks at where a connection is open already.
  init(
    capabilities: Set<Capability>, checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases),
    connectionChecks: Set<ConnectionCheck> = Set(ConnectionCheck.allCases),
    summon: @escaping @Sendable (Attempt) -> VerifierChoice
  ) {
    self.capabilities = capabilities
    self.checks = checks
    self.connectionChecks = connectionChecks
    self.summon = summon
  }

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let (summon, kept) = (summon, kept)
    let (checks, connectionChecks) = (checks, connectionChecks)
    let known = attempt.reuse == .none ? nil : remembered.withLock { $0 }
    let resumed = known?.offer(in: attempt, checks)
    let host = HostName.plain(attempt.connect.host)
    let isKnown = !checks.contains(.knownHost) && accepted.withLock { $0.contains(host) }
    let (outcome, session, milliseconds) = await BlockingThreads.shared.run {
      // Counted from here: waiting for a thread is not the validator's time.
      let begun = MonotonicInstant.now
      var outcome: Result<AdapterOutcome, HarnessFailure>
      var session: Remembered?
      var attempt = attempt
      var isSentOn = false
      var hasMoved = false
      var isUnjudged = isKnown
      repeat {
        isSentOn = false
        switch summon(attempt) {
        case .outcome(let known): outcome = .success(known)
        case .verifier(let verifier):
          var redirect: String?
          if !checks.contains(.probe) {
            let probe = ClientAttempt(attempt, verifier: verifier, resuming: nil, checks: checks)
            if let refused = probe.probe() {
              outcome = refused
              break
            }
            isUnjudged = true
          }
          repeat {
            var connection = ClientAttempt(
              attempt, verifier: verifier, resuming: resumed, keeping: kept, isUnjudged: isUnjudged, checks: checks,
              connectionChecks: connectionChecks)
            outcome = connection.outcome()
            session = connection.remembered
            redirect = connection.redirect
          } while outcome.isRefusalByServer && redirect == nil && verifier.isAskedAgain()
          // Somebody else is asked about the other host, by that name; once is enough.
          guard let redirect, attempt.needs.contains(.redirects), attempt.connect.host != redirect else { break }
          attempt.connect.host = redirect
          if attempt.policy.hostname != nil { attempt.policy.hostname = redirect }
          if !checks.contains(.redirectName) { attempt.policy.hostname = nil }
          if !checks.contains(.redirectPins) { attempt.policy.pinSets = [] }
          isUnjudged = isUnjudged || !checks.contains(hasMoved ? .laterRedirects : .redirectTarget)
          isSentOn = true
          hasMoved = true
        }
      } while isSentOn
      return (outcome, session, MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    if let session { remembered.withLock { $0 = session } }
    if case .success(.statement(let statement)) = outcome, statement.said == .accept {
      accepted.withLock { _ = $0.insert(host) }
    }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }
}

extension Result<AdapterOutcome, HarnessFailure> {
  fileprivate var isRefusalByServer: Bool {
    if case .success(.failed(.server, _)) = self { true } else { false }
  }
}
