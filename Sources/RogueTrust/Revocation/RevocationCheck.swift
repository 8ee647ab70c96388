package import RogueModel

/// Queries every source about the certificates of a path, by the rules beside it.
package struct RevocationCheck: Sendable {
  package var sources: [RevocationSource]
  /// The source of staples.
  package var flight: ServerFlight
  /// DER.
  package var lists: [[UInt8]]
  /// The moment to judge by, in seconds since 1970.
  package let now: Int64
  package let rules: Rulebook
  let environment: TrustEnvironment
  /// The signers of CRLs whose own status is in question.
  var signers: Set<[UInt8]> = []

  package init(
    sources: [RevocationSource], flight: ServerFlight, lists: [[UInt8]], now: Int64, rules: Rulebook = Rulebook(),
    environment: TrustEnvironment
  ) {
    self.sources = sources
    self.flight = flight
    self.lists = lists
    self.now = now
    self.rules = rules
    self.environment = environment
  }

  /// - Parameter index: of a certificate of the path; not the last one, which has no issuer there.
  package func status(of index: Int, in path: [[UInt8]]) -> RevocationStatus {
    guard index + 1 < path.count else { return .unknown("the issuer is not known") }
    let question = StatusQuestion(
      check: self, path: path, index: index, certificate: path[index], issuer: path[index + 1])
    guard let memory = environment.revocationMemory else { return rules(.certificateStatus, question) }
    let known = RevocationMemory.Question(
      sources: sources, staple: rules(.stapleOfCertificate, question), lists: lists, now: now,
      rules: rules.about("revocation"), certificate: question.certificate, issuer: question.issuer, index: index,
      others: question.namesakesOfIssuer.isEmpty ? [] : path + flight.certificates, signers: signers)
    return memory.status(known) { rules(.certificateStatus, question) }
  }
}

/// A certificate of a path whose status is in question.
package struct StatusQuestion: Sendable {
  package var check: RevocationCheck
  let path: [[UInt8]]
  /// Its place in the path; 0 is the leaf.
  package let index: Int
  package let certificate: [UInt8]
  package let issuer: [UInt8]

  package var rules: Rulebook { check.rules }
  package var now: Int64 { check.now }
  package var facts: CertificateFacts? { CertificateFacts(der: certificate) }

  /// Nil if there is no such source for this certificate.
  package func answer(of source: RevocationSource) -> RevocationStatus? {
    switch source {
    case .staple: rules(.staple, self)
    case .listAtHand: rules(.listAtHand, self)
    case .responder: rules(.responder, self)
    case .fetchedList: rules(.fetchedList, self)
    }
  }

  func fetch(_ request: FetchRequest) -> FetchReply { check.environment.fetcher.fetch(request) }
}

extension FetchReply {
  var words: String {
    switch self {
    case .reply(let status, _): "HTTP status \(status)"
    case .failed(let why): why
    }
  }
}
