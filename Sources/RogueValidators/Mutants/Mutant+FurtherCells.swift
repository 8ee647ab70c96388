internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Those of the third batch of docs/records/planted-bugs.md.
  static let furtherOfCells: [Mutant] = [
    Mutant("pins-hosts-that-contain-the-name", "applies pins to hosts that have the pinned name in their middle") {
      $0.pinScope = .containedToo
    },
    Mutant("drops-pins-with-any-expired-set", "compares no pins if a set has expired, whichever host it is for") {
      $0.pinScope = .noneAfterAnyEnd
    },
    Mutant("hides-sets-behind-an-expired-one", "ignores the domain's pins if the host's own set has expired") {
      $0.pinScope = .hiddenByExpired
    },
    Mutant("pins-the-first-two-only", "compares only the first two pins of a set") { $0.pins = .firstTwoOnly },
    Mutant("pins-no-unserved-anchor", "compares the anchor with pins only if the server sends it") {
      $0.pinsUnservedAnchors = false
    },
    Mutant(
      "validates-a-leaf-once", "validates no path for a leaf that it has accepted before",
      make: { environment in
        RememberingLeaves(
          PolicyValidator(environment),
          PolicyValidator(environment) { decisions in
            decisions.forgives = { problem, _ in problem.reason != .nameMismatch }
          })
      }),
    Mutant(
      "asks-for-a-status-once", "fetches no new status of a leaf that it has accepted before",
      make: { environment in
        RememberingLeaves(
          PolicyValidator(environment),
          PolicyValidator(environment) { decisions in
            decisions.methods.subtract([.ocspFetch, .crlFetch])
            decisions.enforcement = .soft
          }, under: { $0.revocation.methods.contains { $0 == .ocspFetch || $0 == .crlFetch } })
      }),
    objecting("constrains-the-constraining-ca", "compares the names of a CA with its own name constraints") { context in
      context.issuers.firstIndex { issuer in
        issuer.dnsNames.contains { name in
          issuer.excludedHosts.contains { name.isBelow($0) }
            || !issuer.permittedHosts.isEmpty && !issuer.permittedHosts.contains { name.isBelow($0) }
        }
      }.map { TrustProblem(.nameConstraint, "its own names are not permitted", index: $0 + 1) }
    },
    objecting("intersects-equal-subtrees-to-nothing", "permits nothing if two CAs permit the same subtree") { context in
      let lists = context.issuers.map(\.permittedHosts).filter { !$0.isEmpty }
      let isTwice = lists.indices.contains { place in
        lists[..<place].contains { !Set($0).isDisjoint(with: lists[place]) }
      }
      return isTwice ? TrustProblem(.nameConstraint, "no subtree is left", index: 0) : nil
    },
    objecting("counts-self-issued-cas", "counts self-issued CAs for the path length") { context in
      context.issuers.indices.first { place in
        context.issuers[place].pathLength.map { $0 < place } ?? false
      }.map { TrustProblem(.pathLength, "too many CAs below it", index: $0 + 1) }
    },
    objecting("reads-first-purpose-only", "reads only the first purpose of the leaf") { context in
      guard let purposes = context.path.first.flatMap({ CertificateFacts(der: $0) })?.purposes,
        purposes.first != CertificateFacts.serverAuthentication
      else { return nil }
      return TrustProblem(.keyUsage, "not for servers", index: 0)
    },
    .forgiving("matches-name-as-prefix-of-host", "accepts a name that the host begins with") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.host else { return false }
      return context.names.contains { !$0.isEmpty && host.hasPrefix($0.lowercased()) }
    },
    .forgiving("accepts-host-of-uri", "accepts the host of a URI in the SAN") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.host, let leaf = context.facts else { return false }
      return leaf.uris.contains { uri in
        let rest = uri.lowercased().split(separator: ":", maxSplits: 1).last?.drop { $0 == "/" } ?? ""
        return rest.prefix { $0 != "/" && $0 != ":" } == host
      }
    },
    Mutant("requires-next-update", "accepts no OCSP response without nextUpdate") {
      $0.revocation.countsWithoutNextUpdate = false
    },
  ]

  /// One that sees a problem where there is none.
  static func objecting(
    _ name: String, _ summary: String,
    _ objects: @escaping @Sendable (ValidatorDecisions.PathContext) -> TrustProblem?
  ) -> Mutant {
    Mutant(name, summary) { $0.objects = objects }
  }
}

extension ValidatorDecisions.PathContext {
  fileprivate var names: [String] { facts?.dnsNames ?? [] }
}

extension String {
  fileprivate func isBelow(_ subtree: String) -> Bool {
    lowercased() == subtree.lowercased() || lowercased().hasSuffix("." + subtree.lowercased())
  }
}
