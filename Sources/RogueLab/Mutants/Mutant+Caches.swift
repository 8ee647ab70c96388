internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about what caches keep from one connection to the next; cells of tables have to catch them.
  static let tableCaches: [Mutant] = [
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
    ).uncaught(because: "no responder is silent at first and answers later"),
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
