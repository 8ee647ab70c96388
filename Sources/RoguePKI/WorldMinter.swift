public import RogueModel

/// Mints worlds with libcrypto's primitives and its own DER writer.
///
/// The same seed, world and request give the same bytes, on any thread and in any order; only RSA keys come from
/// outside (`KeyPool`). What must never repeat between hierarchies follows from the request's salt.
public struct WorldMinter: HierarchyMinter {
  private let seed: String
  private let keys: KeyRing

  public init(seed: String, keyPool: KeyPool) {
    self.seed = seed
    keys = KeyRing(pool: keyPool)
  }

  /// - Throws: `minting` for what a loader should have refused (an issuer that is missing or its own ancestor, an
  ///   unknown defect, a URL without a responder), and for failures of libcrypto or of the key store.
  public func mint(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy {
    var builder = try HierarchyBuilder(
      world: world, request: request, derivation: Derivation(seed: seed, salt: request.salt), keys: keys)
    return try builder.build()
  }
}
