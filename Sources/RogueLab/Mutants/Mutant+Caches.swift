internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about what caches keep from one connection to the next.
  static let ofCaches: [Mutant] = [
    Mutant(
      "keeps-verdicts-without-staples", "caches what it accepts by host, certificates and policy, whatever is stapled",
      make: { KeepingVerdicts(PolicyValidator($0)) }),
    Mutant(
      "refuses-leaves-for-good", "refuses a leaf that it has refused at the host, whatever else has changed",
      make: { RefusingLeaves(PolicyValidator($0)) }),
    Mutant(
      "takes-validated-issuers-for-anchors", "adds the intermediates of an accepted path to its anchors",
      make: { environment in
        let issuers = SeenIssuers()
        var rules = Rulebook()
        rules.replace(.anchors, by: "takes-validated-issuers-for-anchors") { (question: PolicyEvaluation) in
          question.policy.roots + issuers.all
        }
        return KeepingIssuers(PolicyValidator(environment, rules: rules), environment, issuers)
      }),
    Mutant(
      "keeps-good-serials", "caches the status good by serial number, whoever issued the certificate",
      make: { environment in
        var own = environment
        own.revocationMemory = nil
        return PolicyValidator(own, rules: .keepingGoodSerials())
      }),
    Mutant(
      "queries-no-silent-responder-again", "queries nobody again who once did not reply",
      make: { environment in
        var own = environment
        own.fetcher = BackingOff(environment.fetcher)
        own.revocationMemory = nil
        return PolicyValidator(own)
      }
    ).uncaught(
      because: "without sockets a responder is new in each step; over sockets `revocation/ocsp-table` catches it"),
    Mutant(
      "recognises-what-it-refused", "stores the key of a host before it validates anything, and takes it from then on",
      make: { RecognisingKeys(PolicyValidator($0)) }
    ).uncaught(because: "the checks in their circumstances catch it: `before=learned` in `circumstances/history`"),
    Mutant(
      "ages-responses-from-their-arrival", "keeps a fetched OCSP response from its arrival as long as it counts in all",
      make: { environment in
        var own = environment
        own.revocationMemory = nil
        return PolicyValidator(own, rules: .agingFromArrival())
      }
    ).uncaught(because: "without sockets no response is kept; over sockets `session/time-table` catches it"),
    Mutant(
      "takes-seen-cas-for-anchors", "adds every CA certificate to its anchors that a server has sent",
      make: { environment in
        let issuers = SeenIssuers()
        var rules = Rulebook()
        rules.replace(.anchors, by: "takes-seen-cas-for-anchors") { (question: PolicyEvaluation) in
          question.policy.roots + issuers.all
        }
        return CollectingIssuers(PolicyValidator(environment, rules: rules), issuers)
      }),
    Mutant(
      "compares-names-until-one-fits", "compares no name with any certificate once a name has been right",
      make: { PolicyValidator($0, rules: .comparingNamesUntilOneFits()) }),
  ]
}

extension Rulebook {
  private typealias Status = Rule<StatusQuestion, RevocationStatus>

  /// Those of a validator that takes every certificate for good whose serial number one had that was.
  fileprivate static func keepingGoodSerials() -> Rulebook {
    let good = SeenCertificates()
    return Mutant("keeps-good-serials", "keeps good serial numbers", replaces: Status.certificateStatus) { question in
      guard let serial = question.facts?.serial else { return Status.certificateStatus.answer(question) }
      if good.contains(serial) { return .good }
      let status = Status.certificateStatus.answer(question)
      if status == .good { good.insert(serial) }
      return status
    }.rules
  }
}

extension Rulebook {
  private typealias Source = Rule<StatusQuestion, RevocationStatus?>
  private typealias Response = Rule<ResponseQuestion, RevocationStatus?>

  /// Those of a validator that keeps a good response for another `nextUpdate - thisUpdate` after its arrival.
  fileprivate static func agingFromArrival() -> Rulebook {
    let kept = Mutex<[[UInt8]: Int64]>([:])
    let arrived = Mutex<[[UInt8]: Int64]>([:])
    return Mutant("ages-from-arrival", "ages responses from their arrival", replaces: Source.responder) { question in
      let certificate = question.certificate
      if let end = kept.withLock({ $0[certificate] }), question.now <= end { return .good }
      let status = Source.responder.answer(question)
      if status == .good, let end = arrived.withLock({ $0[certificate] }) { kept.withLock { $0[certificate] = end } }
      return status
    }.replacing(Response.responseEnd) { question in
      if question.request != nil, let begin = question.statement?.thisUpdate, let end = question.statement?.nextUpdate {
        arrived.withLock { $0[question.certificate] = question.now + end - begin }
      }
      return Response.responseEnd.answer(question)
    }.rules
  }

  /// Those of a validator whose note that a name fits is never taken back.
  fileprivate static func comparingNamesUntilOneFits() -> Rulebook {
    let hasMatched = Mutex(false)
    return Mutant("compares-until-one-fits", "compares names until one fits", replaces: PolicyCheck.path) { question in
      let problems = question.findings.problems
      if question.policy.hostname != nil, !problems.contains(where: { $0.reason == .nameMismatch }) {
        hasMatched.withLock { $0 = true }
      }
      let isNoted = hasMatched.withLock(\.self)
      return problems.first { !isNoted || $0.reason != .nameMismatch }
    }.rules
  }
}

/// Knows hosts by their first key, whatever was decided about it, and validates only those that it does not know.
private final class RecognisingKeys: ChainValidator {
  private let validator: any ChainValidator
  private let known = Mutex<[String: [UInt8]]>([:])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard policy.firstUse != nil, let key = flight.certificates.first.flatMap({ CertificateFacts(der: $0) })?.spki
    else {
      return validator.judge(flight, policy: policy)
    }
    let first = known.withLock { known in
      defer { known[flight.host] = known[flight.host] ?? key }
      return known[flight.host]
    }
    return first == key ? .accept : validator.judge(flight, policy: policy)
  }
}

/// Notes the CA certificates of every flight.
private final class CollectingIssuers: ChainValidator {
  private let validator: any ChainValidator
  private let issuers: SeenIssuers

  init(_ validator: any ChainValidator, _ issuers: SeenIssuers) {
    self.validator = validator
    self.issuers = issuers
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    defer { issuers.add(flight.certificates.filter { CertificateFacts(der: $0)?.isCA == true }) }
    return validator.judge(flight, policy: policy)
  }
}

/// Does not look at what comes beside certificates that it has accepted.
private final class KeepingVerdicts: ChainValidator {
  private struct Key: Hashable {
    var host: String
    var certificates: [[UInt8]]
    var policy: AttemptPolicy
  }

  private let validator: any ChainValidator
  private let accepted = Mutex<Set<Key>>([])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let key = Key(host: flight.host, certificates: flight.certificates, policy: policy)
    if accepted.withLock({ $0.contains(key) }) { return .accept }
    let decision = validator.judge(flight, policy: policy)
    if decision == .accept { accepted.withLock { _ = $0.insert(key) } }
    return decision
  }
}

/// Repeats the refusal of a leaf.
private final class RefusingLeaves: ChainValidator {
  private struct Key: Hashable {
    var host: String
    var leaf: [UInt8]
  }

  private let validator: any ChainValidator
  private let refused = Mutex<[Key: ChainDecision]>([:])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let key = Key(host: flight.host, leaf: flight.certificates.first ?? [])
    if let known = refused.withLock({ $0[key] }) { return known }
    let decision = validator.judge(flight, policy: policy)
    if decision != .accept { refused.withLock { $0[key] = decision } }
    return decision
  }
}

/// CAs of accepted paths.
private final class SeenIssuers: Sendable {
  private let seen = Mutex<[[UInt8]]>([])

  var all: [[UInt8]] { seen.withLock(\.self) }

  func add(_ issuers: [[UInt8]]) {
    seen.withLock { seen in
      for issuer in issuers where !seen.contains(issuer) { seen.append(issuer) }
    }
  }
}

private final class KeepingIssuers: ChainValidator {
  private let validator: any ChainValidator
  private let environment: TrustEnvironment
  private let issuers: SeenIssuers

  init(_ validator: any ChainValidator, _ environment: TrustEnvironment, _ issuers: SeenIssuers) {
    self.validator = validator
    self.environment = environment
    self.issuers = issuers
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    guard decision == .accept else { return decision }
    // The first path to a real anchor, without the leaf and the anchor.
    let path = environment.paths.paths(served: flight.certificates, anchors: policy.roots).first ?? []
    issuers.add(Array(path.dropFirst().dropLast()))
    return decision
  }
}

private final class BackingOff: Fetcher {
  private let fetcher: any Fetcher
  private let silent = Mutex<Set<String>>([])

  init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

  func fetch(_ request: FetchRequest) -> FetchReply {
    if silent.withLock({ $0.contains(request.url) }) { return .failed("it gave no reply before") }
    let reply = fetcher.fetch(request)
    if case .failed = reply { silent.withLock { _ = $0.insert(request.url) } }
    return reply
  }
}
