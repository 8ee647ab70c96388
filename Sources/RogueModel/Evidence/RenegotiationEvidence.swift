/// A second handshake on an established TLS 1.2 connection (RFC 5246, section 7.4.1.1).
///
/// It is separate from the first handshake's evidence, because what the client sent before it went to the server of the
/// first handshake. Times are microseconds since the attempt began.
public struct RenegotiationEvidence: Sendable, Hashable {
  /// When the server requested it with a HelloRequest; nil if the client started it.
  public var requestedAt: Int?
  /// The server's Certificate message, entry by entry; nil if the server sent none, because the client did not take
  /// part, or resumed a session.
  public var certificates: [[UInt8]]?
  public var certificatesSentAt: Int?
  /// The time of the client's Finished, with which it accepts what was presented.
  public var clientFinishedAt: Int?
  /// Decrypted application bytes that came from the client after these certificates.
  public var applicationBytes: Int
  /// The behaviours that this handshake showed, and the first one did not.
  public var presented: Set<String>

  public init(
    requestedAt: Int? = nil, certificates: [[UInt8]]? = nil, certificatesSentAt: Int? = nil,
    clientFinishedAt: Int? = nil, applicationBytes: Int = 0, presented: Set<String> = []
  ) {
    self.requestedAt = requestedAt
    self.certificates = certificates
    self.certificatesSentAt = certificatesSentAt
    self.clientFinishedAt = clientFinishedAt
    self.applicationBytes = applicationBytes
    self.presented = presented
  }
}

extension ConnectionEvidence {
  /// Whether a second handshake showed all of these behaviours.
  public func presentsLate(_ behaviours: Set<String>) -> Bool {
    renegotiation.map { behaviours.isSubset(of: $0.presented) } ?? false
  }
}
