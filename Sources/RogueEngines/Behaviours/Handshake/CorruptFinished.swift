internal import RogueModel
internal import RogueTLS

/// The server's Finished does not fit the handshake (RFC 8446, section 4.4.4; RFC 5246, section 7.4.9): an attacker in
/// the middle who changed a message cannot make a right one.
struct CorruptFinished: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "corrupt-finished", summary: "one bit of the server's Finished is flipped",
    keywords: ["Finished", "verify_data"])

  func rewrite(_ script: inout HandshakeScript) {
    script.at(.finished) { message, _ in
      guard let last = message.body.indices.last else { return }
      message.body[last] ^= 1
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.count(.finished) > 0 }
}
