/// One question of a URL-loading system to its delegate.
public struct AuthenticationChallenge: Sendable {
  public var space: ProtectionSpace
  /// How often authentication has failed in this request, in *any* protection space: a guard on it may fire because
  /// something unrelated failed before.
  public var previousFailureCount: Int
  /// What the system would use; may be one that has failed already.
  public var proposedCredential: Credential?

  public init(space: ProtectionSpace, previousFailureCount: Int = 0, proposedCredential: Credential? = nil) {
    self.space = space
    self.previousFailureCount = previousFailureCount
    self.proposedCredential = proposedCredential
  }
}

/// What a challenge is answered with, beside the disposition.
public enum Credential: Sendable {
  /// Go on with this server, whatever the evaluation of its trust says.
  case trust(any ServerTrust)
  /// A client certificate with its key, and what is sent after it.
  ///
  /// The identity holds the leaf already; `certificates` is for intermediates, and a leaf in there travels twice. A
  /// permanent one is stored for its protection space, which gets it from then on without a challenge (assumed).
  case identity(ClientIdentity, certificates: [[UInt8]], isPermanent: Bool = false)
  case password(user: String, password: String)
}

/// A client's leaf with its private key.
public struct ClientIdentity: Sendable, Hashable {
  /// DER.
  public var leaf: [UInt8]
  /// PKCS #8.
  public var privateKey: [UInt8]

  public init(leaf: [UInt8], privateKey: [UInt8]) {
    self.leaf = leaf
    self.privateKey = privateKey
  }
}
