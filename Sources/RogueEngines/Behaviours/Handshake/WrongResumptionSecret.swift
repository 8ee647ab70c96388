internal import RogueModel
internal import RogueTLS

/// The server takes up a session without having its secret: it has seen the ticket pass by, or the name of the session.
///
/// It presents nothing and signs nothing, as in any resumption, so that the secret is all that it could prove itself with
/// (RFC 8446, section 2.2; RFC 5246, section 7.3). Told only to clients that offer a session.
struct WrongResumptionSecret: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "wrong-resumption-secret", summary: "the server resumes a session whose secret it does not have",
    keywords: ["PSK", "resumption"])

  init(_ parameters: UseParameters) {}

  func rewrite(_ script: inout HandshakeScript) {
    script.at(\.sessionSecret) { secret, _ in
      for index in secret.indices { secret[index] ^= 0x5A }
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.evidence.resumed && seen.count(.finished) > 0 }
}
