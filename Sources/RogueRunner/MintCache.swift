import RogueModel
import Synchronization

/// Mints most distinct hierarchies of one moment once: recently used ones are kept.
///
/// Worlds that embed responder URLs have unique salts and are not kept, because no later case needs them.
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

  /// So many are kept, twice: a reused one moves to the younger half, and the older half is dropped when that is full.
  private static let most = 128

  private struct Kept {
    private var younger: [Key: Hierarchy] = [:]
    private var older: [Key: Hierarchy] = [:]

    mutating func find(_ key: Key) -> Hierarchy? {
      if let hierarchy = younger[key] { return hierarchy }
      guard let hierarchy = older[key] else { return nil }
      add(hierarchy, key)
      return hierarchy
    }

    mutating func add(_ hierarchy: Hierarchy, _ key: Key) {
      if younger.count >= MintCache.most { (younger, older) = ([:], younger) }
      younger[key] = hierarchy
    }
  }

  private let minter: any HierarchyMinter
  private let kept = Mutex(Kept())

  init(_ minter: any HierarchyMinter) { self.minter = minter }

  func hierarchy(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy {
    guard request.responderBase == nil else { return try minter.mint(world, request) }
    let key = Key(
      certificates: world.certificates, keys: world.keys, logs: world.logs, domain: world.domain, request: request)
    if let hierarchy = kept.withLock({ $0.find(key) }) { return hierarchy }
    let hierarchy = try minter.mint(world, request)
    // Two tasks may have minted the same bytes; either will do.
    return kept.withLock { kept in
      if let earlier = kept.find(key) { return earlier }
      kept.add(hierarchy, key)
      return hierarchy
    }
  }
}
