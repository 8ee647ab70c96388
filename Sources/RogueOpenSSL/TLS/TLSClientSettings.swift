/// The inputs of a client context. It trusts nothing by itself: the judge of each connection decides.
public struct TLSClientSettings: Sendable {
  public var versions: TLSVersionRange
  public var identity: TLSIdentity?

  public init(versions: TLSVersionRange = .tls12And13, identity: TLSIdentity? = nil) {
    self.versions = versions
    self.identity = identity
  }
}

/// A client's certificate, the list sent after it, and its key.
public struct TLSIdentity: Sendable, Hashable {
  /// DER.
  public var certificate: [UInt8]
  /// DER, sent after the certificate in this order, whatever it holds.
  public var chain: [[UInt8]]
  /// PKCS #8.
  public var privateKey: [UInt8]

  public init(certificate: [UInt8], chain: [[UInt8]], privateKey: [UInt8]) {
    self.certificate = certificate
    self.chain = chain
    self.privateKey = privateKey
  }
}
