internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Certificates = Rule<PolicyEvaluation, [[UInt8]]>

  /// Wrong about paths: signatures, dates, constraints, extensions.
  static let ofPaths: [Mutant] = [
    Mutant(
      "adds-the-stores", "trusts the stores in addition to the anchors that should replace them",
      replaces: Certificates.anchors
    ) { $0.policy.roots + ($0.policy.systemAnchors ?? []) + ($0.policy.userAnchors ?? []) },
    Mutant("refuses-the-user-store", "trusts no roots that the user has installed", replaces: Certificates.anchors) {
      $0.policy.anchors ?? $0.policy.systemAnchors ?? []
    },
    Mutant.alsoAccepting("trusts-last-served-certificate", "treats the last certificate served as an anchor") {
      problem, context in
      problem.reason == .untrusted && context.served.count > 1 && context.servesItsOwnRoot
    },
    Mutant.alsoAccepting("trusts-issuer-names", "accepts an issuer by an anchor's name alone") { problem, context in
      context.leadsByName(despite: problem)
    },
    Mutant.alsoAccepting("trusts-key-identifiers", "accepts an issuer by name and key identifier") { problem, context in
      context.leadsByName(despite: problem, withKeyIdentifier: true)
    },
    Mutant.alsoAccepting(
      "trusts-fetched-issuers", "accepts an issuer that it fetched by caIssuers, by its name alone"
    ) { problem, context in
      [.untrusted, .badSignature].contains(problem.reason) && context.fetchedIssuersLeadByName
    }.replacing(Certificates.served, where: { $0.policy.revocation.allowsNetwork }, by: \.servedAndFetched),
    Mutant.alsoAccepting("trusts-self-signed-leaves", "accepts a single self-signed certificate") { problem, context in
      problem.reason == .untrusted && context.served.count == 1 && context.servesItsOwnRoot
    },
    Mutant.alsoAccepting("accepts-incomplete-chains", "accepts a single leaf whose issuer is missing") {
      problem, context in
      problem.reason == .untrusted && context.served.count == 1 && !context.servesItsOwnRoot
    },
    Mutant.alsoAccepting("ignores-basic-constraints", "ignores basicConstraints") { problem, context in
      problem.reason == .notACA && context.hasOrdinaryIssuer
    },
    Mutant.alsoAccepting("skips-signatures-below-non-ca", "verifies no signature below an issuer that is not a CA") {
      problem, context in
      [.badSignature, .notACA, .keyUsage, .pathLength].contains(problem.reason) && context.hasOrdinaryIssuer
    },
    Mutant(
      "mixes-paths", "forgets the errors of one path when it tries another",
      replaces: Rule<PolicyEvaluation, ChainDecision>.decision
    ) { $0.isGoodInEveryRespectSomewhere ? .accept : Rule<PolicyEvaluation, ChainDecision>.decision.answer($0) },
    Mutant.alsoAccepting("ignores-path-len", "ignores path lengths") { problem, _ in
      problem.reason == .pathLength
    },
    Mutant.alsoAccepting("reads-issuers-loosely", "accepts an issuer that it can parse only in part") {
      problem, context in
      [.malformed, .extension, .notACA, .keyUsage, .pathLength, .nameConstraint].contains(problem.reason)
        && problem.index != 0 && context.hasIllWrittenIssuer
    },
    Mutant.alsoAccepting(
      "reads-leaves-loosely", "accepts a leaf that it can parse only in part, if nothing else is wrong"
    ) {
      problem, context in
      guard problem.index ?? 0 == 0,
        [.untrusted, .malformed, .extension, .keyUsage, .nameMismatch].contains(problem.reason)
      else { return false }
      return context.hasIllWrittenLeaf
    },
    Mutant("goes-on-after-failures", "treats failed platform calls as successful", leavesOut: [.failedCalls])
      .replacing(PolicyCheck.revocation, where: { $0.policy.platform.fails != nil }) { _ in nil },
    Mutant.alsoAccepting("ignores-validity-of-issuers", "ignores the validity of issuers, even if missing") {
      problem, context in
      problem.isAboutDates && context.isBetween(problem.index)
    },
    Mutant.alsoAccepting("ignores-validity-of-leaf", "ignores the leaf's validity, even if missing") { problem, _ in
      problem.isAboutDates && problem.index == 0
    },
    Mutant.alsoAccepting("ignores-not-after-of-leaf", "accepts an expired leaf") { problem, _ in
      problem.reason == .expired && problem.index == 0
    },
    Mutant.alsoAccepting("ignores-not-before-of-leaf", "accepts a leaf that is not valid yet") { problem, _ in
      problem.reason == .notYetValid && problem.index == 0
    },
    Mutant.alsoAccepting("ignores-not-after-of-intermediate", "accepts an expired intermediate") { problem, context in
      problem.reason == .expired && context.isBetween(problem.index)
    },
    Mutant.alsoAccepting("ignores-not-before-of-intermediate", "accepts an intermediate that is not valid yet") {
      problem, context in
      problem.reason == .notYetValid && context.isBetween(problem.index)
    },
    Mutant.alsoAccepting("ignores-not-before-of-anchor", "accepts an anchor that is not valid yet") {
      problem, context in
      problem.reason == .notYetValid && problem.index == context.path.count - 1
    },
    Mutant.alsoAccepting("ignores-not-after-of-anchor", "accepts an expired anchor") { problem, context in
      problem.reason == .expired && problem.index == context.path.count - 1
    },
    Mutant(
      "checks-validity-once", "checks the validity of certificates only until it has accepted the host",
      make: { environment in
        Remembering(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .alsoAccepting { [.expired, .notYetValid].contains($0.reason) }),
          asksAgain: true)
      }),
    Mutant.alsoAccepting("ignores-extended-key-usage", "ignores keyUsage and extendedKeyUsage") { problem, _ in
      problem.reason == .keyUsage
    },
    Mutant.alsoAccepting("ignores-critical-extensions", "ignores unknown critical extensions") { problem, _ in
      problem.reason == .extension
    },
    alsoRefusing("refuses-long-serials", "refuses serial numbers of more than 16 octets") { context in
      context.path.firstIndex { (CertificateFacts(der: $0)?.serial.count ?? 0) > 16 }
        .map { TrustProblem(.malformed, "the serial number is too long", index: $0) }
    },
    trying("tries-other-anchors-only", "tries no second path to the same anchor") { $0.last != $1.first.last },
    trying("tries-one-path", "tries no second path") { _, _ in false },
    .alsoAccepting("accepts-expired-anchor-as-leaf", "accepts an expired leaf that is an anchor") { problem, context in
      problem.reason == .expired && problem.index == 0 && context.leafIsAnchor
    }
    .alike("checks-no-leaf-that-is-an-anchor", because: "where such a leaf has a fault, it is expired"),
    .alsoAccepting("checks-no-leaf-that-is-an-anchor", "checks nothing but the name of a leaf that is an anchor") {
      problem, context in
      problem.reason != .nameMismatch && context.leafIsAnchor
    },
    .alsoAccepting("checks-three-certificates", "checks nothing above the leaf's issuer") { problem, context in
      (problem.index ?? 0) > 1 && (problem.index ?? 0) < context.path.count - 1
    },
    .alsoAccepting("path-length-of-issuer-only", "reads the path length of the leaf's issuer only") { problem, _ in
      problem.reason == .pathLength && (problem.index ?? 0) != 1
    }
    .alike("ignores-path-len", because: "each path length that decides in a scenario is one that both pass over")
    .alike(
      "path-length-of-topmost-ca-only",
      because: "each path length that decides in a scenario is one that both pass over"
    )
    .alike(
      "takes-path-length-zero-for-none",
      because: "each path length that decides in a scenario is one that both pass over"),
    .alsoAccepting("key-usage-of-issuer-only", "reads the keyUsage of no CA above the leaf's issuer") { problem, _ in
      problem.reason == .keyUsage && (problem.index ?? 0) > 1
    },
    .alsoAccepting("critical-extensions-of-leaf-only", "ignores unknown critical extensions of CAs") { problem, _ in
      problem.reason == .extension && (problem.index ?? 0) > 0
    },
    .alsoAccepting("dates-of-leaf-and-issuer-only", "ignores the dates of CAs above the leaf's issuer") { problem, _ in
      [.expired, .notYetValid].contains(problem.reason) && (problem.index ?? 0) > 1
    },
    Mutant("first-anchor-only", "knows only the first of its own anchors", replaces: Certificates.anchors) {
      $0.policy.anchors.map { Array($0.prefix(1)) } ?? $0.policy.roots
    },
    alsoRefusing("counts-self-issued-cas", "counts self-issued CAs for the path length") { context in
      context.issuers.indices.first { place in
        context.issuers[place].pathLength.map { $0 < place } ?? false
      }.map { TrustProblem(.pathLength, "too many CAs below it", index: $0 + 1) }
    },
    alsoRefusing("reads-first-purpose-only", "reads only the first purpose of the leaf") { context in
      guard let purposes = context.path.first.flatMap({ CertificateFacts(der: $0) })?.purposes,
        purposes.first != CertificateFacts.serverAuthentication
      else { return nil }
      return TrustProblem(.keyUsage, "not for servers", index: 0)
    },
    .alsoAccepting("takes-key-usage-for-a-ca", "accepts a CA without basicConstraints if it has keyCertSign") {
      problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { !$0.hasBasicConstraints && $0.signsCertificates })
    },
    alsoRefusing("knows-no-critical-purposes", "refuses a CA whose extendedKeyUsage is critical") { context in
      context.issuers.firstIndex(where: \.hasCriticalPurposes)
        .map { TrustProblem(.extension, "an extension that it takes for unknown is critical", index: $0 + 1) }
    },
    trying("tries-other-paths-for-dates", "tries a second path only if the first one has expired") {
      [.expired, .notYetValid].contains($1.reason)
    },
    alsoRefusing("ends-validity-a-second-early", "treats a certificate as expired in its last second") { context in
      context.path.firstIndex { CertificateFacts(der: $0)?.notAfter == context.now }
        .map { TrustProblem(.expired, "its last second has begun", index: $0) }
    },
    alsoRefusing("bans-sha-1-everywhere", "refuses SHA-1 also where no signature is verified") { context in
      context.served.firstIndex { SignedCertificate(der: $0).map(\.isOverSHA1) ?? false }
        .map { TrustProblem(.weakCrypto, "a certificate is signed over SHA-1", index: $0) }
    },
    trying("pins-up-to-the-first-anchor", "tries no path that goes on above an anchor") {
      !$0.dropLast().contains(where: $1.anchors.contains)
    },
    .alsoAccepting("lends-the-place-of-a-self-issued-leaf", "allows one more CA above a leaf that is self-issued") {
      problem, context in
      problem.reason == .pathLength && context.facts?.isSelfIssued == true
        && context.issuers.indices.allSatisfy { place in
          context.issuers[place].pathLength.map { context.counted(below: place) <= $0 + 1 } ?? true
        }
    },
    .alsoAccepting("ignores-path-len-of-self-issued-cas", "ignores the path length of a self-issued CA") {
      problem, context in
      problem.reason == .pathLength
        && context.isShortEnough { issuer, place in issuer.isSelfIssued && place < context.issuers.count - 1 }
    },
    alsoRefusing("refuses-large-path-lens", "refuses a CA with a path length above 127") { context in
      context.issuers.firstIndex(where: \.hasLargePathLength)
        .map { TrustProblem(.malformed, "its path length is too large", index: $0 + 1) }
    },
    Mutant(
      "prefers-served-issuers", "looks for an issuer among its anchors only if the server sends none",
      make: { environment in
        var environment = environment
        environment.paths = ServedFirstPaths(library: environment.paths)
        return PolicyValidator(environment)
      }),
    Mutant(
      "insists-on-key-identifiers", "tries no issuer without the named key identifier if another CA has it",
      make: { environment in
        var environment = environment
        environment.paths = IdentifiedPaths(library: environment.paths)
        return PolicyValidator(environment)
      }),
    alsoRefusing("counts-seconds-in-32-bits", "counts the seconds of notAfter in 32 bits") { context in
      context.path.firstIndex { der in
        CertificateFacts(der: der)?.notAfter.map { Int64(Int32(truncatingIfNeeded: $0)) < context.now } ?? false
      }.map { TrustProblem(.expired, "it seems to have expired before 1970", index: $0) }
    },
    .alsoAccepting("ignores-policy-constraints", "knows the extension policyConstraints and does not enforce it") {
      problem, _ in
      problem.reason == .extension && problem.detail.contains("policy")
    },
    .alsoAccepting("accepts-keys-that-only-agree", "accepts a leaf whose key may agree on keys and not sign") {
      problem, context in
      problem.detail == "the leaf's key may not sign handshakes" && context.facts?.agreesOnKeys == true
    },
    judging(
      "reads-the-fifties-as-2050", "reads the years 50 to 68 of a UTCTime as 2050 to 2068",
      accepting: { problem, context in
        guard problem.reason == .expired, let index = problem.index, context.path.indices.contains(index) else {
          return false
        }
        return CertificateFacts(der: context.path[index])?.notAfter.map(fifties.contains) == true
      },
      refusing: { context in
        context.path.firstIndex { CertificateFacts(der: $0)?.notBefore.map(fifties.contains) == true }
          .map { TrustProblem(.notYetValid, "it takes the year for one of this century", index: $0) }
      }),
    .alsoAccepting("takes-silence-for-a-ca", "accepts a CA that has neither basicConstraints nor keyUsage") {
      problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { !$0.hasBasicConstraints && !$0.hasKeyUsage })
    },
    .alsoAccepting("dates-of-the-leaf-only", "ignores the dates of every CA") { problem, _ in
      [.expired, .notYetValid].contains(problem.reason) && (problem.index ?? 0) > 0
    },
    .alsoAccepting("takes-version-1-for-a-ca", "accepts a CA of version 1, which has no extensions") {
      problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { $0.version == 1 })
    }
    .alike("takes-silence-for-a-ca", because: "where a CA without extensions decides, it is of version 1"),
    .alsoAccepting("reads-no-key-usage-of-cas", "ignores the keyUsage of CAs") { problem, context in
      guard [.keyUsage, .notACA, .untrusted, .badSignature, .pathLength].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { $0.claimsToBeCA && $0.hasKeyUsage && !$0.signsCertificates })
    },
    alsoRefusing("needs-the-order-of-the-path", "accepts no Certificate message whose certificates are not in order") {
      context in
      let served = context.path.dropLast(context.anchors.contains(context.path.last ?? []) ? 1 : 0)
      return context.served.starts(with: served) ? nil : TrustProblem(.untrusted, "the next certificate is another")
    },
    .alsoAccepting("path-len-needs-key-usage", "ignores the path length of a CA without keyUsage") { problem, context in
      problem.reason == .pathLength && context.isShortEnough { issuer, _ in !issuer.hasKeyUsage }
    },
    .alsoAccepting("ignores-purposes", "ignores extendedKeyUsage") { problem, context in
      guard problem.reason == .keyUsage, problem.detail != "the leaf's key may not sign handshakes" else {
        return false
      }
      return context.path.enumerated().allSatisfy { index, der in
        guard let facts = CertificateFacts(der: der) else { return false }
        return index == 0 ? !facts.isIdle : !facts.hasKeyUsage || facts.signsCertificates
      }
    },
    .alsoAccepting("path-length-of-topmost-ca-only", "reads the path length of the topmost CA only") {
      problem, context in
      problem.reason == .pathLength && context.isShortEnough { _, place in place < context.issuers.count - 1 }
    },
    .alsoAccepting(
      "finds-issuers-by-key-identifier", "finds the leaf's issuer by its key identifier, whatever its name is"
    ) {
      problem, context in
      guard [.untrusted, .badSignature].contains(problem.reason), let leaf = context.served.first,
        let facts = context.facts, let identifier = facts.issuerKeyIdentifier
      else { return false }
      return (context.served.dropFirst() + context.anchors).contains { issuer in
        CertificateFacts(der: issuer).map { $0.keyIdentifier == identifier && $0.subject != facts.issuer } == true
          && CertificateFacts.isSigned(leaf, by: issuer)
      }
    },
    .alsoAccepting("algorithms-of-the-leaf-only", "ignores the signature algorithms of CAs") { problem, _ in
      problem.reason == .weakCrypto && (problem.index ?? 0) > 0
    },
    alsoRefusing("reads-no-generalized-time", "refuses certificates that end in 2050 or later") { context in
      context.path.firstIndex { (CertificateFacts(der: $0)?.notAfter ?? 0) >= 2_524_608_000 }
        .map { TrustProblem(.expired, "its end cannot be read", index: $0) }
    },
    .alsoAccepting("reads-outer-algorithm-only", "compares the two signature algorithms of a certificate with nothing")
    {
      problem, context in
      guard [.badSignature, .malformed].contains(problem.reason) else { return false }
      return context.served.contains { der in
        SignedCertificate(der: der).map { $0.algorithm != $0.signedAlgorithm } ?? false
      }
    },
    alsoRefusing("requires-purposes", "refuses a leaf without extendedKeyUsage") { context in
      context.facts.map { $0.purposes == nil } == true
        ? TrustProblem(.keyUsage, "serverAuth is not among its purposes", index: 0) : nil
    },
    .alsoAccepting("takes-unreadable-ends-for-none", "takes a certificate whose end cannot be read for one without end")
    { problem, context in
      problem.reason == .malformed
        && context.path.contains { der in
          guard let facts = CertificateFacts(der: der), let begin = facts.notBefore, facts.notAfter == nil else {
            return false
          }
          return begin <= context.now
        }
    },
    .alsoAccepting("loses-faults-above-the-ninth", "loses what is wrong with certificates above the ninth of a path") {
      problem, _ in (problem.index ?? 0) >= 9
    },
  ]

  /// 1950 to 1968, in seconds since 1970.
  private static let fifties: Range<Int64> = -631_152_000..<(-31_536_000)

  /// One that tries a second path only where this holds.
  private static func trying(
    _ name: String, _ summary: String,
    _ isTried: @escaping @Sendable (_ path: [[UInt8]], _ others: OtherPaths) -> Bool
  ) -> Mutant {
    Mutant(name, summary, replaces: Rule<OtherPaths, [[[UInt8]]]>.triedPaths) { others in
      others.paths.filter { isTried($0, others) }
    }
  }
}

extension Rulebook {
  /// Those of a validator that passes over problems of a path.
  static func alsoAccepting(_ forgives: @escaping @Sendable (TrustProblem) -> Bool) -> Rulebook {
    Mutant.alsoAccepting("forgives", "forgives problems") { problem, _ in forgives(problem) }.rules
  }

  /// Those of a validator that leaves out checks.
  static func without<Question, Answer>(_ checks: [Rule<Question, Answer?>]) -> Rulebook {
    Mutant("leaves-out", "leaves out checks", leavesOut: checks).rules
  }
}
