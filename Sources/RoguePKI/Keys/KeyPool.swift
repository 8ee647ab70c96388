public import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// A store in which keys that are slow to make outlive the process, such as a folder of the user's cache.
///
/// The store must keep other users out (mode 0600) and replace files atomically.
public protocol KeyStore: Sendable {
  /// Nil when nothing is stored under the name.
  func load(_ name: String) throws(HarnessFailure) -> [UInt8]?
  func save(_ name: String, _ bytes: [UInt8]) throws(HarnessFailure)
}

/// RSA keys, which take a tenth of a second each to make.
///
/// They are made once, kept by number in the store, and used again by every run. They are random and do not depend on
/// the seed: a run repeats bit by bit only with the same pool. Names of one world never share a key, but two worlds may.
public final class KeyPool: Sendable {
  /// How many keys worlds share at least; a world with more names than that makes the pool grow.
  let size: Int
  private let store: any KeyStore
  private let keys = Mutex<[String: PrivateKey]>([:])

  public init(store: any KeyStore, size: Int = 8) {
    self.store = store
    self.size = max(1, size)
  }

  /// The key of this kind with this number. Threads that ask for a missing key wait until one of them has made it.
  func key(_ kind: RSAKeyKind, _ index: Int) throws(HarnessFailure) -> PrivateKey {
    try keys.withLock { (keys) throws(HarnessFailure) -> PrivateKey in
      let name = "\(kind.name)-\(index).p8"
      if let key = keys[name] { return key }
      if let stored = try store.load(name), let key = try? PrivateKey(pkcs8: stored), key.isRSA, key.bits == kind.bits {
        keys[name] = key
        return key
      }
      do {
        let key = try PrivateKey.generate(.rsa(bits: kind.bits, exponent: kind.exponent, primes: kind.primes))
        // libcrypto makes keys of an even number of bits, whatever it is asked for.
        guard key.bits == kind.bits else {
          throw HarnessFailure(.minting, "an RSA key has \(key.bits) bits instead of \(kind.bits)")
        }
        try store.save(name, try key.pkcs8())
        keys[name] = key
        return key
      } catch let failure as HarnessFailure {
        throw failure
      } catch {
        throw HarnessFailure(.minting, "cannot make an RSA key", underlying: "\(error)")
      }
    }
  }
}
