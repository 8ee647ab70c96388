internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what limits the names that a CA may issue for, in one circumstance.
  static let ofLimits: [Mutant] = [
    constraintVariant(
      "compares-excluded-wildcards-as-written", "compares wildcards with excluded subtrees in their letter case"
    ) {
      $0.readsExcludedWildcardsAsWritten = true
    },
    .alsoAccepting("puts-a-dot-before-exclusions", "excludes nothing by a subtree that is written with a dot in front")
    {
      problem, question in
      problem.isAboutNamesOfTheLeaf && question.isExcludedByDottedBasesOnly
    },
    rangeVariant("compares-whole-octets-of-ranges", "compares the octets that the mask of a range covers whole") {
      $0.comparesWholeOctetsOnly = true
    },
    Mutant(
      "constrains-above-intermediates", "ignores the name constraints of an anchor that has issued the leaf itself",
      ignores: [.nameConstraint], where: { $0.findings.path.count == 2 }),
    .alsoAccepting("lets-wildcards-pass-constraints", "compares no wildcard with the name constraints of CAs") {
      problem, question in
      guard problem.isAboutNamesOfTheLeaf, let leaf = question.path.first.flatMap({ CertificateFacts(der: $0) }) else {
        return false
      }
      return !leaf.dnsNames.isEmpty && leaf.addresses.isEmpty && leaf.dnsNames.allSatisfy { $0.hasPrefix("*.") }
    },
    judging(
      "stops-at-damaged-extensions", "reads no extension behind an uncritical one that cannot be decoded",
      accepting: { problem, question in
        switch problem.reason {
        case .malformed:
          problem.index.map { question.readExtensions(at: $0).isCutShort } ?? false
        case .nameConstraint:
          !question.path.indices.dropFirst().contains { question.readExtensions(at: $0).has(30) }
        case .pathLength:
          problem.index.map { !question.readExtensions(at: $0).has(19) } ?? false
        default: false
        }
      },
      refusing: { question in
        question.path.indices.dropFirst().first { index in
          let extensions = question.readExtensions(at: index)
          return extensions.isCutShort && !extensions.has(19)
        }.map { TrustProblem(.notACA, "it is no CA", index: $0) }
      }),
  ]
}

/// The extensions of a certificate up to the first that is not critical and cannot be decoded.
private struct ReadExtensions {
  var isCutShort = false
  private var read: [CertificateContents.Extension] = []

  init(_ certificate: [UInt8]) {
    let all = CertificateContents(certificate)?.extensions ?? []
    read = Array(all.prefix { $0.isCritical || Self.isOneValue($0.value) })
    isCutShort = read.count < all.count
  }

  /// - Parameter number: the last arc below id-ce.
  func has(_ number: UInt8) -> Bool { read.contains { $0.identifier == [0x55, 0x1d, number] } }

  private static func isOneValue(_ value: [UInt8]) -> Bool {
    var reader = DERReader(value, lengths: .any)
    return reader.next() != nil && reader.isAtEnd
  }
}

extension TrustProblem {
  fileprivate var isAboutNamesOfTheLeaf: Bool { reason == .nameConstraint && index == 0 }
}

extension PolicyEvaluation {
  fileprivate func readExtensions(at index: Int) -> ReadExtensions {
    ReadExtensions(path.indices.contains(index) ? path[index] : [])
  }

  /// Whether bases with a dot in front are all that excludes a name of the leaf.
  fileprivate var isExcludedByDottedBasesOnly: Bool {
    guard let names = path.first.flatMap({ CertificateFacts(der: $0) })?.dnsNames else { return false }
    func holds(_ base: String, _ name: String) -> Bool {
      let name = HostName.plain(name)
      let bare = HostName.plain(base.hasPrefix(".") ? String(base.dropFirst()) : base)
      return bare.isEmpty || name.hasSuffix("." + bare) || !base.hasPrefix(".") && name == bare
    }
    let isPermitted = issuers.allSatisfy { issuer in
      issuer.permittedHosts.isEmpty
        || names.allSatisfy { name in issuer.permittedHosts.contains { holds($0, name) } }
    }
    let hits = issuers.flatMap(\.excludedHosts).filter { base in names.contains { holds(base, $0) } }
    return isPermitted && !hits.isEmpty && hits.allSatisfy { $0.count > 1 && $0.hasPrefix(".") }
  }
}
