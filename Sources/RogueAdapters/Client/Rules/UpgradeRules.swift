package import RogueModel

/// Why TLS should not begin in a protocol that starts in plaintext.
package struct UpgradeObstacle {
  package enum Kind: Hashable, CaseIterable, Sendable {
    /// The server greets the client as logged in.
    case loggedIn
    case notOffered
    case refused
    /// Bytes came in plaintext after the consent to TLS.
    case injected
  }

  package var kind: Kind
  package var language: StartTLSRecipe.Language
}

extension Rule where Question == UpgradeObstacle, Answer == Bool {
  /// Whether the client continues all the same.
  package static var continues: Self {
    Self("upgrade-obstacle", "RFC 3207, section 4; RFC 9051, section 6.2.1") { _ in false }
  }
}
