internal import RogueModel
internal import RogueTrust
internal import RogueValidators

// What mutants look at in a path.
extension PolicyEvaluation {
  /// The requested name, in lower case and without final dot; nil if no name is checked.
  var host: String? { policy.hostname.map(HostName.plain) }

  /// Whether the requested name was written with a final dot.
  var hasFinalDot: Bool { policy.hostname?.hasSuffix(".") == true }

  /// DER, leaf first.
  var path: [[UInt8]] { findings.path }

  /// The served leaf.
  var facts: CertificateFacts? { served.first.flatMap { CertificateFacts(der: $0) } }

  /// Whether the last certificate of the list is self-signed, judging by names.
  var servesItsOwnRoot: Bool { lastServed.map { $0.subject == $0.issuer } ?? false }

  /// The last certificate of the list.
  var lastServed: CertificateFacts? { served.last.flatMap { CertificateFacts(der: $0) } }

  /// The CAs of the path, from the leaf's issuer on.
  var issuers: [CertificateFacts] { path.dropFirst().compactMap { CertificateFacts(der: $0) } }

  /// Whether the path ends in a root that the user has installed, and the system has not.
  var endsInUserRoot: Bool {
    guard let anchor = path.last else { return false }
    return policy.userAnchors?.contains(anchor) == true && policy.systemAnchors?.contains(anchor) != true
  }

  /// How many CAs below this one count for its path length.
  func counted(below place: Int) -> Int { issuers[..<place].count { !$0.isSelfIssued } }

  /// Whether a problem is that of such an issuer; where it names no certificate, whether the path has one.
  func blames(_ problem: TrustProblem, anIssuerWhere fits: (CertificateFacts) -> Bool) -> Bool {
    func isSuch(_ index: Int) -> Bool {
      index > 0 && path.indices.contains(index) && CertificateFacts(der: path[index]).map(fits) ?? false
    }
    return problem.index.map(isSuch) ?? path.indices.contains(where: isSuch)
  }

  /// Whether the path is too long only for CAs that are passed over.
  func isShortEnough(but isPassedOver: (_ issuer: CertificateFacts, _ place: Int) -> Bool) -> Bool {
    issuers.enumerated().allSatisfy { place, issuer in
      isPassedOver(issuer, place) || issuer.pathLength.map { counted(below: place) <= $0 } ?? true
    }
  }
}
