internal import RogueModel
internal import RogueTLS

/// The server falls silent and keeps the connection open: the client needs its own deadline.
///
/// With `seconds` the server leaves after that time, so that a client without a deadline ends too. What the client says
/// then is not a refusal: the server had presented nothing that it could refuse.
struct Stall: Behaviour {
  /// The missing message.
  enum Missing: Hashable {
    case message(HandshakeType)
    /// The second half of the record with the Certificate.
    case restOfRecord
    case reply

    static let restOfRecordWord = "rest-of-record"
    static let replyWord = "reply"

    init?(word: String) {
      switch word {
      case Self.restOfRecordWord: self = .restOfRecord
      case Self.replyWord: self = .reply
      default:
        guard let message = FlightMessage(rawValue: word) else { return nil }
        self = .message(message.type)
      }
    }
  }

  static let descriptor = NamedDescriptor(
    name: "stall", summary: "the server stops sending in the handshake or after it, and keeps the connection open",
    parameters: [
      .init(
        name: "before", kind: .text,
        summary: "the part never sent: a message, rest-of-record (half of the one with the certificate) or reply",
        isRequired: true, choices: words, keywords: FlightMessage.keywords),
      .init(
        name: "seconds", kind: .integer,
        summary: "how long after the client's last bytes the server closes; default never", range: 1...3600),
    ])

  private static let words = FlightMessage.allCases.map(\.rawValue) + [Missing.restOfRecordWord, Missing.replyWord]

  private let missing: Missing
  private let seconds: Int64

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    let word = try parameters.text("before", default: FlightMessage.serverHello.rawValue)
    guard let missing = Missing(word: word) else {
      throw HarnessFailure(
        .badData, "nothing that stall could keep back is called '\(word)'",
        underlying: NearMiss.question(for: word, among: Self.words))
    }
    self.missing = missing
    seconds = try parameters.integer("seconds", default: 0)
  }

  func rewrite(_ script: inout HandshakeScript) {
    if seconds > 0 { script.silenceTimeout = Int(seconds) * 1000 }
    switch missing {
    case .message(let type): script.inEachFlight { $0.insert(.stop(.stall), before: type) }
    case .restOfRecord:
      script.inEachFlight { steps in
        guard let index = steps.firstIndex(of: .message(.certificate)) else { return }
        steps.insert(.stop(.stallInsideRecord), at: index + 1)
      }
    case .reply: script.insteadOfReply = .stall
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    switch missing {
    case .reply: return seen.evidence.applicationBytes > 0 && seen.evidence.nonceSentAt == nil
    case .restOfRecord: return seen.bytesOfUnfinishedRecord > 0
    case .message(let type):
      guard seen.count(type) == 0 else { return false }
      switch type {
      case .serverHello: return seen.evidence.clientHello != nil
      // TLS 1.2 has it after the client's own.
      case .finished where seen.evidence.version == .tls12: return seen.evidence.clientFinishedAt != nil
      default: return !seen.messages.isEmpty
      }
    }
  }
}
