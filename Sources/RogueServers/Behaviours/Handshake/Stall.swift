internal import RogueModel

/// The server stops in the middle of the handshake and keeps the connection open: a client needs a deadline of its own.
struct Stall: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "stall", summary: "the server falls silent before one of its messages, and keeps the connection open",
    parameters: [FlightMessage.parameter("before", "the message that never comes")])

  private let message: FlightMessage

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    message = try parameters.word("before", default: .serverHello)
  }

  func arrange(_ steps: inout [FlightStep], _ stage: FlightStage, _ version: TLSVersion) {
    steps.insert(.stop(.stall), before: message.type)
  }

  func isTold(_ seen: SeenConnection) -> Bool {
    guard seen.count(message.type) == 0 else { return false }
    switch message {
    case .serverHello: return seen.evidence.clientHello != nil
    // TLS 1.2 has it after the client's own.
    case .finished where seen.evidence.version == .tls12: return seen.evidence.clientFinishedAt != nil
    default: return !seen.messages.isEmpty
    }
  }
}
