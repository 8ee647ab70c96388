internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// The keys of one seed (that of the derivations it is given), made on first use.
///
/// Elliptic-curve keys are cheap but not free (a P-384 key costs half a millisecond), and a run needs the same ones
/// again for every mutation of a world, so the ring remembers a bounded number.
final class KeyRing: Sendable {
  private struct Identity: Hashable {
    var salt: String
    var name: String
    var type: KeyType
  }

  private static let capacity = 4096
  private let pool: KeyPool
  private let remembered = Mutex<[Identity: SigningKey]>([:])

  init(pool: KeyPool) { self.pool = pool }

  /// The key of a name.
  /// - Parameters:
  ///   - place: the name's place among all names of its world that have a key, which is an RSA key's number: that keeps
  ///     the keys of one world apart, and a name that seldom has a slow one makes no more of them with another seed.
  func key(
    _ name: String, _ type: KeyType, salt: String, place: Int, _ derivation: Derivation
  ) throws(HarnessFailure) -> SigningKey {
    var identity = Identity(salt: salt, name: name, type: type)
    if type.rsa != nil { identity = Identity(salt: "", name: "\(place)", type: type) }
    if let key = remembered.withLock({ $0[identity] }) { return key }
    let key: SigningKey
    do {
      let secret = derivation.bytes("key \(type.rawValue)", name)
      switch type {
      case .p192: key = try .elliptic(.p192, secret: secret)
      case .p224: key = try .elliptic(.p224, secret: secret)
      case .p256: key = try .elliptic(.p256, secret: secret)
      case .p384: key = try .elliptic(.p384, secret: secret)
      case .p521: key = try .elliptic(.p521, secret: secret)
      case .ed25519: key = try .edwards(.ed25519, secret: secret)
      case .ed448: key = try .edwards(.ed448, secret: secret)
      case .rsa512, .rsa768, .rsa1024, .rsa2048, .rsaPSS2048, .rsaExponent3, .rsa2050, .rsa3072, .rsa4096,
        .rsa8192:
        key = try .rsa(try pool.key(type.rsa ?? RSAKeyKind(bits: 2048), place), type: type)
      }
    } catch let failure as HarnessFailure {
      throw failure
    } catch {
      throw HarnessFailure(.minting, "cannot make the key of \(name)", underlying: "\(error)")
    }
    remembered.withLock { keys in
      if keys.count >= Self.capacity { keys.removeAll(keepingCapacity: true) }
      keys[identity] = key
    }
    return key
  }
}
