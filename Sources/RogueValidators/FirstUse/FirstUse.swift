internal import RogueModel
internal import RogueTrust
internal import Synchronization

/// Trust on first use: remembers the key of the first leaf of a host, and refuses every other key.
///
/// Another validator checks the path, before anything is learned and every time after. Outside of conversations about
/// first use it remembers nothing.
final class FirstUse: ChainValidator {
  private let validator: any ChainValidator
  private let memory: FirstUseMemory
  /// By host, without case and final dot.
  private let known = Mutex<[String: [UInt8]]>([:])

  init(_ validator: any ChainValidator, memory: FirstUseMemory = FirstUseMemory()) {
    self.validator = validator
    self.memory = memory
  }

  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    guard let firstUse = policy.firstUse else { return validator.judge(flight, policy: policy) }
    let host = HostName.plain(flight.host)
    let earlier = known.withLock { $0[host] }
    let decision =
      memory.needsPath || earlier != nil ? validator.judge(flight, policy: policy) : ChainDecision.accept
    guard let mark = memory.mark(of: flight) else { return refusal(decision, "the leaf cannot be read") }
    guard let earlier else {
      guard firstUse == .learn else { return refusal(decision, "nothing is known of the host yet") }
      if decision == .accept || memory.learnsRefused { learn(mark, host) }
      return decision
    }
    if earlier == mark { return decision }
    if memory.learnsChanges { learn(mark, host) }
    return refusal(decision, "the host showed another key on first use")
  }

  private func learn(_ mark: [UInt8], _ host: String) { known.withLock { $0[host] = mark } }

  /// What is wrong with the path is said first.
  private func refusal(_ decision: ChainDecision, _ detail: String) -> ChainDecision {
    decision == .accept ? .cancel(.pinMismatch, detail: detail) : decision
  }
}

/// What it remembers about a host, and when. By default everything is right.
struct FirstUseMemory: Sendable {
  /// By what a leaf is known again.
  enum Mark: Sendable, Hashable { case key, certificate, subject, issuer }

  var knowsBy = Mark.key
  /// A host becomes known only by a flight that is good otherwise.
  var needsPath = true
  /// What is refused for being another key takes the place of what was known.
  var learnsChanges = false
  /// What is refused for its path becomes known.
  var learnsRefused = false

  /// Nil: there is no leaf that can be parsed.
  func mark(of flight: ServerFlight) -> [UInt8]? {
    guard let leaf = flight.certificates.first, let facts = CertificateFacts(der: leaf) else { return nil }
    switch knowsBy {
    case .key: return facts.spki
    case .certificate: return leaf
    case .subject: return facts.subject
    case .issuer: return facts.issuer
    }
  }
}
