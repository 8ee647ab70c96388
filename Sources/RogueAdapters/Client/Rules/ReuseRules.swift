package import RogueModel

/// Two clients: one that began a session or connection, and one that wants to use it.
package struct IdentityPair {
  package var first: AttemptPolicy.Identity?
  package var now: AttemptPolicy.Identity?
  package var isOfConnection: Bool
}

/// A session that an earlier attempt left.
package struct SessionOffer {
  package var session: SessionTerms
  package var situation: ClientSituation
  package var isOfSameClient: Bool
  /// About the certificates of the session, where the client decides before the handshake.
  package var decision: ChainDecision?
}

/// The sessions at hand at a handshake that offers one.
package struct SessionStock {
  /// That of an earlier attempt, if it may be offered.
  package var kept: (any ResumableSession)?
  /// That of the connection with the proxy.
  package var proxys: (any ResumableSession)?
}

/// A connection that an earlier attempt left open.
package struct ConnectionOffer {
  package var connection: ConnectionTerms
  package var situation: ClientSituation
  package var isOfSameClient: Bool
}

/// What a server presented once, and what the client wants to use it for.
package struct Reverification {
  package enum Use: Hashable { case connection, earlyData, session }

  package var use: Use
  package var attempt: Attempt
  /// For the host of then.
  package var flight: ServerFlight
  package var session: SessionTerms?
  /// To another host, in this attempt.
  package var redirects = 0
  /// Puts a flight to the validator, under the policy of the attempt.
  package var judge: (ServerFlight) -> ChainDecision

  package var isForAnotherHost: Bool { HostName.plain(flight.host) != HostName.plain(attempt.connect.host) }
}

extension Rule where Question == IdentityPair, Answer == Bool {
  package static var isSameClient: Self {
    Self("same-client", "a server takes a resumed session for the client that began it") { $0.first == $0.now }
  }
}

extension Rule where Question == SessionOffer, Answer == Bool {
  package static var offersSession: Self {
    Self("session-offer", "RFC 8446, sections 4.2.11.1 and 4.6.1") { offer in
      let seconds = min(offer.session.statedLifetime ?? .max, SessionTerms.longestLifetime)
      return offer.isOfSameClient && offer.session.age < seconds * 1000 && offer.decision ?? .accept == .accept
    }
  }
}

extension Rule where Question == SessionStock, Answer == (any ResumableSession)? {
  package static var offeredSession: Self { Self("offered-session", "RFC 8446, section 4.6.1") { $0.kept } }
}

extension Rule where Question == ConnectionOffer, Answer == Bool {
  /// Another address, other versions of TLS and another client need another connection. Another host does not: the client
  /// can verify the certificates of the connection for it.
  package static var usesConnection: Self {
    Self("open-connection", "RFC 9110, section 4.3.3") { offer in
      offer.isOfSameClient && offer.connection.serves(offer.situation.attempt)
    }
  }
}

extension Rule where Question == Reverification, Answer == ChainDecision {
  /// The current policy decides about the current host, whatever was right when the connection began.
  package static var verifiesAgain: Self {
    Self("verification-before-reuse", "RFC 9110, section 4.3.3") { question in
      var flight = question.flight
      flight.host = question.attempt.connect.host
      return question.judge(flight)
    }
  }
}
