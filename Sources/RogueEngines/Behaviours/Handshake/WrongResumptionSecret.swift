internal import RogueModel
internal import RogueTLS

/// The server resumes a session without having its secret: it only saw the ticket, or the session ID, on the wire.
///
/// As in any resumption, it presents and signs nothing, so the secret is the only proof of its identity (RFC 8446,
/// section 2.2; RFC 5246, section 7.3). Presented only to clients that offer a session.
struct WrongResumptionSecret: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "wrong-resumption-secret", summary: "the server resumes a session whose secret it does not have",
    keywords: ["PSK", "resumption"])

  func rewrite(_ script: inout HandshakeScript) {
    script.at(\.sessionSecret) { secret, _ in
      for index in secret.indices { secret[index] ^= 0x5A }
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.evidence.resumed && seen.count(.finished) > 0 }
}
