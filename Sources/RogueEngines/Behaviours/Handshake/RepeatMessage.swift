internal import RogueModel

/// One message of the server's flight is sent twice (RFC 8446, section 4: a message out of place ends the handshake).
struct RepeatMessage: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "repeat-message", summary: "one message of the server's flight is sent twice",
    parameters: [FlightMessage.parameter("message", "the message that is sent twice")])

  private let message: FlightMessage

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    message = try parameters.word("message", default: .certificate)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.inEachFlight { steps in repeatMessage(in: &steps, version) }
  }

  private func repeatMessage(in steps: inout [FlightStep], _ version: TLSVersion) {
    guard let index = steps.firstIndex(of: .message(message.type)) else { return }
    switch message {
    // Keys follow from what went before them, on both sides: a copy that one side counts would change everything after,
    // the alert of a client that refuses it among it. In TLS 1.2 there are no keys yet. A separate record would be
    // in plaintext where TLS 1.3 is protected, and no client would reach the message.
    case .serverHello: steps.insert(.again(apart: false, counts: version == .tls12), at: index + 1)
    case .serverHelloDone: steps.insert(.again(apart: true, counts: false), at: index + 1)
    case .finished: steps.insert(.again(apart: false, counts: false), at: index + 1)
    default: steps.insert(.message(message.type), at: index)
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.count(message.type) > 1 }
}
