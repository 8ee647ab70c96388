internal import RogueModel
internal import RogueTrust
internal import RogueValidators

/// Fetches issuers that a server left out, from the URLs in certificates (caIssuers; RFC 5280, section 4.2.2.1).
///
/// A fetched certificate is a candidate for the path, and is checked as if it had been served.
struct IssuerFetch {
  /// Certificates that were fetched one above the other.
  private static let most = 4

  var environment: TrustEnvironment

  /// The issuers of the last certificate that was served, up to one whose issuer has the name of an anchor; DER.
  func issuers(of flight: ServerFlight, anchors: [[UInt8]]) -> [[UInt8]] {
    let names = Set(anchors.compactMap { CertificateFacts(der: $0)?.subject })
    var fetched: [[UInt8]] = []
    var last = flight.certificates.last.flatMap { CertificateFacts(der: $0) }
    while let certificate = last, fetched.count < Self.most, !names.contains(certificate.issuer) {
      guard let url = certificate.issuerURLs.first, let der = environment.fetcher.fetch(request(url)).success,
        let issuer = CertificateFacts(der: der), issuer.subject == certificate.issuer
      else { break }
      fetched.append(der)
      last = issuer
    }
    return fetched
  }

  private func request(_ url: String) -> FetchRequest {
    FetchRequest(url: url, timeoutMilliseconds: environment.fetchTimeoutMilliseconds)
  }
}

extension Rulebook {
  /// Those of a validator that fetches the issuers that a server leaves out, where the policy allows it.
  static let fetchingIssuers = Mutant(
    "fetches-issuers", "fetches issuers by caIssuers", replaces: Rule<PolicyEvaluation, [[UInt8]]>.served,
    where: { $0.policy.revocation.allowsNetwork },
    by: \.servedAndFetched
  ).rules
}

extension PolicyEvaluation {
  var servedAndFetched: [[UInt8]] {
    flight.certificates + IssuerFetch(environment: environment).issuers(of: flight, anchors: anchors)
  }

  /// Those of the served that came from caIssuers URLs.
  var fetched: ArraySlice<[UInt8]> { served.dropFirst(flight.certificates.count) }
}
