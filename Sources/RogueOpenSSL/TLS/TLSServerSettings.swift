/// The inputs of a server context.
public struct TLSServerSettings: Sendable {
  public enum ClientCertificate: Sendable, Hashable { case none, request, require }

  /// DER, sent in this order, duplicates and strangers included; the first is the leaf. At least one.
  public var certificates: [[UInt8]]
  /// PKCS #8. When it does not fit the leaf, handshakes are signed by a key that does not fit.
  public var privateKey: [UInt8]
  /// The OCSP response stapled on request, sent unread.
  public var staple: [UInt8]?
  /// The SignedCertificateTimestampList sent on request, unread (RFC 6962, section 3.3.1).
  public var sctList: [UInt8]?
  public var versions: TLSVersionRange
  /// Chosen in this order from what the client offers; empty: the extension is ignored.
  public var alpn: [String]
  public var clientCertificate: ClientCertificate
  /// DER certificates that a client's path may end in.
  public var clientAnchors: [[UInt8]]
  /// Sends the anchors' subjects with the request for a certificate.
  public var sendsClientAnchorNames: Bool
  /// The moment at which a client's path is checked, in seconds since 1970; nil: now.
  public var verificationTime: Int64?
  /// Nil: no tickets, no session ids, nothing is resumed.
  public var resumption: TLSResumption?
  /// Keeps sessions in tickets if the client accepts them; false: by session ID only.
  public var givesTickets: Bool

  public init(
    certificates: [[UInt8]], privateKey: [UInt8], staple: [UInt8]? = nil, sctList: [UInt8]? = nil,
    versions: TLSVersionRange = .tls12And13, alpn: [String] = [], clientCertificate: ClientCertificate = .none,
    clientAnchors: [[UInt8]] = [],
    sendsClientAnchorNames: Bool = true, verificationTime: Int64? = nil, resumption: TLSResumption? = nil,
    givesTickets: Bool = true
  ) {
    self.certificates = certificates
    self.privateKey = privateKey
    self.staple = staple
    self.sctList = sctList
    self.versions = versions
    self.alpn = alpn
    self.clientCertificate = clientCertificate
    self.clientAnchors = clientAnchors
    self.sendsClientAnchorNames = sendsClientAnchorNames
    self.verificationTime = verificationTime
    self.resumption = resumption
    self.givesTickets = givesTickets
  }
}
