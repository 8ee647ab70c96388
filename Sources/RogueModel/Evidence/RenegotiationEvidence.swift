/// A second handshake on an established TLS 1.2 connection (RFC 5246, section 7.4.1.1).
///
/// Apart from the first one's evidence, because what a client sent before it was sent to whom the first handshake had
/// shown. Times are microseconds since the attempt began.
public struct RenegotiationEvidence: Sendable, Hashable {
  /// When the server asked for it with a HelloRequest; nil when the client began by itself.
  public var requestedAt: Int?
  /// The server's Certificate message, entry by entry; nil when none was sent: the client did not go along, or resumed.
  public var certificates: [[UInt8]]?
  public var certificatesSentAt: Int?
  /// The client's Finished: it takes what was presented.
  public var clientFinishedAt: Int?
  /// Decrypted application bytes that came from the client after these certificates.
  public var applicationBytes: Int

  public init(
    requestedAt: Int? = nil, certificates: [[UInt8]]? = nil, certificatesSentAt: Int? = nil,
    clientFinishedAt: Int? = nil, applicationBytes: Int = 0
  ) {
    self.requestedAt = requestedAt
    self.certificates = certificates
    self.certificatesSentAt = certificatesSentAt
    self.clientFinishedAt = clientFinishedAt
    self.applicationBytes = applicationBytes
  }
}
