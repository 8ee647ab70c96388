package import RogueModel
internal import RoguePlatform

/// A session, and what the server had presented when it began: a resumed server presents nothing.
struct KeptSession: Sendable {
  let session: any ResumableSession
  let flight: ServerFlight
  /// The client identity for which the server takes a connection that resumes the session.
  let identity: AttemptPolicy.Identity?
  /// It was given on a connection that resumed another one.
  var isOfResumption = false
  /// When it was given, or not much later.
  private let since = MonotonicInstant.now

  /// In milliseconds.
  var age: Int { MonotonicInstant.now.microseconds(since: since) / 1000 }

  var terms: SessionTerms {
    SessionTerms(
      host: flight.host, identity: identity, age: age, statedLifetime: session.statedLifetime,
      allowsEarlyData: session.allowsEarlyData, isOfResumption: isOfResumption)
  }
}

/// What decides whether a session may be offered.
package struct SessionTerms: Hashable {
  package var host: String
  package var identity: AttemptPolicy.Identity?
  /// In milliseconds.
  package var age: Int
  /// In seconds; nil: the server did not say.
  package var statedLifetime: Int?
  package var allowsEarlyData: Bool
  package var isOfResumption = false

  /// In seconds (RFC 8446, section 4.6.1).
  package static let longestLifetime = 604_800
}

/// The state that the attempts of a conversation leave to the next.
struct ClientMemory {
  var connection: KeptConnection?
  var session: KeptSession?
  var visits: Set<ClientSituation.Visit> = []

  var past: ConnectionPlan.PriorSession {
    ConnectionPlan.PriorSession(connection: connection?.terms, session: session?.terms, visits: visits)
  }
}
