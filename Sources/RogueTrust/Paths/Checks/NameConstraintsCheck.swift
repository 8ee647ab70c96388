internal import RogueModel

extension PathCheck {
  /// Every name of every certificate is one that all CAs above it may issue for. CAs that name themselves as their issuer are
  /// skipped, a leaf that does is not.
  ///
  /// - The anchor's constraints count (RFC 5937), because many CAs are constrained only by their relying parties.
  /// - Names are the subject, subjectAltName, and mailboxes in the subject; those RFC 5280 wants compared if there is no
  ///   subjectAltName, and here they always are. A common name is no host's name (RFC 9525, section 2), so none is constrained.
  /// - A name that a constraint cannot be applied to is refused, whether or not the constraint is critical.
  /// - Work is limited: constraints times names grows faster than any certificate of a server needs.
  static var nameConstraints: PathCheck {
    PathCheck("path/name-constraints", "RFC 5280, sections 4.2.1.10, 6.1.3 (b), (c)") { path in
      var work = mostComparisons
      return path.certificates.indices.compactMap { index -> TrustProblem? in
        let certificate = path.certificates[index]
        let issuers = path.certificates[(index + 1)...].compactMap(\.constraints)
        guard !issuers.isEmpty, index == 0 || !certificate.isSelfIssued else { return nil }
        let names = certificate.constrainedNames.map { (name: ComparedName($0), kinds: $0.kinds) }
        for constraints in issuers {
          work -= names.reduce(0) { $0 + constraints.cost($1.kinds) }
          guard work >= 0 else {
            return TrustProblem(.nameConstraint, "there are too many names to compare", index: index)
          }
          guard names.allSatisfy({ constraints.allow($0.name, $0.kinds) }) else {
            return TrustProblem(.nameConstraint, "a CA above it may not issue for one of its names", index: index)
          }
        }
        return nil
      }
    }
  }
}

extension PathCertificate {
  /// All names that constraints are about.
  fileprivate var constrainedNames: [CertificateName] {
    let subjects: [CertificateName] = subject.isEmpty ? [] : [.directory(subject)]
    return subjects + subject.mailboxes.map(CertificateName.mailbox) + names
  }
}

/// For one path.
private let mostComparisons = 1 << 20
