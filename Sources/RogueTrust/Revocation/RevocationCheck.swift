public import RogueModel
internal import RogueOpenSSL

/// Queries every source about the certificates of a path.
///
/// A response that says revoked decides, stale or not. A response that says good counts if it is signed, current and
/// about this certificate. Anything else is not a response.
public struct RevocationCheck: Sendable {
  public var sources: [RevocationSource]
  /// The source of staples.
  public var flight: ServerFlight
  /// DER.
  public var lists: [[UInt8]]
  /// The moment to judge by, in seconds since 1970.
  public var now: Int64
  public var rules: RevocationRules
  private let fetcher: any Fetcher
  let timeoutMilliseconds: Int
  private let memory: RevocationMemory?

  public init(
    sources: [RevocationSource], flight: ServerFlight, lists: [[UInt8]], now: Int64,
    rules: RevocationRules = RevocationRules(), environment: TrustEnvironment
  ) {
    self.sources = sources
    self.flight = flight
    self.lists = lists
    self.now = now
    self.rules = rules
    fetcher = environment.fetcher
    timeoutMilliseconds = environment.fetchTimeoutMilliseconds
    memory = environment.revocationMemory
  }

  /// - Parameter index: of a certificate of the path; not the last one, which has no issuer there.
  public func status(of index: Int, in path: [[UInt8]]) -> RevocationStatus {
    guard index + 1 < path.count else { return .unknown("the issuer is not known") }
    let certificate = path[index]
    let issuer = path[index + 1]
    guard let memory else { return status(of: index, certificate, issuer) }
    let question = RevocationMemory.Question(
      sources: sources, staple: staple(of: index, certificate), lists: lists, now: now, rules: rules,
      certificate: certificate, issuer: issuer, index: index)
    return memory.status(question) { status(of: index, certificate, issuer) }
  }

  private func status(of index: Int, _ certificate: [UInt8], _ issuer: [UInt8]) -> RevocationStatus {
    if !rules.refusesMissingResponder, sources.contains(.responder),
      CertificateFacts(der: certificate)?.ocspURLs.isEmpty == true
    {
      return .good
    }
    if !rules.refusesMissingPoint, needsNoList(certificate, issuer) { return .good }
    var isGood = false
    var doubts: [String] = []
    for source in sources {
      // A stored status may still revoke; further queries are unnecessary once a source has the status good.
      if isGood && source.requiresNetwork { break }
      switch answer(of: source, about: certificate, index, issuer) {
      case .good?:
        isGood = true
        if !rules.checksAllSources { return .good }
      case .revoked(let detail)?: return .revoked(detail)
      case .unknown(let doubt)?:
        doubts.append(doubt)
        if !rules.asksFurther || !rules.readsPastGarbledStaples && isGarbled(source, of: index, certificate) {
          return .unknown(doubt)
        }
      case nil: continue
      }
    }
    if isGood { return .good }
    return .unknown(doubts.isEmpty ? "no source of revocation status answered" : doubts.joined(separator: "; "))
  }

  /// Nil if there is no such source for this certificate.
  private func answer(
    of source: RevocationSource, about certificate: [UInt8], _ index: Int, _ issuer: [UInt8]
  ) -> RevocationStatus? {
    switch source {
    case .staple:
      if let staple = staple(of: index, certificate) {
        guard rules.readsStaples else { return .good }
        return read(staple, "the staple", certificate, issuer)
      }
      // Few servers staple for more than the leaf: there, that nothing came says nothing.
      guard index == 0 else { return nil }
      return rules.refusesMissingStaple ? .unknown("nothing was stapled") : .good
    case .listAtHand where index > 0 && !rules.looksUpIssuers, .fetchedList where index > 0 && !rules.looksUpIssuers:
      return .good
    case .listAtHand:
      return lists.isEmpty
        ? nil : read(lists: rules.readsEveryList ? lists : Array(lists.prefix(1)), certificate, issuer)
    case .responder:
      guard let url = CertificateFacts(der: certificate)?.ocspURLs.first else { return nil }
      return ask(url, certificate, issuer)
    case .fetchedList: return readFetchedLists(certificate, issuer)
    }
  }

  /// Whether CRLs are required, and neither the certificate nor the policy has one of its issuer.
  private func needsNoList(_ certificate: [UInt8], _ issuer: [UInt8]) -> Bool {
    guard sources.contains(.listAtHand) || sources.contains(.fetchedList) else { return false }
    let name = CertificateFacts(der: issuer)?.subject
    return CertificateFacts(der: certificate)?.crlURLs.isEmpty == true
      && !lists.contains { (try? CRLFacts(der: $0))?.issuer == name }
  }

  /// Whether it is a staple that cannot be decoded.
  private func isGarbled(_ source: RevocationSource, of index: Int, _ certificate: [UInt8]) -> Bool {
    guard source == .staple, let staple = staple(of: index, certificate) else { return false }
    return (try? OCSPResponseReader(der: staple)) == nil
  }

  private func staple(of index: Int, _ certificate: [UInt8]) -> [UInt8]? {
    rules.findsStaplesByCertificate ? flight.staple(with: certificate) : flight.staples[index]
  }

  func fetch(_ request: FetchRequest) -> FetchReply { fetcher.fetch(request) }

  private func ask(_ url: String, _ certificate: [UInt8], _ issuer: [UInt8]) -> RevocationStatus {
    let nonce = (0..<16).map { _ in UInt8.random(in: 0...255) }
    guard let question = try? OCSPQuestion.der(about: certificate, issuer: issuer, nonce: nonce) else {
      return .unknown("no OCSP request could be made")
    }
    let request = FetchRequest(
      url: url, method: .post(contentType: "application/ocsp-request", body: question),
      timeoutMilliseconds: timeoutMilliseconds)
    let reply = fetch(request)
    guard let body = reply.success else {
      if case .failed = reply, !rules.refusesSilence { return .good }
      if case .reply = reply, !rules.refusesGarbage { return .good }
      return .unknown("no answer from the responder: \(reply.words)")
    }
    return read(body, "the responder's answer", certificate, issuer, question: question)
  }
}

extension FetchReply {
  var words: String {
    switch self {
    case .reply(let status, _): "HTTP status \(status)"
    case .failed(let why): why
    }
  }
}
