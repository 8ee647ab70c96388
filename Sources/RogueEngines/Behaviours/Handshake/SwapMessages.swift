internal import RogueModel
internal import RogueTLS

/// Two consecutive messages are swapped (RFC 8446, section 4: the order is fixed).
///
/// Each of them is right for its new place. An attacker can lead a state machine that accepts any order around the
/// message that authenticates the server.
struct SwapMessages: Behaviour {
  enum Message: String, CaseIterable {
    case serverHello = "server-hello"
    case encryptedExtensions = "encrypted-extensions"
    case certificate
    case certificateVerify = "certificate-verify"
    case serverKeyExchange = "server-key-exchange"
  }

  private static let message = WordParameter<Message>(
    "message", default: .certificate, "the message that comes too late; default certificate",
    keywords: FlightMessage.keywords)

  static let descriptor = NamedDescriptor(
    name: "swap-messages", summary: "one message of the server's flight comes after the one that should follow it",
    parameters: [message.declared])

  /// RFC 8446, section 2, and RFC 5246, section 7.3.
  private static let order13: [HandshakeType] = [
    .serverHello, .encryptedExtensions, .certificateRequest, .certificate, .certificateVerify, .finished,
  ]
  private static let order12: [HandshakeType] = [
    .serverHello, .certificate, .certificateStatus, .serverKeyExchange, .certificateRequest, .serverHelloDone,
  ]

  private let type: HandshakeType

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    let message = try parameters.word(Self.message)
    type =
      switch message {
      case .serverHello: .serverHello
      case .encryptedExtensions: .encryptedExtensions
      case .certificate: .certificate
      case .certificateVerify: .certificateVerify
      case .serverKeyExchange: .serverKeyExchange
      }
  }

  func rewrite(_ script: inout HandshakeScript) {
    // The rest depends on the client's offer.
    script.at(\.flight) { steps, now in
      guard now.stage == .first, let index = steps.firstIndex(of: .message(type)),
        let next = steps[(index + 1)...].firstIndex(where: { if case .message = $0 { true } else { false } })
      else { return }
      // Keys stay where they are in relation to the message that comes too late.
      steps.insert(steps.remove(at: next), at: index)
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // Before a ServerHello nothing has a version, and no client can continue.
    if type == .serverHello { return seen.messages.first.map { $0.type != type } ?? false }
    let order = seen.evidence.version == .tls12 ? Self.order12 : Self.order13
    guard let place = order.firstIndex(of: type), let sent = seen.messages.firstIndex(where: { $0.type == type }) else {
      return false
    }
    let later = order[(place + 1)...]
    return seen.messages[..<sent].contains { later.contains($0.type) }
  }
}
