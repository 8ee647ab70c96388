internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about statuses, timestamps and known keys in one circumstance; cells of tables have to catch them.
  static let ofCircumstances: [Mutant] = [
    Mutant(
      "retires-no-log-of-embedded-scts",
      "compares the retirement of logs only with SCTs that come in the handshake or in the staple",
      leavesOut: [Rule<SCTQuestion, String?>.logRetirement]
    ) { $0.source == .certificate }
    .alike("counts-retired-logs", because: "where a retired log decides, its timestamp is in the certificate"),
    Mutant(
      "requires-no-logs-of-addresses", "requires no SCTs of a host that is an IP address",
      leavesOut: [PolicyCheck.transparency]
    ) { HostName.isAddress($0.flight.host) }.uncaught(
      because: "the checks in their circumstances catch it: `host=ipv4` in `circumstances/names`"),
    Mutant(
      "requires-no-logs-of-pinned-hosts", "requires no SCTs where the pins of the host fit the path",
      leavesOut: [PolicyCheck.transparency]
    ) { $0.isPinned(by: $0.findings.path) }.uncaught(
      because: "the checks in their circumstances catch it: `pins` in `circumstances/policy`"),
    Mutant(
      "reads-no-dates-of-fetched-responses",
      "reads the dates of OCSP responses that are stapled, and not of those that it has fetched",
      leavesOut: ResponseQuestion.dateChecks
    ) { $0.request != nil },
    Mutant(
      "reads-no-end-of-crls-at-hand", "takes CRLs that the policy brings for current after their nextUpdate",
      leavesOut: [Rule<ListQuestion, RevocationStatus?>.listEnd]
    ) { $0.status.check.lists.contains($0.list) },
    Mutant(
      "recognises-addresses-by-any-key", "recognises a known host that is an IP address by any key",
      replaces: Rule<Meeting, Bool>.recognition, where: { HostName.isAddress($0.flight.host) }
    ) { _ in true }.uncaught(
      because: "the checks in their circumstances catch it: `host=ipv4` in `circumstances/names`"),
    Mutant(
      "reads-scts-by-the-second-certificate",
      "takes the second served certificate for the issuer when it verifies embedded SCTs",
      replaces: Rule<TransparencyQuestion, [[UInt8]]>.loggedIssuers, where: { $0.path.count > 1 }
    ) { question in Array(question.flight.certificates.dropFirst().prefix(1)) }.uncaught(
      because: "the checks in their circumstances catch it: `order=reversed` in `circumstances/chains`"),
  ]
}
