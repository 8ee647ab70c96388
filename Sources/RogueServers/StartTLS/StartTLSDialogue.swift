internal import RogueModel

/// The server's side of a protocol that starts in plaintext and continues under TLS: from a client's bytes to the
/// replies.
///
/// Each of the two parts has its own dialogue, because no plaintext may count under TLS (RFC
/// 3207, section 4.2). As over HTTP, only a client that names the attempt gets the nonce.
protocol StartTLSDialogue: Sendable {
  /// The server's greeting; none under TLS.
  var greeting: [UInt8] { get }
  /// The answers to the client's bytes, in order.
  mutating func take(_ bytes: [UInt8]) -> [StartTLSDialogueStep]
}

/// The common state of both parts of a dialogue.
struct StartTLSDialoguePlan: Sendable {
  var recipe: StartTLSRecipe
  var attempt: String
  var nonce: String
  /// It is spoken under TLS.
  var isSecure: Bool

  func dialogue() -> any StartTLSDialogue {
    switch recipe.speaks {
    case .smtp: SMTPDialogue(self)
    case .imap: IMAPDialogue(self)
    case .postgresql: PostgreSQLDialogue(self)
    }
  }

  /// The nonce of plaintext responses to the client's commands under TLS.
  var injectedNonce: String { StartTLSRecipe.injectedNonce(for: nonce) }

  /// The answer to `ROGUES id`, for clients without the protocol; nil: another line.
  func bare(_ line: String) -> StartTLSDialogueStep? {
    guard line.hasPrefix("ROGUES ") else { return nil }
    return line.dropFirst(7) == attempt
      ? .nonce(Array("\(nonce)\n".utf8), request: line) : .end(Array("unknown\n".utf8))
  }
}

enum StartTLSDialogueStep: Sendable, Hashable {
  case say([UInt8])
  /// The handshake begins after these bytes; the client's later data belongs to it.
  case startTLS([UInt8], rest: [UInt8])
  /// The nonce is given, and the dialogue has ended.
  case nonce([UInt8], request: String)
  /// The client leaves, and is seen off with these bytes.
  case end([UInt8])
}
