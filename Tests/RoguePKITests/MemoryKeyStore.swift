import RogueModel
import RoguePKI
import Synchronization

/// Keeps keys for the length of a test run.
final class MemoryKeyStore: KeyStore {
  private let stored = Mutex<[String: [UInt8]]>([:])

  init(_ stored: [String: [UInt8]] = [:]) { self.stored.withLock { $0 = stored } }

  func load(_ name: String) -> [UInt8]? { stored.withLock { $0[name] } }

  func add(_ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?) -> [UInt8] {
    stored.withLock { stored in
      if let kept = stored[name], kept != damaged { return kept }
      stored[name] = bytes
      return bytes
    }
  }

  var names: [String] { stored.withLock { $0.keys.sorted() } }
}
