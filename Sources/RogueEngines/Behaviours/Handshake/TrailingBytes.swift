internal import RogueModel
internal import RogueTLS

/// A message continues after its end: its length covers bytes that do not belong to its structure (RFC 8446, section 4:
/// decode_error). Two programs that read it differently do not see the same handshake.
struct TrailingBytes: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "trailing-bytes", summary: "one message of the server's flight has bytes after its end",
    parameters: [
      .init(
        name: "message", kind: .text, summary: "the message that is too long", isRequired: true,
        choices: choices.map(\.rawValue), keywords: FlightMessage.keywords)
    ])

  private static let choices: [FlightMessage] = FlightMessage.allCases.filter { $0 != .certificate }
  private static let surplus = Array("surplus".utf8)

  private let type: HandshakeType

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    let message: FlightMessage = try parameters.word("message", default: .finished)
    type = message.type
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.at(type) { message, now in
      if now.stage != .retry { message.body += Self.surplus }
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.messages.contains { $0.type == type && $0.body.suffix(Self.surplus.count).elementsEqual(Self.surplus) }
  }
}
