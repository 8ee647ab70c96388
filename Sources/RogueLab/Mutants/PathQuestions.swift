internal import RogueModel
internal import RogueTrust
internal import RogueValidators

// What mutants look at in questions about paths.
extension TrustProblem {
  /// Whether a date has not come, is over, or cannot be read.
  var isAboutDates: Bool {
    switch reason {
    case .expired, .notYetValid: true
    case .malformed: ["notBefore", "notAfter", "date"].contains(where: detail.contains)
    default: false
    }
  }
}

extension PolicyEvaluation {
  var leafIsAnchor: Bool { served.first.map(anchors.contains) ?? false }

  /// Whether a served certificate names an anchor as its issuer; if a signature is wrong, one that the anchor has not
  /// signed.
  func leadsByName(despite problem: TrustProblem, withKeyIdentifier: Bool = false) -> Bool {
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

  /// Whether no path has a fault that all others have, dead ends included.
  var isGoodInEveryRespectSomewhere: Bool {
    let paths = paths
    let first = findings(ofFirst: paths)
    guard let refusal = refusal(of: first) else { return true }
    var everywhere = Set([refusal.reason])
    for path in paths.dropFirst() + deadEnds(beside: first.path) {
      if let problem = self.refusal(of: findings(along: path)) { everywhere.formIntersection([problem.reason]) }
    }
    return everywhere.isEmpty
  }

  /// Where a served certificate beside the path has signed one of it: the way up that begins there, and leads to no anchor.
  func deadEnds(beside path: [[UInt8]]) -> [[[UInt8]]] {
    let detours = served.filter { !path.contains($0) }
    return path.indices.flatMap { index in
      detours.filter { CertificateFacts.isSigned(path[index], by: $0) }.map { Array(path[...index]) + [$0] }
    }.filter { !$0.contains(where: anchors.contains) }
  }

  /// Whether a fetched certificate names an anchor as its issuer; whose key has signed what is left open.
  var fetchedIssuersLeadByName: Bool {
    fetched.contains { der in
      guard let issuer = CertificateFacts(der: der)?.issuer else { return false }
      return anchors.contains { CertificateFacts(der: $0)?.subject == issuer }
    }
  }

  /// Whether a certificate that is not a CA has issued another.
  var hasOrdinaryIssuer: Bool {
    path.dropFirst().contains { CertificateFacts(der: $0)?.isCA == false }
  }

  /// Whether a certificate above the leaf is not written by the rules.
  var hasIllWrittenIssuer: Bool {
    served.dropFirst().contains { CertificateForm.fault(in: $0) != nil }
  }

  /// Whether the leaf is not written by the rules, and has been signed by a CA that an anchor has signed, or by an anchor; of one that
  /// is no certificate the signer is unknown.
  var hasIllWrittenLeaf: Bool {
    guard let leaf = served.first, CertificateForm.fault(in: leaf) != nil else { return false }
    guard CertificateFacts(der: leaf) != nil else { return true }
    return (served.dropFirst() + anchors).contains { signer in
      CertificateFacts.isSigned(leaf, by: signer)
        && (anchors.contains(signer) || anchors.contains { CertificateFacts.isSigned(signer, by: $0) })
    }
  }

  /// Whether this is neither the leaf nor the anchor.
  func isBetween(_ index: Int?) -> Bool {
    guard let index else { return false }
    return index > 0 && index < path.count - 1
  }
}

extension SignedCertificate {
  /// ecdsa-with-SHA1 and sha1WithRSAEncryption, with the tag.
  static let algorithms: [[UInt8]] = [
    [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x01],
    [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x05],
  ]

  var isOverSHA1: Bool { Self.algorithms.contains { algorithm.starts(with: $0) } }
}
