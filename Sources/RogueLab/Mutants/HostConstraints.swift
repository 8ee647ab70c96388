internal import RogueModel
internal import RogueTrust
internal import RogueValidators

/// A reading of the constraints on DNS names (RFC 5280, section 4.2.1.10), right or otherwise.
struct HostConstraints: Sendable {
  var readsPermitted = true
  var readsExcluded = true
  /// Exclusions count also where a CA permits something.
  var readsExcludedBesidePermitted = true
  /// Only those of the CA that has issued the leaf.
  var readsIssuerOnly = false
  /// Only the requested host is compared.
  var readsHostOnly = false
  /// Only the first dNSName is compared.
  var readsFirstOnly = false
  /// Wildcards are within every permitted subtree.
  var permitsWildcards = false
  /// Wildcards are compared with exclusions of the leaf's issuer alone.
  var wildcardsHeedIssuerOnly = false
  /// Wildcards are compared with exclusions as if the star were a label.
  var readsStarsAsText = false
  /// The letter case of names counts where they are compared with exclusions.
  var readsExclusionsAsWritten = false
  /// The letter case of wildcards counts where they are compared with exclusions.
  var readsExcludedWildcardsAsWritten = false
  /// A wildcard is within a permitted subtree if a name that it stands for is.
  var expandsStars = false
  /// A subtree holds every name that ends in its text.
  var comparesText = false

  /// Whether every name of the leaf that is looked at is one that the CAs may issue for.
  func allow(_ context: PolicyEvaluation) -> Bool {
    guard let leaf = context.path.first.flatMap({ CertificateFacts(der: $0) }) else { return false }
    let issuers = context.path.dropFirst().compactMap { CertificateFacts(der: $0) }
    var names = leaf.dnsNames
    if readsFirstOnly { names = Array(names.prefix(1)) }
    if readsHostOnly { names = context.host.map { [$0] } ?? [] }
    return issuers.enumerated().allSatisfy { place, issuer in
      guard place == 0 || !readsIssuerOnly else { return true }
      return names.allSatisfy { allow($0, by: issuer, isDirect: place == 0) }
    }
  }

  private func allow(_ written: String, by issuer: CertificateFacts, isDirect: Bool) -> Bool {
    let name = written.lowercased()
    let isWildcard = name.hasPrefix("*.")
    if readsPermitted, !issuer.permittedHosts.isEmpty, !(isWildcard && permitsWildcards),
      !issuer.permittedHosts.contains(where: {
        holds($0, name) || expandsStars && isWildcard && $0.lowercased().drop { $0 != "." } == name.dropFirst()
      })
    {
      return false
    }
    guard readsExcluded, readsExcludedBesidePermitted || !issuer.permitsSomeNames else { return true }
    if isWildcard, readsExcludedWildcardsAsWritten, written != name { return true }
    return !issuer.excludedHosts.contains { excluded in
      if readsExclusionsAsWritten ? written == excluded || written.hasSuffix("." + excluded) : holds(excluded, name) {
        return true
      }
      guard isWildcard, !readsStarsAsText, isDirect || !wildcardsHeedIssuerOnly else { return false }
      return excluded.lowercased().hasSuffix(name.dropFirst())
    }
  }

  private func holds(_ subtree: String, _ name: String) -> Bool {
    let subtree = subtree.lowercased()
    return name == subtree || name.hasSuffix((comparesText ? "" : ".") + subtree)
  }
}
