internal import RogueModel
internal import Synchronization

/// The credentials that an application stored permanently, by protection space. A system presents them without a
/// challenge (assumed).
///
/// Lives as long as a conversation, which models one application with its keychain.
final class StoredCredentials: Sendable {
  private struct Space: Hashable {
    var host: String
    var port: UInt16
    var method: AuthenticationMethod
  }

  private let known = Mutex<[Space: Credential]>([:])

  func credential(for space: ProtectionSpace) -> Credential? { known.withLock { $0[Self.key(space)] } }

  /// Keeps a credential that is permanent; others are for this time alone.
  func store(_ credential: Credential, for space: ProtectionSpace) {
    guard case .identity(_, _, isPermanent: true) = credential else { return }
    known.withLock { $0[Self.key(space)] = credential }
  }

  private static func key(_ space: ProtectionSpace) -> Space {
    Space(host: space.host, port: space.port, method: space.method)
  }
}
