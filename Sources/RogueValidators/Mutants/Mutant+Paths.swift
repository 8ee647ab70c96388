internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about paths: signatures, dates, constraints, extensions.
  static let ofPaths: [Mutant] = [
    Mutant("adds-the-stores", "trusts the stores beside the anchors that should replace them") {
      $0.roots = .storesToo
    },
    Mutant("refuses-the-user-store", "trusts no root that the user has installed") { $0.roots = .withoutUserStore },
    Mutant.forgiving("trusts-last-served-certificate", "takes the last certificate of the list for an anchor") {
      problem, context in
      problem.reason == .untrusted && context.served.count > 1 && context.servesItsOwnRoot
    },
    Mutant.forgiving("trusts-issuer-names", "takes a CA's name for its key") { problem, context in
      context.leadsByName(despite: problem)
    },
    Mutant.forgiving("trusts-key-identifiers", "takes a CA's name and key identifier for its key") { problem, context in
      context.leadsByName(despite: problem, withKeyIdentifier: true)
    },
    Mutant.forgiving("trusts-self-signed-leaves", "takes a lone self-signed certificate") { problem, context in
      problem.reason == .untrusted && context.served.count == 1 && context.servesItsOwnRoot
    },
    Mutant.forgiving("accepts-incomplete-chains", "takes a lone leaf whose issuer nobody has seen") {
      problem, context in
      problem.reason == .untrusted && context.served.count == 1 && !context.servesItsOwnRoot
    },
    Mutant.forgiving("ignores-basic-constraints", "lets any certificate issue others") { problem, context in
      // Whoever is no CA is unsuitable as one: OpenSSL's second word for the same flag. Key usage and path length are others.
      let isTheFlag = problem.reason == .notACA || problem.detail.hasPrefix("unsuitable certificate purpose")
      return isTheFlag && problem.index != 0 && context.hasOrdinaryIssuer
    },
    Mutant.forgiving("skips-signatures-below-non-ca", "verifies nothing that an ordinary certificate has issued") {
      problem, context in
      [.badSignature, .notACA, .keyUsage, .pathLength].contains(problem.reason) && context.hasOrdinaryIssuer
    },
    Mutant("mixes-paths", "forgets what is wrong with a path when it looks at another one") { $0.mixesPaths = true },
    Mutant.forgiving("ignores-path-len", "lets a CA appoint as many others as it likes") { problem, _ in
      problem.reason == .pathLength
    },
    Mutant.forgiving("reads-issuers-loosely", "makes do with what it can read of an issuer") { problem, context in
      [.malformed, .extension, .notACA, .keyUsage, .pathLength, .nameConstraint].contains(problem.reason)
        && problem.index != 0 && context.hasIllWrittenIssuer
    },
    Mutant.forgiving("reads-leaves-loosely", "makes do with what it can read of a leaf that a CA has signed") {
      problem, context in
      guard problem.index ?? 0 == 0,
        [.untrusted, .malformed, .extension, .keyUsage, .nameMismatch].contains(problem.reason)
      else { return false }
      return context.hasIllWrittenLeaf
    },
    Mutant("goes-on-after-failures", "takes for done what the platform could not do") { $0.heedsFailedCalls = false },
    Mutant.forgiving("ignores-validity-of-issuers", "takes whatever date an issuer has, and none") {
      problem, context in
      [.expired, .notYetValid, .malformed].contains(problem.reason) && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-validity-of-leaf", "takes whatever date the leaf has, and none") { problem, _ in
      [.expired, .notYetValid, .malformed].contains(problem.reason) && problem.index == 0
    },
    Mutant.forgiving("ignores-not-after-of-leaf", "takes an expired leaf") { problem, _ in
      problem.reason == .expired && problem.index == 0
    },
    Mutant.forgiving("ignores-not-before-of-leaf", "takes a leaf that is not valid yet") { problem, _ in
      problem.reason == .notYetValid && problem.index == 0
    },
    Mutant.forgiving("ignores-not-after-of-intermediate", "takes an expired intermediate") { problem, context in
      problem.reason == .expired && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-not-before-of-intermediate", "takes an intermediate that is not valid yet") {
      problem, context in
      problem.reason == .notYetValid && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-not-before-of-anchor", "takes an anchor that is not valid yet") { problem, context in
      problem.reason == .notYetValid && problem.index == context.path.count - 1
    },
    Mutant.forgiving("ignores-not-after-of-anchor", "takes an expired anchor") { problem, context in
      problem.reason == .expired && problem.index == context.path.count - 1
    },
    Mutant.forgiving("ignores-extended-key-usage", "takes a certificate that was issued for clients") { problem, _ in
      problem.reason == .keyUsage
    },
    Mutant.forgiving("ignores-critical-extensions", "passes over extensions that it does not know") { problem, _ in
      problem.reason == .extension
    },
  ]
}

extension ValidatorDecisions.PathContext {
  /// Whether the last certificate of the list signed itself, as far as names go.
  fileprivate var servesItsOwnRoot: Bool {
    served.last.flatMap { CertificateFacts(der: $0) }.map { $0.subject == $0.issuer } ?? false
  }

  /// Whether a served certificate names an anchor as its issuer; where a signature is wrong, one that the anchor has not
  /// signed.
  fileprivate func leadsByName(despite problem: TrustProblem, withKeyIdentifier: Bool = false) -> Bool {
    guard [.untrusted, .badSignature].contains(problem.reason) else { return false }
    let anchors = anchors.map { (der: $0, facts: CertificateFacts(der: $0)) }
    return served.contains { der in
      guard let certificate = CertificateFacts(der: der) else { return false }
      return anchors.contains { anchor in
        anchor.facts?.subject == certificate.issuer
          && (!withKeyIdentifier || anchor.facts?.keyIdentifier == certificate.issuerKeyIdentifier)
          && (problem.reason == .untrusted || !CertificateFacts.isSigned(der, by: anchor.der))
      }
    }
  }

  /// Whether a certificate that is no CA's has issued another.
  fileprivate var hasOrdinaryIssuer: Bool {
    path.dropFirst().contains { CertificateFacts(der: $0)?.isCA == false }
  }

  /// Whether a certificate above the leaf is not written by the rules.
  fileprivate var hasIllWrittenIssuer: Bool {
    served.dropFirst().contains { CertificateForm.fault(in: $0) != nil }
  }

  /// Whether the leaf is not written by the rules, and has been signed by a CA that an anchor has signed, or by an anchor.
  fileprivate var hasIllWrittenLeaf: Bool {
    guard let leaf = served.first, CertificateForm.fault(in: leaf) != nil else { return false }
    return (served.dropFirst() + anchors).contains { signer in
      CertificateFacts.isSigned(leaf, by: signer)
        && (anchors.contains(signer) || anchors.contains { CertificateFacts.isSigned(signer, by: $0) })
    }
  }

  /// Whether this is neither the leaf nor the anchor.
  fileprivate func isBetween(_ index: Int?) -> Bool {
    guard let index else { return false }
    return index > 0 && index < path.count - 1
  }
}
