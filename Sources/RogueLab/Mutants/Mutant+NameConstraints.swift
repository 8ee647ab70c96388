internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about name constraints.
  static let ofNameConstraints: [Mutant] = [
    constraintVariant("wildcards-heed-issuer-only", "compares wildcards with the exclusions of the leaf's issuer only")
    {
      $0.wildcardsHeedIssuerOnly = true
    },
    constraintVariant("constrains-the-host-only", "compares name constraints with the requested host only") {
      $0.readsHostOnly = true
    }
    .alike(
      "constrains-first-name-only",
      because: "in scenarios, and in the first cell that catches either, the host is the first name"),
    constraintVariant("constrains-first-name-only", "compares name constraints with the first dNSName only") {
      $0.readsFirstOnly = true
    },
    constraintVariant("constrains-no-wildcards", "compares no wildcard with permitted subtrees") {
      $0.permitsWildcards = true
    },
    constraintVariant("ignores-excluded-subtrees", "ignores excluded subtrees") { $0.readsExcluded = false },
    constraintVariant("ignores-permitted-subtrees", "ignores permitted subtrees") { $0.readsPermitted = false },
    constraintVariant("constrains-by-issuer-only", "reads the name constraints of the leaf's issuer only") {
      $0.readsIssuerOnly = true
    },
    constraintVariant("constrains-by-text", "compares subtrees without a dot before them") { $0.comparesText = true },
    alsoRefusing("constrains-the-constraining-ca", "compares the names of a CA with its own name constraints") {
      context in
      context.issuers.firstIndex { issuer in
        issuer.dnsNames.contains { name in
          issuer.excludedHosts.contains { name.isBelow($0) }
            || !issuer.permittedHosts.isEmpty && !issuer.permittedHosts.contains { name.isBelow($0) }
        }
      }.map { TrustProblem(.nameConstraint, "its own names are not permitted", index: $0 + 1) }
    },
    alsoRefusing("intersects-equal-subtrees-to-nothing", "permits nothing if two CAs permit the same subtree") {
      context in
      let lists = context.issuers.map(\.permittedHosts).filter { !$0.isEmpty }
      let isTwice = lists.indices.contains { place in
        lists[..<place].contains { !Set($0).isDisjoint(with: lists[place]) }
      }
      return isTwice ? TrustProblem(.nameConstraint, "no subtree is left", index: 0) : nil
    },
    constraintVariant("reads-stars-as-text", "compares a wildcard with excluded subtrees as if the star were a label") {
      $0.readsStarsAsText = true
    },
    rangeVariant("leaves-bases-unmasked", "compares a masked address with the base of a range as it is written") {
      $0.masksBase = false
    },
    rangeVariant("takes-every-address-for-none", "takes the range of all addresses for a range without any") {
      $0.knowsEveryAddress = false
    },
    alsoRefusing("constrains-empty-subjects", "refuses an empty subject if a CA permits directory names") { context in
      guard context.facts?.subjectNames.isEmpty == true,
        context.issuers.contains(where: { !$0.permittedDirectories.isEmpty })
      else { return nil }
      return TrustProblem(.nameConstraint, "the empty subject is not permitted", index: 0)
    },
    judging(
      "compares-whole-directory-names", "matches a directory name with an equal subtree only",
      accepting: { problem, context in
        problem.reason == .nameConstraint && !DirectoryConstraints().allow(context)
          && DirectoryConstraints(comparesBeginning: false).allow(context)
      },
      refusing: { context in
        DirectoryConstraints().allow(context) && !DirectoryConstraints(comparesBeginning: false).allow(context)
          ? TrustProblem(.nameConstraint, "a subject is no subtree", index: 0) : nil
      }),
    constraintVariant("compares-exclusions-as-written", "compares names with excluded subtrees in their letter case") {
      $0.readsExclusionsAsWritten = true
    },
    constraintVariant(
      "ignores-exclusions-beside-permissions", "ignores excluded subtrees of a CA that has permitted ones"
    ) {
      $0.readsExcludedBesidePermitted = false
    },
    constraintVariant(
      "expands-stars-to-what-is-permitted", "permits a wildcard if one name that it matches is permitted"
    ) {
      $0.expandsStars = true
    }
    .alike("constrains-no-wildcards", because: "where a wildcard decides, it matches a permitted name"),
    alsoRefusing("wants-constraints-below-constraints", "refuses a CA without name constraints below one that has them")
    {
      context in
      let permits = context.issuers.map { !$0.permittedHosts.isEmpty }
      return permits.indices.dropLast().first { !permits[$0] && permits[$0 + 1] }
        .map { TrustProblem(.nameConstraint, "the CA has no name constraints", index: $0 + 1) }
    },
    alsoRefusing("permits-no-subject-beside-names", "refuses a subject below a CA that permits DNS names only") {
      context in
      guard context.facts.map({ !$0.subjectNames.isEmpty }) == true else { return nil }
      return context.issuers.contains { !$0.permittedHosts.isEmpty && $0.permittedDirectories.isEmpty }
        ? TrustProblem(.nameConstraint, "no directory name is permitted", index: 0) : nil
    },
    .alsoAccepting("compares-exclusions-by-octets", "compares subjects with excluded directories as octets") {
      problem, context in
      problem.reason == .nameConstraint && context.isOutsideExclusionsByOctets
    },
    Mutant(
      "ignores-uncritical-name-constraints", "applies name constraints only where they are critical",
      ignores: [.nameConstraint],
      where: { context in
        !context.path.dropFirst().contains { der in
          CertificateContents(der)?.extensions.contains { $0.identifier == nameConstraints && $0.isCritical } ?? false
        }
      }),
  ]

  /// 2.5.29.30
  private static let nameConstraints: [UInt8] = [0x55, 0x1d, 30]

  /// One that reads constraints on DNS names otherwise.
  static func constraintVariant(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout HostConstraints) -> Void
  ) -> Mutant {
    var reading = HostConstraints()
    change(&reading)
    let changed = reading
    return alsoAccepting(name, summary) { problem, context in
      problem.reason == .nameConstraint && !HostConstraints().allow(context) && changed.allow(context)
    }
  }

  /// One that reads constraints on addresses otherwise.
  static func rangeVariant(
    _ name: String, _ summary: String, _ change: (inout AddressConstraints) -> Void
  ) -> Mutant {
    var reading = AddressConstraints()
    change(&reading)
    let changed = reading
    return judging(
      name, summary,
      accepting: { problem, context in
        problem.reason == .nameConstraint && !AddressConstraints().allow(context) && changed.allow(context)
      },
      refusing: { context in
        AddressConstraints().allow(context) && !changed.allow(context)
          ? TrustProblem(.nameConstraint, "an address is not permitted", index: 0) : nil
      })
  }
}

extension PolicyEvaluation {
  /// Whether the only constraints in the path are excluded directories, and no subject is below one octet by octet.
  fileprivate var isOutsideExclusionsByOctets: Bool {
    let facts = path.compactMap { CertificateFacts(der: $0) }
    let hasOthers = issuers.contains {
      $0.permitsSomeNames || $0.excludesOtherNames || !$0.excludedHosts.isEmpty || !$0.excludedRanges.isEmpty
    }
    guard !hasOthers, issuers.contains(where: { !$0.excludedDirectories.isEmpty }) else { return false }
    return facts.indices.dropFirst().allSatisfy { index in
      facts[index].excludedDirectories.allSatisfy { directory in
        !facts[..<index].contains { $0.subjectNames.starts(with: directory) }
      }
    }
  }
}

extension String {
  fileprivate func isBelow(_ subtree: String) -> Bool {
    lowercased() == subtree.lowercased() || lowercased().hasSuffix("." + subtree.lowercased())
  }
}
