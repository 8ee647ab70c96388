public import RogueModel
internal import RogueOpenSSL

/// A PKCS #12 file as an application finds it: bytes and a password.
public struct ClientBundle: Sendable, Hashable {
  public var bytes: [UInt8]
  public var password: String
  /// The content of a bundle that OpenSSL does not make, because the key is not that of the certificate. The platform's import
  /// does not compare the two.
  private var mismatched: Content?

  public init(bytes: [UInt8], password: String) {
    self.bytes = bytes
    self.password = password
  }

  /// The bundle with an attempt's identity.
  public init(_ identity: AttemptPolicy.Identity) {
    var bundle = PKCS12(privateKey: identity.privateKey, leaf: identity.leaf, extra: identity.chain)
    bundle.hasKey = identity.damage != .noKey
    let bytes = try? bundle.encrypted(password: identity.bundlePassword)
    self.init(bytes: identity.damaged(bytes ?? []), password: identity.password)
    if bytes == nil, identity.damage == nil, bundle.hasParts {
      mismatched = Content(
        identity: ClientIdentity(leaf: identity.leaf, privateKey: identity.privateKey), others: identity.chain)
    }
  }

  public struct Content: Sendable, Hashable {
    public var identity: ClientIdentity
    /// Everything else in the bundle, which may repeat the leaf.
    public var others: [[UInt8]]
  }

  /// The import failed: the bytes are not a bundle, or the password is wrong.
  public struct Unreadable: Error, Sendable, Hashable {}

  /// No bytes at all.
  public var isEmpty: Bool { bytes.isEmpty && mismatched == nil }

  /// The identities in it, as `SecPKCS12Import` gives them: none, and no error, for a bundle without a key.
  public func imported() throws(Unreadable) -> [Content] {
    if let mismatched { return [mismatched] }
    let bundle: PKCS12?
    do throws(OpenSSLFailure) { bundle = try PKCS12.opened(bytes, password: password) } catch { throw Unreadable() }
    guard let bundle else { return [] }
    return [
      Content(
        identity: ClientIdentity(leaf: bundle.leaf, privateKey: bundle.privateKey), others: bundle.extra)
    ]
  }

  /// The first identity; nil if the import fails, or finds none.
  public func opened() -> Content? { (try? imported())?.first }
}

extension PKCS12 {
  /// Whether its key and its certificate can be read, each for itself.
  fileprivate var hasParts: Bool {
    (try? PrivateKey(pkcs8: privateKey)) != nil && (try? X509Certificate(der: leaf)) != nil
  }
}
