internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what was learned on first use.
  static let ofFirstUse: [Mutant] = [
    knowingHosts("knows-hosts-by-subject", "recognises a host by the subject of its certificate") { $0.subject },
    knowingHosts("knows-hosts-by-issuer", "recognises a host by the issuer of its certificate") { $0.issuer },
    Mutant(
      "knows-hosts-by-certificate", "refuses a renewed certificate with the known key",
      replaces: Rule<ServerFlight, [UInt8]?>.mark
    ) { $0.certificates.first },
    Mutant(
      "learns-changes", "refuses another key once, and then trusts it", replaces: Rule<Meeting, Bool>.learning,
      where: { $0.known != nil }, by: { _ in true }),
    Mutant(
      "learns-what-it-refuses", "stores the key of a certificate that it refused",
      replaces: Rule<Meeting, Bool>.learning
    ) { $0.known == nil && $0.policy.firstUse == .learn }
    .alike("first-use-needs-no-path", because: "a host without a path is refused before it is learned"),
    Mutant(
      "first-use-needs-no-path", "stores the first key of a host without validating its path",
      replaces: Rule<Meeting, ChainDecision>.validationOnFirstUse, where: { $0.known == nil }, by: { _ in .accept }),
    Mutant(
      "forgets-expired-keys", "learns another key once the certificate that it has learned has expired",
      replaces: Rule<Meeting, Bool>.recognition, where: \.isForgotten, by: { _ in true }
    ).replacing(Rule<Meeting, Bool>.learning, where: \.isForgotten) { _ in true },
    Mutant(
      "knows-hosts-as-written", "takes a host in another spelling for a new one",
      replaces: Rule<Meeting, Bool>.recognition
    ) { meeting in
      meeting.isSame
        || meeting.policy.firstUse == .learn && meeting.known.map { $0.host != meeting.flight.host } ?? false
    },
  ]

  /// One that recognises hosts by something else than the key.
  private static func knowingHosts(
    _ name: String, _ summary: String, by mark: @escaping @Sendable (CertificateFacts) -> [UInt8]
  ) -> Mutant {
    Mutant(name, summary, replaces: Rule<ServerFlight, [UInt8]?>.mark) { flight in
      flight.certificates.first.flatMap { CertificateFacts(der: $0) }.map(mark)
    }
  }
}

extension Meeting {
  /// Whether the host shows another key, and the certificate by which it is known has expired.
  fileprivate var isForgotten: Bool {
    let leaf = known?.certificates.first.flatMap { CertificateFacts(der: $0) }
    return !isSame && leaf?.notAfter.map { $0 < now } ?? false
  }
}
