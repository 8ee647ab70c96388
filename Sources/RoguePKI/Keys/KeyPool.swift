public import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// A store in which keys that are slow to make outlive the process, such as a folder of the user's cache.
///
/// The store must keep other users out (mode 0600). Several processes share it, so a name keeps the key that was stored
/// first: a process must not continue with a key that no other process will find.
public protocol KeyStore: Sendable {
  /// Nil when nothing is stored under the name.
  func load(_ name: String) throws(HarnessFailure) -> [UInt8]?
  /// Stores a key, unless another process has stored one under this name.
  ///
  /// - Parameter damaged: the bytes from `load` that are no key, which are replaced.
  /// - Returns: the bytes stored under the name now: these, or those of the process that came first.
  func add(_ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?) throws(HarnessFailure) -> [UInt8]
}

/// RSA keys, which take a tenth of a second each to make.
///
/// They are made once, kept by number in the store, and used again by every run. They are random and do not depend on
/// the seed: a run repeats bit by bit only with the same pool. A name has the number of its place in its world, so that
/// names of one world never share a key, but two worlds may.
public final class KeyPool: Sendable {
  private let store: any KeyStore
  private let keys = Mutex<[String: PrivateKey]>([:])

  public init(store: any KeyStore) { self.store = store }

  /// The key of this kind with this number. Threads that need a missing key wait until one of them has made it.
  func key(_ kind: RSAKeyKind, _ index: Int) throws(HarnessFailure) -> PrivateKey {
    try keys.withLock { (keys) throws(HarnessFailure) -> PrivateKey in
      let name = "\(kind.name)-\(index).p8"
      if let key = keys[name] { return key }
      let stored = try store.load(name)
      if let key = stored.flatMap({ Self.key($0, kind) }) {
        keys[name] = key
        return key
      }
      do {
        let made = try PrivateKey.generate(.rsa(bits: kind.bits, exponent: kind.exponent, primes: kind.primes))
        // libcrypto makes keys of an even number of bits only.
        guard made.bits == kind.bits else {
          throw HarnessFailure(.minting, "an RSA key has \(made.bits) bits instead of \(kind.bits)")
        }
        let kept = try store.add(name, try made.pkcs8(), replacing: stored)
        guard let key = Self.key(kept, kind) else {
          throw HarnessFailure(.minting, "the key that another process has stored as '\(name)' cannot be read")
        }
        keys[name] = key
        return key
      } catch let failure as HarnessFailure {
        throw failure
      } catch {
        throw HarnessFailure(.minting, "cannot make an RSA key", underlying: "\(error)")
      }
    }
  }

  /// Nil when the bytes are no RSA key of this kind.
  private static func key(_ bytes: [UInt8], _ kind: RSAKeyKind) -> PrivateKey? {
    (try? PrivateKey(pkcs8: bytes)).flatMap { $0.isRSA && $0.bits == kind.bits ? $0 : nil }
  }
}
