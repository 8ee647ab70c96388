internal import RogueOpenSSL
internal import Synchronization

/// Client contexts by identity: making one costs more than the rest of a connection's set-up.
final class ClientContexts: Sendable {
  static let shared = ClientContexts()
  /// Most attempts have no identity; the others' differ from hierarchy to hierarchy, so few are worth keeping.
  private static let capacity = 16

  private let contexts = Mutex<[TLSIdentity?: TLSContext]>([:])

  func context(identity: TLSIdentity?) throws(OpenSSLFailure) -> TLSContext {
    if let known = contexts.withLock({ $0[identity] }) { return known }
    let made = try TLSContext(client: TLSClientSettings(identity: identity))
    contexts.withLock { contexts in
      if contexts.count >= Self.capacity { contexts = contexts.filter { $0.key == nil } }
      contexts[identity] = made
    }
    return made
  }
}
