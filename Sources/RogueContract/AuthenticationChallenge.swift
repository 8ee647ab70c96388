/// A challenge that a URL-loading system sends to its delegate.
public struct AuthenticationChallenge: Sendable {
  public var space: ProtectionSpace
  /// How often authentication has failed in this request, in *any* protection space: a check of this count may fire
  /// because of an unrelated failure.
  public var previousFailureCount: Int
  /// The credential that the system would use; it may have failed already.
  public var proposedCredential: Credential?

  public init(space: ProtectionSpace, previousFailureCount: Int = 0, proposedCredential: Credential? = nil) {
    self.space = space
    self.previousFailureCount = previousFailureCount
    self.proposedCredential = proposedCredential
  }
}

/// A delegate's result beside the disposition.
public enum Credential: Sendable {
  /// Continue with this server, whatever the evaluation of its trust says.
  case trust(any ServerTrust)
  /// A client certificate with its key, and the certificates that follow it in the message.
  ///
  /// The identity contains the leaf already; `certificates` is for intermediates, and a leaf in it is sent twice. A
  /// permanent credential is stored for its protection space, which gets it from then on without a challenge (assumed).
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
