/// Why a validator cancelled; the closed list of the adapter contract (docs/reference/adapters.md).
public enum Reason: String, Hashable, Sendable, CaseIterable, Comparable {
  case untrusted
  case expired
  case notYetValid = "not-yet-valid"
  case nameMismatch = "name-mismatch"
  case revoked
  case revocationUnknown = "revocation-unknown"
  case pinMismatch = "pin-mismatch"
  case badSignature = "bad-signature"
  case proofOfPossession = "proof-of-possession"
  case notACA = "not-a-ca"
  case pathLength = "path-length"
  case nameConstraint = "name-constraint"
  case keyUsage = "key-usage"
  case `extension`
  case weakCrypto = "weak-crypto"
  case transparency
  case malformed
  case clientIdentity = "client-identity"
  case `protocol`
  /// The protocol version that the server selected, not another fault of the handshake.
  case version
  case configuration
  case other

  public static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
}
