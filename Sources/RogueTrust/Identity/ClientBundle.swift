public import RogueModel
internal import RogueOpenSSL

/// A PKCS #12 file as an application finds it: bytes and a password.
public struct ClientBundle: Sendable, Hashable {
  public var bytes: [UInt8]
  public var password: String

  public init(bytes: [UInt8], password: String) {
    self.bytes = bytes
    self.password = password
  }

  /// The bundle with an attempt's identity; if its parts do not fit together, bytes that cannot be opened.
  public init(_ identity: AttemptPolicy.Identity) {
    let bundle = PKCS12(privateKey: identity.privateKey, leaf: identity.leaf, extra: identity.chain)
    let bytes = (try? bundle.encrypted(password: identity.bundlePassword)) ?? []
    self.init(bytes: identity.damaged(bytes), password: identity.password)
  }

  public struct Content: Sendable, Hashable {
    public var identity: ClientIdentity
    /// Everything else in the bundle, which may repeat the leaf.
    public var others: [[UInt8]]
  }

  /// Nil if it is not a bundle, the password is wrong, or it lacks a key or a certificate.
  public func opened() -> Content? {
    guard let bundle = try? PKCS12(der: bytes, password: password) else { return nil }
    return Content(
      identity: ClientIdentity(leaf: bundle.leaf, privateKey: bundle.privateKey), others: bundle.extra)
  }
}
