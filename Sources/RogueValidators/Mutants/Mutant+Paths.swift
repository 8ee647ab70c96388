internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about paths: signatures, dates, constraints, extensions.
  static let ofPaths: [Mutant] = [
    Mutant("adds-the-stores", "trusts the stores in addition to the anchors that should replace them") {
      $0.roots = .storesToo
    },
    Mutant("refuses-the-user-store", "trusts no roots that the user has installed") { $0.roots = .withoutUserStore },
    Mutant.forgiving("trusts-last-served-certificate", "treats the last certificate served as an anchor") {
      problem, context in
      problem.reason == .untrusted && context.served.count > 1 && context.servesItsOwnRoot
    },
    Mutant.forgiving("trusts-issuer-names", "accepts an issuer by an anchor's name alone") { problem, context in
      context.leadsByName(despite: problem)
    },
    Mutant.forgiving("trusts-key-identifiers", "accepts an issuer by name and key identifier") { problem, context in
      context.leadsByName(despite: problem, withKeyIdentifier: true)
    },
    Mutant("trusts-fetched-issuers", "accepts an issuer that it fetched by caIssuers, by its name alone") {
      $0.fetchesIssuers = true
      $0.forgives = { problem, context in
        [.untrusted, .badSignature].contains(problem.reason) && context.fetchedIssuersLeadByName
      }
    },
    Mutant.forgiving("trusts-self-signed-leaves", "accepts a single self-signed certificate") { problem, context in
      problem.reason == .untrusted && context.served.count == 1 && context.servesItsOwnRoot
    },
    Mutant.forgiving("accepts-incomplete-chains", "accepts a single leaf whose issuer is missing") { problem, context in
      problem.reason == .untrusted && context.served.count == 1 && !context.servesItsOwnRoot
    },
    Mutant.forgiving("ignores-basic-constraints", "ignores basicConstraints") { problem, context in
      problem.reason == .notACA && context.hasOrdinaryIssuer
    },
    Mutant.forgiving("skips-signatures-below-non-ca", "verifies no signature below an issuer that is not a CA") {
      problem, context in
      [.badSignature, .notACA, .keyUsage, .pathLength].contains(problem.reason) && context.hasOrdinaryIssuer
    },
    Mutant("mixes-paths", "forgets the errors of one path when it tries another") { $0.mixesPaths = true },
    Mutant.forgiving("ignores-path-len", "ignores path lengths") { problem, _ in
      problem.reason == .pathLength
    },
    Mutant.forgiving("reads-issuers-loosely", "accepts an issuer that it can parse only in part") { problem, context in
      [.malformed, .extension, .notACA, .keyUsage, .pathLength, .nameConstraint].contains(problem.reason)
        && problem.index != 0 && context.hasIllWrittenIssuer
    },
    Mutant.forgiving("reads-leaves-loosely", "accepts a leaf that it can parse only in part, if nothing else is wrong")
    {
      problem, context in
      guard problem.index ?? 0 == 0,
        [.untrusted, .malformed, .extension, .keyUsage, .nameMismatch].contains(problem.reason)
      else { return false }
      return context.hasIllWrittenLeaf
    },
    Mutant("goes-on-after-failures", "treats failed platform calls as successful") { $0.heedsFailedCalls = false },
    Mutant.forgiving("ignores-validity-of-issuers", "ignores the validity of issuers, even if missing") {
      problem, context in
      problem.isAboutDates && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-validity-of-leaf", "ignores the leaf's validity, even if missing") { problem, _ in
      problem.isAboutDates && problem.index == 0
    },
    Mutant.forgiving("ignores-not-after-of-leaf", "accepts an expired leaf") { problem, _ in
      problem.reason == .expired && problem.index == 0
    },
    Mutant.forgiving("ignores-not-before-of-leaf", "accepts a leaf that is not valid yet") { problem, _ in
      problem.reason == .notYetValid && problem.index == 0
    },
    Mutant.forgiving("ignores-not-after-of-intermediate", "accepts an expired intermediate") { problem, context in
      problem.reason == .expired && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-not-before-of-intermediate", "accepts an intermediate that is not valid yet") {
      problem, context in
      problem.reason == .notYetValid && context.isBetween(problem.index)
    },
    Mutant.forgiving("ignores-not-before-of-anchor", "accepts an anchor that is not valid yet") { problem, context in
      problem.reason == .notYetValid && problem.index == context.path.count - 1
    },
    Mutant.forgiving("ignores-not-after-of-anchor", "accepts an expired anchor") { problem, context in
      problem.reason == .expired && problem.index == context.path.count - 1
    },
    Mutant(
      "checks-validity-once", "checks the validity of certificates only until it has accepted the host",
      make: { environment in
        Remembering(
          PolicyValidator(environment),
          PolicyValidator(environment) { decisions in
            decisions.forgives = { problem, _ in [.expired, .notYetValid].contains(problem.reason) }
          }, asksAgain: true)
      }),
    Mutant.forgiving("ignores-extended-key-usage", "ignores keyUsage and extendedKeyUsage") { problem, _ in
      problem.reason == .keyUsage
    },
    Mutant.forgiving("ignores-critical-extensions", "ignores unknown critical extensions") { problem, _ in
      problem.reason == .extension
    },
    Mutant("refuses-long-serials", "refuses serial numbers of more than 16 octets") {
      $0.objects = { context in
        context.path.firstIndex { (CertificateFacts(der: $0)?.serial.count ?? 0) > 16 }
          .map { TrustProblem(.malformed, "the serial number is too long", index: $0) }
      }
    },
  ]
}

extension TrustProblem {
  /// Whether a date has not come, is over, or cannot be read.
  fileprivate var isAboutDates: Bool {
    switch reason {
    case .expired, .notYetValid: true
    case .malformed: ["notBefore", "notAfter", "date"].contains(where: detail.contains)
    default: false
    }
  }
}

extension ValidatorDecisions.PathContext {
  /// Whether a served certificate names an anchor as its issuer; if a signature is wrong, one that the anchor has not
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

  /// Whether a fetched certificate names an anchor as its issuer; whose key has signed what is left open.
  fileprivate var fetchedIssuersLeadByName: Bool {
    fetched.contains { der in
      guard let issuer = CertificateFacts(der: der)?.issuer else { return false }
      return anchors.contains { CertificateFacts(der: $0)?.subject == issuer }
    }
  }

  /// Whether a certificate that is not a CA has issued another.
  fileprivate var hasOrdinaryIssuer: Bool {
    path.dropFirst().contains { CertificateFacts(der: $0)?.isCA == false }
  }

  /// Whether a certificate above the leaf is not written by the rules.
  fileprivate var hasIllWrittenIssuer: Bool {
    served.dropFirst().contains { CertificateForm.fault(in: $0) != nil }
  }

  /// Whether the leaf is not written by the rules, and has been signed by a CA that an anchor has signed, or by an anchor; of one that
  /// is no certificate nobody can say who has signed it.
  fileprivate var hasIllWrittenLeaf: Bool {
    guard let leaf = served.first, CertificateForm.fault(in: leaf) != nil else { return false }
    guard CertificateFacts(der: leaf) != nil else { return true }
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
