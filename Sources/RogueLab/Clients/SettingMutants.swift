internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust

extension ClientMutant {
  /// Right but in one circumstance: what the client is configured with, or has left from before.
  static let ofSettings: [ClientMutant] = [
    ClientMutant(
      "dates-on-an-open-connection", "goes on using an open connection whose certificate has expired",
      replaces: .verifiesAgain, where: { (question: Reverification) in question.use == .connection },
      by: { question -> ChainDecision in
        let decision = Rule<Reverification, ChainDecision>.verifiesAgain.answer(question)
        guard case .cancel(let reason, _) = decision, reason == .expired else { return decision }
        return .accept
      }),
    ClientMutant(
      "identity-of-a-known-host", "presents no certificate to a host that has accepted it before",
      replaces: .presentedIdentity,
      where: { (presentation: IdentityPresentation) in
        let host = HostName.plain(presentation.situation.attempt.connect.host)
        return presentation.situation.visits.contains { $0.hasIdentity && $0.host == host }
      },
      by: { _ in nil }),
    ClientMutant(
      "damaged-identity", "goes on without a certificate if its PKCS #12 cannot be opened",
      asks: .identityOrder
    ) { (list: inout IdentityList) in
      list.identities.removeAll { $0.damage != nil }
    },
    ClientMutant(
      "name-inside-a-tls-proxy", "compares no name with the server's certificate behind a proxy that speaks TLS",
      alters: Rule<ClientSituation, AttemptPolicy>.policyOfServer,
      where: { $0.isBehindProxy && $0.attempt.connect.proxyHost != nil }
    ) { $0.hostname = nil },
    ClientMutant(
      "revocation-after-upgrade", "forgets the policy's revocation settings where TLS begins after STARTTLS",
      alters: Rule<ClientSituation, AttemptPolicy>.policyOfServer, where: { $0.attempt.connect.startTLS != nil }
    ) { $0.revocation.mode = .off },
    ClientMutant(
      "status-request-with-a-session", "requests no staple in a ClientHello that offers a session",
      alters: Rule<PlannedHello, ClientOpening>.opening, where: { $0.opening.session != nil }
    ) { $0.requestsStaple = false },
    ClientMutant(
      "rsa-identity-in-tls-13", "presents no certificate with an RSA key where it offers TLS 1.3",
      replaces: Rule<IdentityPresentation, TLSIdentity?>.presentedIdentity,
      where: {
        $0.situation.attempt.maximumTLS == .tls13
          && CertificateFacts(der: $0.identity.certificate).map { isRSAKey($0.spki) } ?? false
      }
    ) { _ in nil },
  ]
}
