internal import RogueModel
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

/// Accepts if some path matches the pins, and some path, whichever, has no revoked certificate.
struct SeparatingStatus: ChainValidator {
  var reference: any ChainValidator
  var withoutPins: any ChainValidator
  var withoutStatus: any ChainValidator

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = reference.judge(flight, policy: policy)
    guard decision != .accept, !policy.pinSets.isEmpty, policy.revocation.mode != .off else { return decision }
    let isMatched = withoutStatus.judge(flight, policy: policy) == .accept
    return isMatched && withoutPins.judge(flight, policy: policy) == .accept ? .accept : decision
  }
}

/// Accepts if each pin set matches some path, whichever.
struct SeparatingSets: ChainValidator {
  var reference: any ChainValidator

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = reference.judge(flight, policy: policy)
    guard decision != .accept, policy.pinSets.count > 1 else { return decision }
    let areMatched = policy.pinSets.allSatisfy { set in
      var single = policy
      single.pinSets = [set]
      return reference.judge(flight, policy: single) == .accept
    }
    return areMatched ? .accept : decision
  }
}

/// Compares the name that it was given first with the certificates of all hosts.
final class KeepingName: ChainValidator {
  private let validator: any ChainValidator
  private let name = Mutex<String?>(nil)

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let host = policy.hostname else { return validator.judge(flight, policy: policy) }
    var kept = policy
    kept.hostname = name.withLock { name in
      name = name ?? host
      return name
    }
    return validator.judge(flight, policy: kept)
  }
}

/// Refuses a host that it has refused before, whatever it shows.
final class Resenting: ChainValidator {
  private let validator: any ChainValidator
  private let refused = Mutex<[String: ChainDecision]>([:])

  init(_ validator: any ChainValidator) { self.validator = validator }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let decision = validator.judge(flight, policy: policy)
    return refused.withLock { refused in
      if decision != .accept { refused[flight.host] = decision }
      return refused[flight.host] ?? decision
    }
  }
}

/// Fetches no status of a leaf if it has fetched one of another leaf with the serial number.
final class RememberingSerials: ChainValidator {
  private let first: any ChainValidator
  private let later: any ChainValidator
  private let good = Mutex<[[UInt8]: [UInt8]]>([:])

  init(_ first: any ChainValidator, _ later: any ChainValidator) {
    self.first = first
    self.later = later
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let leaf = flight.certificates.first, let serial = CertificateFacts(der: leaf)?.serial,
      policy.revocation.mode == .require, policy.revocation.methods.contains(.ocspFetch)
    else { return first.judge(flight, policy: policy) }
    if let known = good.withLock({ $0[serial] }), known != leaf { return later.judge(flight, policy: policy) }
    let decision = first.judge(flight, policy: policy)
    if decision == .accept { good.withLock { $0[serial] = leaf } }
    return decision
  }
}
