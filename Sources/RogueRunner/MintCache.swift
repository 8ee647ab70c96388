import RogueModel
import Synchronization

/// Mints each distinct hierarchy of one moment once.
///
/// When dates count from a later moment, what was minted for earlier ones is forgotten: no later conversation begins
/// then. Worlds that embed responder URLs have unique salts and are not kept, because no later case needs them.
final class MintCache: Sendable {
  private struct Key: Hashable {
    var certificates: [CertificateRecipe]
    var keys: [String]
    var logs: [LogRecipe]
    var domain: String
    var request: MintRequest

    /// Worlds have dozens of certificates with dozens of fields; their number has to do, and equality looks at the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(certificates.count)
      hasher.combine(domain)
      hasher.combine(request.salt)
      hasher.combine(request.keyType)
    }
  }

  private struct Kept {
    /// The latest that anything was minted for.
    var moment = Timestamp(secondsSince1970: .min)
    var hierarchies: [Key: Hierarchy] = [:]
  }

  private let minter: any HierarchyMinter
  private let kept = Mutex(Kept())

  init(_ minter: any HierarchyMinter) { self.minter = minter }

  func hierarchy(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy {
    guard request.responderBase == nil else { return try minter.mint(world, request) }
    let key = Key(
      certificates: world.certificates, keys: world.keys, logs: world.logs, domain: world.domain, request: request)
    if let hierarchy = kept.withLock({ $0.hierarchies[key] }) { return hierarchy }
    let hierarchy = try minter.mint(world, request)
    // Two tasks may have minted the same bytes; either will do.
    return kept.withLock { kept in
      if let earlier = kept.hierarchies[key] { return earlier }
      if request.clock > kept.moment {
        kept.moment = request.clock
        kept.hierarchies.removeAll(keepingCapacity: true)
      }
      if request.clock == kept.moment { kept.hierarchies[key] = hierarchy }
      return hierarchy
    }
  }
}
