/// The inputs of a server context.
public struct GnuTLSServerSettings: Sendable {
  public enum Version: Sendable, Hashable, CaseIterable { case tls12, tls13 }
  public enum ClientCertificate: Sendable, Hashable { case none, request, require }

  /// Sent in this order, unread; at least one. They need not be certificates.
  public var certificates: [[UInt8]]
  /// OCSP responses by entry, sent unread when the client asks. TLS 1.2 has a place for that of entry 0 only.
  public var staples: [Int: [UInt8]]
  /// Signs handshakes, whether it belongs to the first entry or not.
  public var key: GnuTLSPrivateKey
  public var version: Version
  /// Chosen in this order from what the client offers; empty: the extension is ignored.
  public var alpn: [String]
  public var clientCertificate: ClientCertificate
  /// DER certificates whose names are sent with the request for a certificate. Nothing is verified against them.
  public var hints: [[UInt8]]

  public init(
    certificates: [[UInt8]], staples: [Int: [UInt8]] = [:], key: GnuTLSPrivateKey, version: Version,
    alpn: [String] = [], clientCertificate: ClientCertificate = .none, hints: [[UInt8]] = []
  ) {
    self.certificates = certificates
    self.staples = staples
    self.key = key
    self.version = version
    self.alpn = alpn
    self.clientCertificate = clientCertificate
    self.hints = hints
  }
}
