internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// The results of revocation checks, for environments in which nothing changes: many validators of the same
/// server need not repeat the same queries.
public final class RevocationMemory: Sendable {
  struct Question: Hashable {
    var sources: [RevocationSource]
    var staple: [UInt8]?
    var lists: [[UInt8]]
    var now: Int64
    var rules: Rulebook
    var certificate: [UInt8]
    var issuer: [UInt8]
    var index: Int
    /// All certificates, if others with the issuer's name may have signed its CRLs; without them the rest of a flight decides nothing.
    var others: [[UInt8]]
    var signers: Set<[UInt8]>

    /// A certificate ends in its signature, which no other has; equality looks at the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(sources)
      hasher.combine(index)
      hasher.combine(rules)
      hasher.combine(certificate.ending)
    }
  }

  private let found = Mutex<[Question: RevocationStatus]>([:])

  public init() {}

  func status(_ question: Question, else find: () -> RevocationStatus) -> RevocationStatus {
    if let status = found.withLock({ $0[question] }) { return status }
    let status = find()
    found.withLock { $0[question] = status }
    return status
  }
}
