/// A validator without TLS of its own: the harness's client connects, it decides.
public protocol ChainValidator: Sendable {
  /// Decides about the flight of a server. The request is sent only on accept.
  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision
}

/// What a server sent in its handshake.
public struct ServerFlight: Sendable, Hashable {
  /// The name that was asked for.
  public var host: String
  /// DER, in the order received; entries may not be certificates at all.
  public var certificates: [[UInt8]]
  /// The stapled OCSP response of the leaf, when there was one.
  public var staple: [UInt8]?
  /// The SignedCertificateTimestampList of the TLS extension, when there was one (RFC 6962, section 3.3.1).
  public var sctList: [UInt8]?

  public init(host: String, certificates: [[UInt8]], staple: [UInt8]?, sctList: [UInt8]? = nil) {
    self.host = host
    self.certificates = certificates
    self.staple = staple
    self.sctList = sctList
  }
}

public enum ChainDecision: Sendable, Hashable {
  case accept
  case cancel(Reason, detail: String?)
}
