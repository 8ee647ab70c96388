internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Those of the fifth batch of docs/records/planted-bugs.md.
  static let recentOfCells = recentPins + recentSteps + recentNames + recentPaths + recentStatuses

  private static let recentPins: [Mutant] = [
    Mutant("ends-at-nearest-set", "finds no pins of a domain if a nearer set does not include subdomains") {
      $0.pinScope = .nearestAbove
    },
    Mutant("stops-at-an-expired-set", "compares no pin set behind an expired one") { $0.pinScope = .untilExpired },
    Mutant("finds-no-pins-for-uppercase-subdomain", "finds no pins for a subdomain in another letter case") {
      $0.pinScope = .lettersBelowAsWritten
    },
    Mutant("pins-issuers-of-the-anchor", "compares pins with served certificates above the anchor as well") {
      $0.pinsAboveAnchors = true
    },
    Mutant("pins-up-to-the-first-anchor", "tries no path that goes on above an anchor") {
      $0.alternatives = .upToFirstAnchor
    },
    Mutant("pinned-leaf-needs-no-status", "checks no revocation if the leaf is a pinned certificate") {
      $0.pinnedLeafNeedsStatus = false
    },
    Mutant(
      "pins-a-revoked-path", "accepts if one path matches the pins and another one is not revoked",
      make: { environment in
        SeparatingStatus(
          reference: PolicyValidator(environment),
          withoutPins: PolicyValidator(environment) { $0.pins = nil },
          withoutStatus: PolicyValidator(environment) { $0.enforcement = .off })
      }),
    Mutant(
      "pins-sets-on-separate-paths", "accepts if each pin set matches some path",
      make: { SeparatingSets(reference: PolicyValidator($0)) }),
  ]

  private static let recentSteps: [Mutant] = [
    Mutant(
      "keeps-first-name", "compares the first host's name with the certificates of later hosts",
      make: { KeepingName(PolicyValidator($0)) }),
    Mutant(
      "refuses-for-good", "refuses a host that it has refused before, whatever it presents",
      make: { Resenting(PolicyValidator($0)) }),
    Mutant(
      "knows-statuses-by-serial", "takes the status that it has fetched for that of any leaf with the serial number",
      make: { environment in
        RememberingSerials(
          PolicyValidator(environment),
          PolicyValidator(environment) { decisions in
            decisions.methods.remove(.ocspFetch)
            decisions.enforcement = .soft
          })
      }),
  ]

  private static let recentNames: [Mutant] = [
    ranging("leaves-bases-unmasked", "compares a masked address with the base of a range as it is written") {
      $0.masksBase = false
    },
    ranging("takes-every-address-for-none", "takes the range of all addresses for a range without any") {
      $0.knowsEveryAddress = false
    },
    objecting("constrains-empty-subjects", "refuses an empty subject if a CA permits directory names") { context in
      guard context.facts?.subjectNames.isEmpty == true,
        context.issuers.contains(where: { !$0.permittedDirectories.isEmpty })
      else { return nil }
      return TrustProblem(.nameConstraint, "the empty subject is not permitted", index: 0)
    },
    Mutant("compares-whole-directory-names", "matches a directory name with an equal subtree only") { decisions in
      let changed = DirectoryConstraints(comparesBeginning: false)
      decisions.forgives = { problem, context in
        problem.reason == .nameConstraint && !DirectoryConstraints().allow(context) && changed.allow(context)
      }
      decisions.objects = { context in
        DirectoryConstraints().allow(context) && !changed.allow(context)
          ? TrustProblem(.nameConstraint, "a subject is no subtree", index: 0) : nil
      }
    },
    objecting("matches-no-wildcard-with-hyphens", "matches no wildcard in a name that has an A-label") { context in
      guard let host = context.host, let names = context.facts?.dnsNames.map({ $0.lowercased() }),
        !names.contains(host)
      else { return nil }
      let fitting = names.filter { $0.hasPrefix("*.") && $0.dropFirst() == host.drop { $0 != "." } }
      guard !fitting.isEmpty, fitting.allSatisfy({ $0.contains("--") }) else { return nil }
      return TrustProblem(.nameMismatch, "a wildcard with two hyphens", index: 0)
    },
  ]

  private static let recentPaths: [Mutant] = [
    .forgiving("lends-the-place-of-a-self-issued-leaf", "allows one more CA above a leaf that is self-issued") {
      problem, context in
      problem.reason == .pathLength && context.facts?.isSelfIssued == true
        && context.issuers.indices.allSatisfy { place in
          context.issuers[place].pathLength.map { context.counted(below: place) <= $0 + 1 } ?? true
        }
    },
    .forgiving("ignores-path-len-of-self-issued-cas", "ignores the path length of a self-issued CA") {
      problem, context in
      problem.reason == .pathLength
        && context.isShortEnough { issuer, place in issuer.isSelfIssued && place < context.issuers.count - 1 }
    },
    objecting("refuses-large-path-lens", "refuses a CA with a path length above 127") { context in
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
    .forgiving("ignores-policy-constraints", "knows the extension policyConstraints and does not enforce it") {
      problem, _ in
      problem.reason == .extension && problem.detail.contains("policy")
    },
    .forgiving("accepts-keys-that-only-agree", "accepts a leaf whose key may agree on keys and not sign") {
      problem, context in
      problem.detail == "the leaf's key may not sign handshakes" && context.facts?.agreesOnKeys == true
    },
    Mutant("reads-the-fifties-as-2050", "reads the years 50 to 68 of a UTCTime as 2050 to 2068") { decisions in
      // 1950 to 1968.
      let misread: Range<Int64> = -631_152_000..<(-31_536_000)
      decisions.forgives = { problem, context in
        guard problem.reason == .expired, let index = problem.index, context.path.indices.contains(index) else {
          return false
        }
        return CertificateFacts(der: context.path[index])?.notAfter.map(misread.contains) == true
      }
      decisions.objects = { context in
        context.path.firstIndex { CertificateFacts(der: $0)?.notBefore.map(misread.contains) == true }
          .map { TrustProblem(.notYetValid, "it takes the year for one of this century", index: $0) }
      }
    },
  ]

  private static let recentStatuses: [Mutant] = [
    ruling("compares-first-point-only", "compares a CRL with the first distribution point of a certificate only") {
      $0.comparesEveryPoint = false
    },
    ruling("takes-enclosed-issuers-for-delegates", "refuses an OCSP response that contains the issuer's certificate") {
      $0.knowsEnclosedIssuer = false
    },
    ruling("reads-status-of-first-single-response", "reads the first SingleResponse if any is for the certificate") {
      $0.readsOwnStatus = false
    },
    counting("drops-scts-of-logs-retired-later", "counts no SCT of a log that has been retired since") {
      $0.countsBeforeRetirement = false
    },
    counting("counts-logs-by-source", "counts a log once for each way by which its SCTs come") {
      $0.countsAcrossSources = false
    },
  ]

  /// One that reads constraints on addresses otherwise.
  private static func ranging(
    _ name: String, _ summary: String, _ change: (inout AddressConstraints) -> Void
  ) -> Mutant {
    var reading = AddressConstraints()
    change(&reading)
    let changed = reading
    return Mutant(name, summary) { decisions in
      decisions.forgives = { problem, context in
        problem.reason == .nameConstraint && !AddressConstraints().allow(context) && changed.allow(context)
      }
      decisions.objects = { context in
        AddressConstraints().allow(context) && !changed.allow(context)
          ? TrustProblem(.nameConstraint, "an address is not permitted", index: 0) : nil
      }
    }
  }
}
