internal import RogueModel
internal import RogueTLS

/// The server answers the ClientHello with a TCP reset, as a middlebox does that wants no TLS.
struct TCPResetInsteadOfTLS: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "tcp-reset-instead-of-tls", summary: "a TCP reset instead of TLS")

  func rewrite(_ script: inout HandshakeScript) {
    script.opening = .reset
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.hasHeardClient && seen.evidence.end == ConnectionEnd(by: .server, how: .reset)
  }
}
