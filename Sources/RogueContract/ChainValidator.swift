/// A validator that does not speak TLS: the harness's client connects, and the validator decides.
public protocol ChainValidator: Sendable {
  /// Decides about a server's flight. The client sends its request only if the validator accepts.
  func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision
}

/// A server's flight in its handshake.
public struct ServerFlight: Sendable, Hashable {
  /// The requested host name.
  public var host: String
  /// DER, in the order received; entries may not be certificates at all.
  public var certificates: [[UInt8]]
  /// The stapled OCSP responses, by the index of their certificate.
  public var staples: [Int: [UInt8]]
  /// The SignedCertificateTimestampList of the TLS extension, if the server sent one (RFC 6962, section 3.3.1).
  public var sctList: [UInt8]?

  public init(host: String, certificates: [[UInt8]], staples: [Int: [UInt8]], sctList: [UInt8]? = nil) {
    self.host = host
    self.certificates = certificates
    self.staples = staples
    self.sctList = sctList
  }

  /// The leaf's OCSP response.
  public var staple: [UInt8]? { staples[0] }

  /// The response that came with this certificate.
  public func staple(with certificate: [UInt8]) -> [UInt8]? {
    certificates.indices.first { certificates[$0] == certificate && staples[$0] != nil }.flatMap { staples[$0] }
  }
}

public enum ChainDecision: Sendable, Hashable {
  case accept
  case cancel(Reason, detail: String?)
}
