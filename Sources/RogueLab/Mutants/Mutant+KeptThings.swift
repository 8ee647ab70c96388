internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

extension Mutant {
  /// Wrong about what it keeps from one connection to the next; cells of tables have to catch them.
  static let ofKeptThings: [Mutant] = [
    Mutant(
      "finds-certificates-by-issuer-and-serial",
      "looks up presented certificates in a cache of accepted ones by issuer and serial number, and validates the cached one",
      make: { CertificateCache(PolicyValidator($0)) }),
    Mutant(
      "reads-denials-once",
      "asks for the user's decision about a certificate only the first time that it meets the certificate",
      make: { environment in
        let undenied = UndeniedCertificates()
        var rules = Rulebook()
        rules.replace(PolicyCheck.deniedCertificates, by: "reads-denials-once") { question in
          let path = question.findings.path
          let place = path.firstIndex { question.policy.platform.denied.contains($0) && !undenied.contains($0) }
          guard let denied = place else {
            undenied.insert(path)
            return nil
          }
          return TrustProblem(.untrusted, "the user has denied it", index: denied)
        }
        return PolicyValidator(environment, rules: rules)
      }
    ).uncaught(because: "the checks in their circumstances catch it: `before=accepted` in `circumstances/history`"),
    Mutant(
      "keeps-crls-until-their-end",
      "keeps the first CRLs of an issuer until their nextUpdate, and reads no newer one that the policy brings before",
      make: { given in
        var environment = given
        // What is remembered here would be remembered there for other conversations.
        environment.revocationMemory = nil
        let kept = KeptLists()
        var rules = Rulebook()
        rules.replace(
          Rule<StatusQuestion, RevocationStatus?>.listAtHand, by: "keeps-crls-until-their-end"
        ) { question in
          var own = question
          if !question.check.lists.isEmpty, let lists = kept.lists(of: question.issuer, at: question.now) {
            own.check.lists = lists
          }
          let status = Rule<StatusQuestion, RevocationStatus?>.listAtHand.answer(own)
          if let status, status == .good { kept.keep(own.check.lists, of: question.issuer) }
          return status
        }
        return PolicyValidator(environment, rules: rules)
      }),
    Mutant(
      "keeps-pins-of-all-calls",
      "adds the pins of each call to those of earlier calls for the same host, so that a pin that was taken out still fits",
      make: { environment in
        let known = PinsOfAllCalls()
        var rules = Rulebook()
        rules.replace(PolicyCheck.pins, by: "keeps-pins-of-all-calls") { question in
          for set in question.pinSets {
            let pins = known.adding(set.any, for: HostName.ascii(set.host))
            guard pins.contains(where: { $0.fits(question.findings.path) }) else {
              return TrustProblem(.pinMismatch, "no pin for \(set.host) matches the path")
            }
          }
          return nil
        }
        return PolicyValidator(environment, rules: rules)
      }),
    Mutant(
      "keeps-entries-of-logs",
      "keeps what it first read about a log, and does not see a later retirement",
      make: { environment in
        let known = KnownLogs()
        var rules = Rulebook()
        rules.replace(PolicyCheck.transparency, by: "keeps-entries-of-logs") { question in
          guard let asked = question.policy.transparency else { return nil }
          var own = question
          own.policy.transparency?.logs = asked.logs.map(known.first)
          return PolicyCheck.transparency.answer(own)
        }
        return PolicyValidator(environment, rules: rules)
      }),
    Mutant(
      "tries-the-last-good-path-alone",
      "tries for a leaf that it knows only the path by which the leaf was good last time",
      make: { environment in
        let known = GoodPaths()
        let right = Rule<PolicyEvaluation, ChainDecision>.decision
        var rules = Rulebook()
        rules.replace(right, by: "tries-the-last-good-path-alone") { evaluation in
          guard let leaf = evaluation.served.first else { return right.answer(evaluation) }
          // Only if the server still presents it, so that nothing else is different.
          if let path = known[leaf], path.dropLast().allSatisfy({ evaluation.served.contains($0) }) {
            guard let refusal = evaluation.refusal(of: evaluation.findings(along: path)) else { return .accept }
            return .cancel(refusal.reason, detail: refusal.description)
          }
          let first = evaluation.paths.first { evaluation.refusal(of: evaluation.findings(along: $0)) == nil }
          guard let good = first else { return right.answer(evaluation) }
          known[leaf] = good
          return .accept
        }
        return PolicyValidator(environment, rules: rules)
      }
    ).uncaught(
      because: "the checks in their circumstances catch it: `check=healthy-known-host` in `circumstances/extensions`"),
    Mutant(
      "knows-keys-by-address",
      "stores the learned key under the server's address, so that another host there with a key of its own is refused",
      make: { KeyOfAddress(PolicyValidator($0)) }),
    Mutant(
      "knows-hosts-by-key-identifier",
      "remembers a host on first use by the subjectKeyIdentifier of its leaf, whatever the key is",
      replaces: Rule<ServerFlight, [UInt8]?>.mark,
      by: { flight in
        guard let leaf = flight.certificates.first, let facts = CertificateFacts(der: leaf) else { return nil }
        return facts.keyIdentifier ?? facts.spki
      }),
    Mutant(
      "compares-dates-of-cas-once",
      "compares the dates of a CA certificate only until a path through it was good",
      make: { environment in
        let known = GoodIssuers()
        var rules = Rulebook()
        rules.replace(PolicyCheck.path, by: "compares-dates-of-cas-once") { question in
          let (path, problems) = (question.findings.path, question.findings.problems)
          if problems.isEmpty { known.insert(Array(path.dropFirst())) }
          return problems.first { problem in
            guard problem.reason == .expired, let index = problem.index, index > 0, path.indices.contains(index) else {
              return true
            }
            return !known.contains(path[index])
          }
        }
        return PolicyValidator(environment, rules: rules)
      }
    ),
  ]
}

private final class CertificateCache: ChainValidator {
  struct Number: Hashable, Sendable {
    var issuer: [UInt8]
    var serial: [UInt8]

    init?(_ der: [UInt8]) {
      guard let facts = CertificateFacts(der: der) else { return nil }
      issuer = facts.issuer
      serial = facts.serial
    }
  }

  private let validator: PolicyValidator
  private let known = Mutex<[Number: [UInt8]]>([:])

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    var cached = flight
    cached.certificates = flight.certificates.map { der in
      guard let number = Number(der) else { return der }
      return known.withLock { $0[number] } ?? der
    }
    let decision = validator.judge(cached, policy: policy)
    if decision == .accept {
      for der in cached.certificates {
        guard let number = Number(der) else { continue }
        known.withLock { $0[number] = der }
      }
    }
    return decision
  }
}

private final class UndeniedCertificates: Sendable {
  private let certificates = Mutex<Set<[UInt8]>>([])

  func contains(_ der: [UInt8]) -> Bool { certificates.withLock { $0.contains(der) } }
  func insert(_ path: [[UInt8]]) { certificates.withLock { $0.formUnion(path) } }
}

private final class KeptLists: Sendable {
  private let stored = Mutex<[[UInt8]: [[UInt8]]]>([:])

  /// Those of a CA, if none of them has expired.
  func lists(of issuer: [UInt8], at now: Int64) -> [[UInt8]]? {
    guard let known = stored.withLock({ $0[issuer] }) else { return nil }
    let areCurrent = known.allSatisfy { der in
      guard let end = RevocationList.reading(der)?.nextUpdate else { return false }
      return end > now
    }
    return areCurrent ? known : nil
  }

  func keep(_ known: [[UInt8]], of issuer: [UInt8]) { stored.withLock { $0[issuer] = known } }
}

private final class PinsOfAllCalls: Sendable {
  private let pins = Mutex<[String: [AttemptPolicy.Pin]]>([:])

  func adding(_ more: [AttemptPolicy.Pin], for host: String) -> [AttemptPolicy.Pin] {
    pins.withLock { pins in
      let all = (pins[host] ?? []) + more
      pins[host] = all
      return all
    }
  }
}

private final class KnownLogs: Sendable {
  private let logs = Mutex<[[UInt8]: AttemptPolicy.Log]>([:])

  /// The entry about this log that came first.
  func first(_ log: AttemptPolicy.Log) -> AttemptPolicy.Log {
    logs.withLock { logs in
      if let known = logs[log.spki] { return known }
      logs[log.spki] = log
      return log
    }
  }
}

private final class GoodPaths: Sendable {
  private let paths = Mutex<[[UInt8]: [[UInt8]]]>([:])

  subscript(leaf: [UInt8]) -> [[UInt8]]? {
    get { paths.withLock { $0[leaf] } }
    set { paths.withLock { $0[leaf] = newValue } }
  }
}

/// Stands behind the right first use, which it only makes stricter. All servers of a conversation have one address.
private final class KeyOfAddress: ChainValidator {
  private let validator: PolicyValidator
  private let known = Mutex<[UInt8]?>(nil)

  init(_ validator: PolicyValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    guard let firstUse = policy.firstUse, decision == .accept, let leaf = flight.certificates.first,
      let key = CertificateFacts(der: leaf)?.spki
    else { return decision }
    let isSame = known.withLock { mark -> Bool in
      if let mark { return mark == key }
      if firstUse == .learn { mark = key }
      return true
    }
    return isSame ? decision : .cancel(.pinMismatch, detail: "the address showed another key on first use")
  }
}

private final class GoodIssuers: Sendable {
  private let certificates = Mutex<Set<[UInt8]>>([])

  func contains(_ der: [UInt8]) -> Bool { certificates.withLock { $0.contains(der) } }
  func insert(_ issuers: [[UInt8]]) { certificates.withLock { $0.formUnion(issuers) } }
}
