internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Certificates = Rule<PolicyEvaluation, [[UInt8]]>

  /// Wrong about which certificates are anchors.
  static let ofAnchors: [Mutant] = [
    Mutant(
      "falls-back-to-the-stores", "trusts the stores if none of its own anchors can be read",
      replaces: Certificates.anchors,
      where: { question in
        question.policy.anchors?.allSatisfy { CertificateFacts(der: $0) == nil } ?? false
      },
      by: { ($0.policy.systemAnchors ?? []) + ($0.policy.userAnchors ?? []) }),
    Mutant(
      "trusts-cas-of-its-pkcs-12", "trusts the CAs in the client's PKCS #12 for servers as well",
      replaces: Certificates.anchors, where: { $0.policy.identity?.form == .pkcs12 }
    ) { question in
      let bundled = question.policy.identity?.chain ?? []
      return question.policy.roots + bundled.filter { CertificateFacts(der: $0)?.isCA == true }
    }.uncaught(because: "over sockets `client-auth/table` catches it"),
    Mutant(
      "trusts-served-namesakes", "takes a served certificate for the anchor whose subject it has",
      replaces: Certificates.anchors
    ) { question in
      let anchors = question.policy.roots
      let names = Set(anchors.compactMap { CertificateFacts(der: $0)?.subject })
      return anchors
        + question.flight.certificates.dropFirst().filter { certificate in
          CertificateFacts(der: certificate).map { names.contains($0.subject) } ?? false
            && !anchors.contains(certificate)
        }
    },
    Mutant(
      "overrules-denials-by-own-anchors", "ignores that the user has denied one of the application's own anchors",
      asks: PolicyCheck.deniedCertificates
    ) { question in
      let own = Set(question.policy.anchors ?? [])
      question.policy.platform.denied = question.policy.platform.denied.filter { !own.contains($0) }
    },
    Mutant(
      "keeps-one-anchor-per-name", "keeps only the first of several anchors with the same name",
      alters: Certificates.anchors
    ) { anchors in
      var names: Set<[UInt8]> = []
      anchors.removeAll { anchor in
        CertificateFacts(der: anchor).map { !names.insert($0.subject).inserted } ?? false
      }
    },
  ]
}
