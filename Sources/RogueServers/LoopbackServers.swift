internal import RogueEngines
public import RogueModel
internal import RoguePlatform
internal import Synchronization

/// Where a run's servers listen.
public struct ListenPlace: Sendable, Hashable {
  /// Of this machine, IPv4 in dotted form.
  public var address: String
  /// Of every conversation, one after the other; nil: the kernel assigns each its own.
  public var port: UInt16?

  public static let loopback = ListenPlace()

  public init(address: String = "127.0.0.1", port: UInt16? = nil) {
    self.address = address
    self.port = port
  }

  /// Whether other machines can connect.
  public var isOpen: Bool { !address.hasPrefix("127.") }
}

/// Rogue servers on ports of loopback, if nothing else is wanted, and the run's revocation responders.
///
/// A few threads serve everything: each conversation stays on one of them, with its port, its connections and its
/// proxy, so that nothing moves between threads during a handshake.
public final class LoopbackServers: RogueServerHost, ResponderHost {
  /// The properties that a plan needs before any server is started.
  public static let engineNames = EngineRegistry.names
  public let engines = engineNames

  private let loops: [EventLoop]
  private let next = Atomic<Int>(0)
  private let shop: EngineRegistry
  private let responders: ResponderServer
  private let place: ListenPlace

  /// - Parameters:
  ///   - responderPort: nil for one that the kernel chooses.
  ///   - clock: the run's clock, when it is not the machine's: the moment at which clients' paths are checked.
  ///   - place: where the servers and the responders listen.
  public init(
    responderPort: UInt16? = nil, clock: Timestamp? = nil, at place: ListenPlace = .loopback
  ) throws(HarnessFailure) {
    DescriptorLimit.raise()
    self.place = place
    shop = EngineRegistry(clock: clock)
    var loops: [EventLoop] = []
    do {
      for _ in 0..<Processors.count { loops.append(try EventLoop()) }
      responders = try ResponderServer(port: responderPort, address: place.address, loop: loops[0])
    } catch {
      for loop in loops { loop.stop() }
      throw error as? HarnessFailure
        ?? HarnessFailure(.network, "cannot start the servers' threads", underlying: "\(error)")
    }
    self.loops = loops
  }

  deinit { shutDown() }

  public var responderBase: String { responders.base }

  /// Of the revocation responders.
  public var responderPort: UInt16 { responders.port }

  public func withConversation<Result: Sendable>(
    _ opening: ConversationOpening, _ body: @Sendable (any ServedConversation) async throws -> Result
  ) async throws -> Result {
    let conversation = try conversation(opening, address: place.address, port: place.port)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(conversation))
    } catch {
      result = .failure(error)
    }
    await conversation.shutDown()
    return try result.get()
  }

  /// - Parameter door: for clients started elsewhere; nil: the connections of an attempt's client are served.
  func conversation(
    _ opening: ConversationOpening, address: String = "127.0.0.1", port: UInt16? = nil, door: OpenDoor? = nil
  ) throws(HarnessFailure) -> ConversationServer {
    guard let engine = shop.conversationEngine(named: opening.engine) else {
      throw HarnessFailure(
        .badData, "there is no engine '\(opening.engine)'",
        underlying: NearMiss.question(for: opening.engine, among: engines))
    }
    return try ConversationServer(
      opening, address: address, port: port, loop: loop(for: opening), engine: engine, responders: responders,
      door: door)
  }

  /// For a client on this thread, the loop of the processor that it runs on: client and server take turns, and waking a
  /// thread on another processor takes longer than the work of most wake-ups. A client in its own process runs better
  /// beside its server, so for those the loops take turns.
  private func loop(for opening: ConversationOpening) -> EventLoop {
    let processor = opening.clientIsHere ? Processors.current : nil
    let number = processor ?? next.add(1, ordering: .relaxed).oldValue
    return loops[number % loops.count]
  }

  /// Closes every port and ends the threads; to be called when no conversation is open any more. Does nothing when
  /// called again.
  public func shutDown() {
    responders.shutDown()
    for loop in loops { loop.stop() }
  }
}
