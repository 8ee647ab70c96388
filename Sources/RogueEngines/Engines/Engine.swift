package import RogueModel

/// The server's side of one connection: a pure state machine from the client's bytes to actions.
///
/// It neither sees a socket nor a clock, so that every engine is driven, recorded and tested the same way.
package protocol Engine: AnyObject {
  /// Bytes came from the client.
  func received(_ bytes: [UInt8]) -> [EngineAction]
  /// Everything was answered, and the connection stays open for more.
  var isIdle: Bool { get }
  /// Bytes for the client, of an engine that is one end of a tunnel and has delivered something.
  func send(_ bytes: [UInt8]) -> [EngineAction]
  /// Nothing more follows for the client of a tunnel.
  func finish() -> [EngineAction]
  /// The pause that it asked for is over.
  func resume() -> [EngineAction]
  /// How fast the server's bytes go out; nil: as fast as the client takes them.
  var pace: BytePace? { get }
  /// After how many milliseconds without a byte from the client the server ends the stream; nil: never.
  var idleTimeout: Int? { get }
}

extension Engine {
  package func resume() -> [EngineAction] { [] }
  package var isIdle: Bool { false }
  package var pace: BytePace? { nil }
  package var idleTimeout: Int? { nil }
}

/// The actions for the connection's driver, in order.
package enum EngineAction {
  case send([UInt8])
  /// Decrypted bytes for the other end of the tunnel.
  case deliver([UInt8])
  /// Nothing more will be sent: half-close after what is under way, then wait for the client's end.
  case finish
  /// The connection is reset at once.
  case reset
  /// The engine goes on (`resume`) so many milliseconds later, if the connection is still there. Until then it receives what
  /// the client sends.
  case pause(milliseconds: Int)
  /// Something for the record.
  case note(EngineNote)
}

extension [EngineAction] {
  /// The last actions of a connection: the note about its end, and nothing more to send.
  mutating func end(_ end: ConnectionEnd) {
    append(.note(.ended(end)))
    append(.finish)
  }
}

package enum EngineNote {
  case secret(WireTranscript.Secret)
  /// The first line of the client's request, and the host that it is for.
  case request(String, host: String?)
  /// The reply that was just sent carries the nonce.
  case nonceSent
  /// The reply that was just sent does not; its code and phrase.
  case refused(String)
  /// Why the engine refuses the client's certificates.
  case refusedClient(String)
  /// One side ended the connection on the TLS layer; the first such note counts.
  case ended(ConnectionEnd)
}

/// Makes engines for connections that are served alike. Made when the attempt begins, so that the harness knows what
/// the engine cannot serve before a client connects.
package protocol EngineRecipe: Sendable {
  func engine() throws(HarnessFailure) -> any Engine
  /// Has an engine of an earlier attempt answer for this one from now on. False where that cannot be.
  func takeOver(_ engine: any Engine) -> Bool
}

extension EngineRecipe {
  package func takeOver(_ engine: any Engine) -> Bool { false }
}
