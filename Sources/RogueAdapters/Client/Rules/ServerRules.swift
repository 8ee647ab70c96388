package import RogueModel

/// A proxy that a client speaks TLS with.
package struct ProxyVisit {
  package var host: String
  package var situation: ClientSituation
}

/// A redirect out of TLS.
package struct ClearRedirect {
  package var host: String
  package var situation: ClientSituation
}

extension Rule where Question == ClientSituation, Answer == AttemptPolicy {
  /// The policy that a validator applies to a server: the attempt's, with the name of the current host.
  package static var policyOfServer: Self {
    Self("policy-of-server", "RFC 9110, section 4.3.4") { situation in
      var policy = situation.attempt.policy
      if situation.redirects > 0, policy.hostname != nil { policy.hostname = situation.attempt.connect.host }
      return policy
    }
  }
}

extension Rule where Question == Attempt, Answer == AttemptPolicy {
  /// The policy when the server has presented its certificates: that of the same attempt, whatever began meanwhile.
  package static var policyInForce: Self { Self("policy-in-force", "RFC 9110, section 4.3.4") { $0.policy } }
}

extension Rule where Question == ProxyVisit, Answer == AttemptPolicy? {
  /// The policy that a validator applies to a proxy; nil: it verifies no proxy.
  package static var policyOfProxy: Self {
    Self("policy-of-proxy", "RFC 9110, section 4.3.4") { $0.situation.attempt.policy.ofProxy($0.host) }
  }
}

extension Rule where Question == ClientSituation, Answer == Bool {
  /// Whether a validator decides about the server of the next handshake.
  package static var verifiesServer: Self { Self("verified-server", "RFC 9110, section 4.3.4") { _ in true } }

  /// Whether the request goes out on the connection that was verified.
  package static var requestsHere: Self {
    Self("request-on-verified-connection", "a second connection can lead to another server") { _ in true }
  }
}

extension Rule where Question == ClearRedirect, Answer == Bool {
  package static var leavesTLS: Self {
    Self("redirect-out-of-tls", "the policy demands TLS, and the target has none") { _ in false }
  }
}

extension Rule where Question == Reply, Answer == String? {
  /// The nonce of a proxy's refusal to make a tunnel; nil: it is no response of the server.
  package static var responseOfProxy: Self { Self("response-of-proxy", "RFC 9110, section 9.3.6") { _ in nil } }

  /// The nonce of a reply; nil: it is no response to the request.
  package static var nonce: Self { Self("response", "RFC 9110, section 15.5.20") { $0.nonce } }
}
