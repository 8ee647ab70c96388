internal import RogueEngines
public import RogueModel
internal import RoguePlatform

/// A rogue server that stays open for any client, of any process and machine.
public final class OpenRogue: Sendable {
  private let conversation: ConversationServer

  fileprivate init(_ conversation: ConversationServer) { self.conversation = conversation }

  public var port: UInt16 { conversation.port }

  /// Serves connections like this from now on, and ends those of before.
  public func serve(_ attempt: ServedAttempt) throws(HarnessFailure) { try conversation.begin(attempt) }

  /// Closes the port and whatever is open.
  public func close() async { await conversation.shutDown() }
}

extension LoopbackServers {
  /// Opens a port; nothing is served there before `OpenRogue.serve`.
  ///
  /// - Parameters:
  ///   - address: in dotted form; 127.0.0.1 admits this machine only.
  ///   - port: nil for one that the kernel chooses.
  ///   - seen: gets each connection when it is over, with the id of the attempt that served it and the client's address, on
  ///     a thread that must not block.
  public func open(
    engine name: String, domain: String, at address: String = "127.0.0.1", port: UInt16? = nil,
    seen: @escaping @Sendable (ConnectionEvidence, _ attempt: String, _ peer: String?) -> Void
  ) throws(HarnessFailure) -> OpenRogue {
    OpenRogue(
      try conversation(
        ConversationOpening(engine: name, domain: domain, needsProxy: false, connections: ConnectionRule(.anybody)),
        address: address, port: port,
        door: OpenDoor(seen: seen)))
  }
}
