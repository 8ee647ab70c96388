public import RogueModel

/// The content of a file beside a world: certificates and keys that were made elsewhere, in PEM (RFC 7468) or DER.
public struct EncodedFile: Hashable, Sendable {
  /// As it is written in the world.
  public var path: String
  public var certificates: [Certificate]
  /// Private keys.
  public var keys: [KeyMaterial]

  public init(path: String, certificates: [Certificate], keys: [KeyMaterial]) {
    self.path = path
    self.certificates = certificates
    self.keys = keys
  }

  /// Reads a file that a world names; throws a sentence if it cannot be read, or contains nothing of that kind.
  public typealias Reader = @Sendable (_ path: String, _ world: String) throws(ParsingProblem) -> EncodedFile

  /// A certificate with what the stages have to know of it without parsing it again.
  public struct Certificate: Hashable, Sendable {
    public var der: [UInt8]
    /// DER Name.
    public var subject: [UInt8]
    /// DER Name.
    public var issuer: [UInt8]
    /// The content octets of the serial number.
    public var serial: [UInt8]
    /// The content of subjectKeyIdentifier.
    public var keyIdentifier: [UInt8]?
    /// The private key is empty if the file has none.
    public var key: KeyMaterial
    public var isCA: Bool
    /// The dNSNames of the subjectAltName, each with a final dot, because they are complete names.
    public var hosts: [String]
    /// iPAddresses of the subjectAltName, in text form.
    public var addresses: [String]
    /// Seconds since 1970; nil when the date is not a date.
    public var notBefore: Int64?
    /// Seconds since 1970; nil when the date is not a date.
    public var notAfter: Int64?
    /// It carries authorityInfoAccess or cRLDistributionPoints, whose URLs lead to other servers.
    public var namesServices: Bool

    public init(
      der: [UInt8], subject: [UInt8], issuer: [UInt8], serial: [UInt8], keyIdentifier: [UInt8]?, key: KeyMaterial,
      isCA: Bool, hosts: [String], addresses: [String], notBefore: Int64?, notAfter: Int64?, namesServices: Bool
    ) {
      self.der = der
      self.subject = subject
      self.issuer = issuer
      self.serial = serial
      self.keyIdentifier = keyIdentifier
      self.key = key
      self.isCA = isCA
      self.hosts = hosts
      self.addresses = addresses
      self.notBefore = notBefore
      self.notAfter = notAfter
      self.namesServices = namesServices
    }
  }
}
