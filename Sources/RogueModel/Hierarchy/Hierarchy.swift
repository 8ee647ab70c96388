/// A minted world: bytes for every name.
///
/// Certificates stay DER all the way; only engines and validators parse them. Private keys leave this value only
/// into server engines and into the files of an attempt (mode 0600).
public struct Hierarchy: Sendable {
  public var certificates: [String: MintedCertificate]
  /// Keys without a certificate, by name.
  public var keys: [String: KeyMaterial]
  /// Signs the OCSP responses of responders and the CRLs of policies.
  public var revocation: any RevocationSigner
  /// Signs for the world's certificate transparency logs.
  public var transparency: any TransparencySigner

  public init(
    certificates: [String: MintedCertificate], keys: [String: KeyMaterial], revocation: any RevocationSigner,
    transparency: any TransparencySigner = NoLogs()
  ) {
    self.certificates = certificates
    self.keys = keys
    self.revocation = revocation
    self.transparency = transparency
  }

  /// The key of a certificate, or a key without one, by name.
  public func key(_ name: String) -> KeyMaterial? { certificates[name]?.key ?? keys[name] }
}

public struct KeyMaterial: Sendable, Hashable {
  public var type: KeyType
  /// DER SubjectPublicKeyInfo.
  public var spki: [UInt8]
  /// DER PrivateKeyInfo (PKCS #8, RFC 5208), unencrypted.
  public var privateKey: [UInt8]

  public init(type: KeyType, spki: [UInt8], privateKey: [UInt8]) {
    self.type = type
    self.spki = spki
    self.privateKey = privateKey
  }
}

/// Signs CRLs and OCSP responses for the CAs of one minted world.
public protocol RevocationSigner: Sendable {
  /// The DER CRL that the named CA publishes, with the certificates that the world revokes; nil if it publishes none.
  func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]?
  /// Its DER CRLs that policies supply, in order.
  func suppliedCRLs(of issuer: String) throws(HarnessFailure) -> [[UInt8]]
  /// A DER OCSP response about the named certificate. `request` is the client's, if there was one (the response repeats
  /// its CertID hash and nonce); `recipe` is nil for an honest response.
  func ocspResponse(about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?) throws(HarnessFailure) -> [UInt8]
}

extension RevocationSigner {
  /// The published one.
  public func suppliedCRLs(of issuer: String) throws(HarnessFailure) -> [[UInt8]] {
    try crl(of: issuer).map { [$0] } ?? []
  }
}

/// Signs for the certificate transparency logs of one minted world.
public protocol TransparencySigner: Sendable {
  /// The DER SubjectPublicKeyInfo of the named log.
  func key(ofLog name: String) throws(HarnessFailure) -> [UInt8]
  /// A SignedCertificateTimestampList about the named certificate as it is served, for the TLS extension or an OCSP
  /// response (RFC 6962, section 3.3). The certificate's embedded list is in its own bytes.
  func sctList(_ list: SCTListRecipe, about certificate: String) throws(HarnessFailure) -> [UInt8]
}

/// For a world without logs: every call is a mistake.
public struct NoLogs: TransparencySigner {
  public init() {}

  public func key(ofLog name: String) throws(HarnessFailure) -> [UInt8] { throw Self.failure(name) }

  public func sctList(_ list: SCTListRecipe, about certificate: String) throws(HarnessFailure) -> [UInt8] {
    throw Self.failure(list.entries.first?.log ?? "")
  }

  private static func failure(_ name: String) -> HarnessFailure {
    HarnessFailure(.minting, "the world has no log named '\(name)'")
  }
}

/// Mints worlds into bytes; the same request always gives the same hierarchy.
public protocol HierarchyMinter: Sendable {
  func mint(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy
}

public struct MintRequest: Sendable, Hashable {
  /// Distinguishes hierarchies that must differ; part of every key and serial.
  public var salt: String
  public var keyType: KeyType
  public var clock: Timestamp
  /// `http://127.0.0.1:PORT/TOKEN`: OCSP is at `/ocsp/NAME` (the certificate that the query is about), CRLs at
  /// `/crl/NAME` (the issuer), issuers at `/issuers/NAME` (the certificate below). Nil if the world embeds no URL.
  public var responderBase: String?

  public init(salt: String, keyType: KeyType, clock: Timestamp, responderBase: String?) {
    self.salt = salt
    self.keyType = keyType
    self.clock = clock
    self.responderBase = responderBase
  }
}
