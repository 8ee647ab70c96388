internal import RogueEngines
internal import RogueModel

/// The plaintext part of a connection: the data of both sides, and the dialogue that answers the client.
///
/// It keeps only what came before TLS: a client's first record belongs to TLS even if it came together with STARTTLS.
struct StartTLSExchange: Sendable {
  /// Nil: HTTP, or TLS at once, as the client likes.
  let language: StartTLSRecipe.Language?
  private(set) var chunks: [WireTranscript.Chunk] = []
  /// Nil: TLS has started, or the client gets no more responses.
  private var dialogue: (any StartTLSDialogue)?
  private(set) var hasBegunTLS = false

  init(_ plan: StartTLSDialoguePlan) {
    language = plan.recipe.speaks
    dialogue = plan.dialogue()
  }

  /// For clients that may send in plaintext the request that others send over TLS.
  init(orHTTP attempt: ServedAttempt) {
    language = nil
    dialogue = HTTPDialogue(attempt)
  }

  /// The server's greeting.
  ///
  /// - Parameter at: milliseconds since the attempt began, here as below.
  mutating func greet(at: Int) -> [UInt8] {
    let greeting = dialogue?.greeting ?? []
    if !greeting.isEmpty { note(greeting, from: .server, at: at) }
    return greeting
  }

  /// The actions for the client's bytes, in order. None once the dialogue has ended.
  mutating func take(_ bytes: [UInt8], at: Int) -> [StartTLSDialogueStep] {
    note(bytes, from: .client, at: at)
    let piece = chunks.indices.last
    guard let steps = dialogue?.take(bytes) else { return [] }
    for step in steps {
      switch step {
      case .say(let answer): note(answer, from: .server, at: at)
      case .nonce(let answer, _), .end(let answer):
        note(answer, from: .server, at: at)
        dialogue = nil
      case .startTLS(let answer, let rest):
        // The line or message that ends here came in this piece, and so did what follows it.
        if let piece { chunks[piece].bytes.removeLast(rest.count) }
        note(answer, from: .server, at: at)
        dialogue = nil
        hasBegunTLS = true
      }
    }
    return steps
  }

  /// From now on, the server records what the client says, but does not answer.
  mutating func fallSilent() { dialogue = nil }

  private mutating func note(_ bytes: [UInt8], from side: Side, at: Int) {
    chunks.append(WireTranscript.Chunk(from: side, at: at, bytes: bytes))
  }
}
