internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what a CA may issue, and about its name; cells of tables have to catch them.
  static let tableIssuers: [Mutant] = [
    .alsoAccepting("takes-path-length-zero-for-none", "takes a path length of zero for none") { problem, question in
      problem.reason == .pathLength && question.isShortEnough { issuer, _ in issuer.pathLength == 0 }
    },
    .alsoAccepting(
      "prefers-the-purposes-of-the-leaf", "reads the extendedKeyUsage of a CA only if the leaf has none"
    ) { problem, question in
      guard problem.reason == .keyUsage, let leaf = question.path.first.flatMap({ CertificateFacts(der: $0) }) else {
        return false
      }
      return !leaf.isIdle && leaf.serves(asIssuer: false) && leaf.purposes != nil
        && question.issuers.allSatisfy(\.mayIssue) && !question.issuers.allSatisfy { $0.serves(asIssuer: true) }
    },
    .alsoAccepting(
      "reads-purposes-of-leaf-and-issuer-only", "reads the extendedKeyUsage of no CA above the leaf's issuer"
    ) { problem, question in
      guard problem.reason == .keyUsage, let leaf = question.path.first.flatMap({ CertificateFacts(der: $0) }) else {
        return false
      }
      return !leaf.isIdle && leaf.serves(asIssuer: false) && question.issuers.allSatisfy(\.mayIssue)
        && question.issuers.prefix(1).allSatisfy { $0.serves(asIssuer: true) }
        && !question.issuers.dropFirst().allSatisfy { $0.serves(asIssuer: true) }
    },
    alsoRefusing("compares-issuers-by-octets", "compares the names of issuers as octets") { question in
      let facts = question.path.compactMap { CertificateFacts(der: $0) }
      return zip(facts, facts.dropFirst()).map { $0.issuer == $1.subject }.firstIndex(of: false)
        .map { TrustProblem(.untrusted, "its issuer is not the CA above it", index: $0) }
    },
  ]
}

extension CertificateFacts {
  /// 2.5.29.37.0
  private static let anyPurpose: [UInt8] = [0x55, 0x1d, 0x25, 0x00]

  /// keyUsage, where it is present, allows the signing of certificates.
  fileprivate var mayIssue: Bool { !hasKeyUsage || signsCertificates }

  /// extendedKeyUsage, where it is present, is for servers.
  fileprivate func serves(asIssuer isIssuer: Bool) -> Bool {
    guard let purposes else { return true }
    return purposes.contains(Self.serverAuthentication) || isIssuer && purposes.contains(Self.anyPurpose)
  }
}
