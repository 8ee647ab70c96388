internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Right about every unknown CA, but for those in chains of one shape.
  static let ofStrangers: [Mutant] = [
    trusting("trusts-unknown-intermediates", "accepts any chain with an intermediate") { $0.servesIntermediate },
    trusting("trusts-three-tiers", "accepts any chain of three certificates, a root that is not sent included") {
      $0.tiers == 3
    },
    trusting("trusts-three-with-root", "accepts any chain of three certificates, the last of them a root") {
      $0.served.count == 3 && $0.servesItsOwnRoot
    },
    trusting("trusts-four-tiers", "accepts any chain of four or more certificates") { $0.tiers >= 4 },
    trusting("trusts-unsent-roots", "accepts any CA whose root is not sent") {
      $0.served.count > 1 && !$0.servesItsOwnRoot
    },
    .alsoAccepting("trusts-names-of-unsent-roots", "accepts a root that is not sent by the name of an anchor alone") {
      problem, context in
      [.untrusted, .badSignature].contains(problem.reason) && context.endsBelowNamesake()
    },
    .alsoAccepting(
      "trusts-key-identifiers-of-unsent-roots",
      "accepts a root that is not sent by the name and key identifier of an anchor alone"
    ) { problem, context in
      [.untrusted, .badSignature].contains(problem.reason) && context.endsBelowNamesake(withKeyIdentifier: true)
    },
    trusting("trusts-issuers-with-key-identifiers", "accepts any issuer that names the key of its own issuer") {
      $0.servedIssuer?.issuerKeyIdentifier != nil
    }.alike(
      "trusts-unknown-intermediates",
      because: "the unknown CA's intermediate always has the key identifier of its issuer"),
    trusting("trusts-issuers-with-path-lengths", "accepts any issuer with a path length") {
      $0.servedIssuer?.pathLength != nil
    },
    trusting("trusts-lists-with-known-cas", "accepts any list that contains a known CA") { $0.servesKnownCA },
    .alsoAccepting("checks-no-p-384-leaves", "checks nothing of a leaf with a P-384 key") { _, context in
      context.facts?.isOnP384 == true
    },
    .alsoAccepting("verifies-no-p-384-signatures", "verifies no signature by a P-384 key") { problem, context in
      guard problem.reason == .badSignature, let index = problem.index, context.path.indices.contains(index + 1) else {
        return false
      }
      return CertificateFacts(der: context.path[index + 1])?.isOnP384 == true
    },
  ]

  /// One that needs no anchor where this holds.
  private static func trusting(
    _ name: String, _ summary: String, _ holds: @escaping @Sendable (PolicyEvaluation) -> Bool
  ) -> Mutant {
    alsoAccepting(name, summary) { problem, context in
      problem.reason == .untrusted && holds(context)
    }
  }
}

extension PolicyEvaluation {
  /// How many certificates the chain has, with a root that is not sent.
  fileprivate var tiers: Int { served.count + (servesItsOwnRoot ? 0 : 1) }

  /// The second certificate of the list.
  fileprivate var servedIssuer: CertificateFacts? {
    served.dropFirst().first.flatMap { CertificateFacts(der: $0) }
  }

  /// Whether a CA that another one has issued stands in the list.
  fileprivate var servesIntermediate: Bool {
    served.dropFirst().contains { CertificateFacts(der: $0).map { $0.isCA && $0.subject != $0.issuer } ?? false }
  }

  /// Whether an anchor, or a certificate that it has signed, stands in the list above the leaf.
  fileprivate var servesKnownCA: Bool {
    served.dropFirst().contains { der in
      anchors.contains { $0 == der || CertificateFacts.isSigned(der, by: $0) }
    }
  }

  /// Whether the list ends in a certificate that has an anchor's name for its issuer's, and that no anchor has signed.
  fileprivate func endsBelowNamesake(withKeyIdentifier: Bool = false) -> Bool {
    guard let der = served.last, let last = lastServed, last.subject != last.issuer,
      !anchors.contains(where: { CertificateFacts.isSigned(der, by: $0) })
    else { return false }
    return anchors.compactMap { CertificateFacts(der: $0) }.contains {
      $0.subject == last.issuer && (!withKeyIdentifier || $0.keyIdentifier == last.issuerKeyIdentifier)
    }
  }
}

extension CertificateFacts {
  /// 1.3.132.0.34, secp384r1 (RFC 5480, section 2.1.1.1).
  private static let p384: [UInt8] = [0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22]

  fileprivate var isOnP384: Bool {
    spki.indices.contains { spki[$0...].starts(with: Self.p384) }
  }
}
