internal import RogueModel
internal import RogueOpenSSL

extension ClientEnding {
  /// The meaning of a failure of libssl.
  ///
  /// An alert that was sent is this client's own refusal; one that was received is the server's; neither is the network.
  static func by(_ fault: TLSFault, _ phase: Phase, _ when: String) -> ClientEnding {
    if let alert = fault.sent { return .cancelled(reason(alert, fault), phase, fault.description) }
    if let alert = fault.received { return .failed(.server, "the server sent alert \(alert.rawValue) \(when)") }
    // Bytes that do not look like TLS are refused without an alert, which no peer would read.
    if fault.failure.entries.contains(where: { $0.text.contains("wrong version number") }) {
      return .cancelled(.protocol, phase, fault.description)
    }
    return .failed(fault.isTransport ? .network : .server, "\(when): \(fault.description)")
  }

  private static func reason(_ alert: TLSAlertCode, _ fault: TLSFault) -> Reason {
    switch alert {
    // Said about signatures in CertificateVerify and ServerKeyExchange, and about a Finished that does not fit.
    case .decryptError:
      fault.failure.entries.contains { $0.text.contains("signature") } ? .proofOfPossession : .protocol
    case .badCertificate, .unsupportedCertificate: .malformed
    case .protocolVersion: .version
    // A wrong version in supported_versions is refused as an illegal parameter (RFC 8446, section 4.2.1).
    case .illegalParameter:
      fault.failure.entries.contains { $0.text.contains("bad protocol version") } ? .version : .protocol
    default: .protocol
    }
  }
}

extension Reason {
  /// The alert with which a client reports it (RFC 8446, section 6.2).
  var alert: TLSAlertCode {
    switch self {
    case .untrusted, .notACA, .pathLength, .nameConstraint: .unknownCA
    case .expired, .notYetValid: .certificateExpired
    case .revoked: .certificateRevoked
    case .keyUsage: .unsupportedCertificate
    case .revocationUnknown, .transparency, .other: .certificateUnknown
    default: .badCertificate
    }
  }
}
