internal import RogueAdapters
internal import RogueModel
internal import RogueTLS

extension ClientMutant {
  /// Right but in one circumstance: a version, a protocol, a way to the server.
  static let inCircumstances: [ClientMutant] = [
    // The policy has the name of the current host; the flight still has the old one, by which pins are found.
    ClientMutant(
      "pins-of-another-host-on-an-open-connection",
      "looks up pins on an open connection by the host for which it was opened",
      replaces: .verifiesAgain, where: { $0.use == .connection && $0.isForAnotherHost }
    ) { $0.judge($0.flight) },
    ClientMutant(
      "status-request-with-tls13-alone", "sends no status_request if it offers TLS 1.3 alone", alters: .opening,
      where: { $0.attempt.minimumTLS == .tls13 }
    ) { $0.requestsStaple = false }.showing(.refusal),
    ClientMutant(
      "rules-of-a-tls12-session", "resumes a session unseen if it speaks TLS 1.2 at most", replaces: .verifiesAgain,
      where: { $0.use == .session && $0.attempt.maximumTLS == .tls12 }
    ) { _ in .accept }.showing(.resumption),
    ClientMutant(
      "postgresql-injection", "takes plaintext behind a PostgreSQL server's consent for responses over TLS",
      replaces: .continues, where: { $0.kind == .injected && $0.language == .postgresql }
    ) { _ in true },
    ClientMutant(
      "identity-behind-proxy", "presents no client certificate to a server behind a proxy",
      replaces: .presentedIdentity, where: \.situation.isBehindProxy
    ) { _ in nil }.showing(.refusal),
    ClientMutant(
      "dates-of-a-renewed-session",
      "resumes a session that began on a resumed connection though its certificates have expired",
      alters: .verifiesAgain, where: { $0.use == .session && $0.session?.isOfResumption == true }
    ) { decision in
      if case .cancel(.expired, _) = decision { decision = .accept }
    }.showing(.resumption),
    ClientMutant(
      "transparency-over-http2", "requires no SCTs where it offers HTTP/2", alters: .policyOfServer,
      where: { $0.attempt.alpn.contains(ApplicationProtocol.http2) }
    ) { $0.transparency = nil },
  ]
}
