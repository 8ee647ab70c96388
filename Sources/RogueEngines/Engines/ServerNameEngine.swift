internal import RogueModel
package import RogueTLS

/// Waits for the ClientHello, and then lets the engine for the host that it names (RFC 6066, section 3) serve the
/// connection from its first byte.
///
/// So any engine can serve several hosts at one port, and none of them knows of the others.
package final class ServerNameEngine: Engine {
  /// More bytes than any ClientHello has; if the ClientHello is longer, it counts as one without a name.
  static let limit = 1 << 17

  private let choose: (String?) -> any Engine
  private var first: [UInt8] = []
  private var hello = ClientHelloReader()
  /// Nil until the ClientHello is there.
  package private(set) var chosen: (any Engine)?

  /// - Parameter choose: returns the engine for a connection that names this host; nil: no host.
  package init(choose: @escaping (String?) -> any Engine) { self.choose = choose }

  package func received(_ bytes: [UInt8]) -> [EngineAction] {
    if let chosen { return chosen.received(bytes) }
    first += bytes
    let engine: any Engine
    switch hello.read(bytes) {
    case .whole(let hello): engine = choose(hello.evidence.serverName)
    case .none: engine = choose(nil)
    case .incomplete where first.count > Self.limit: engine = choose(nil)
    case .incomplete: return []
    }
    chosen = engine
    defer { first = [] }
    return engine.received(first)
  }

  package var isIdle: Bool { chosen?.isIdle ?? false }
  package var pace: BytePace? { chosen?.pace }
  package var idleTimeout: Int? { chosen?.idleTimeout }

  package func send(_ bytes: [UInt8]) -> [EngineAction] { chosen?.send(bytes) ?? [] }

  package func finish() -> [EngineAction] { chosen?.finish() ?? [.finish] }

  package func resume() -> [EngineAction] { chosen?.resume() ?? [] }
}

/// Reads the ClientHello that a connection begins with, in whatever pieces it comes.
package struct ClientHelloReader {
  package enum Progress {
    case incomplete
    case whole(ClientHello)
    /// The bytes are not a ClientHello.
    case none
  }

  private var records = RecordReader()
  private var handshake = HandshakeReader()

  package init() {}

  package mutating func read(_ bytes: [UInt8]) -> Progress {
    records.append(bytes, at: 0)
    do throws(Undecodable) {
      while let record = try records.next() {
        guard record.type == .handshake else { return .none }
        handshake.append(record.payload)
        guard let message = try handshake.next(at: 0) else { continue }
        guard message.type == .clientHello, let hello = ClientHello(body: message.body) else { return .none }
        return .whole(hello)
      }
      return .incomplete
    } catch {
      return .none
    }
  }
}
