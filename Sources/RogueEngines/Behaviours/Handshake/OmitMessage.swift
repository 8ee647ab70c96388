internal import RogueModel
internal import RogueTLS

/// The server omits one message of its flight (RFC 8446, section 2: the order is fixed, and nothing may be omitted).
///
/// A client that continues without the Certificate or the CertificateVerify has not authenticated the server.
struct OmitMessage: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "omit-message", summary: "one message of the server's flight is left out",
    parameters: [FlightMessage.parameter("message", "the message that is not sent")])

  private let message: FlightMessage

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    message = try parameters.word("message", default: .certificateVerify)
  }

  func rewrite(_ script: inout HandshakeScript) {
    // A client that waits for the end of a flight would wait for ever.
    if message == .finished || message == .serverHelloDone { script.idleTimeout = 2000 }
    script.inEachFlight { steps in steps.removeAll { $0 == .message(message.type) } }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.count(message.type) == 0 else { return false }
    // Told by what came in its place; of the last message, by whatever came before it.
    return switch message {
    case .finished, .serverHelloDone: seen.count(.certificate) > 0
    // Nothing after it can be read, in TLS 1.3 by no client.
    case .serverHello: !seen.sent.isEmpty
    default: seen.hasWholeFlight
    }
  }
}
