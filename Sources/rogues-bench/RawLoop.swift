import RogueModel
import RogueOpenSSL
import RoguePlatform
import Synchronization

/// The floor of a case: connect over loopback, shake hands, verify the server's path and name, ask, read the nonce,
/// close on both sides. libssl on blocking sockets with shared contexts, and nothing around it: no port of its own for
/// anybody, no evidence, no judge, no log.
final class RawLoop: Sendable {
  private let server: BareTLSContext
  private let client: BareTLSContext
  private let host: String
  /// Each with a server thread that serves one connection after the other.
  private let ports: [TCPListener]
  /// Client threads for each server thread: the one asks while the other is still closing.
  private let clientsPerPort: Int

  private static let patience = 5000

  init(certificates: [[UInt8]], key: [UInt8], anchors: [[UInt8]], host: String, clientsPerPort: Int = 2) throws {
    server = try BareTLSContext(serverWith: certificates, privateKey: key)
    client = try BareTLSContext(clientTrusting: anchors)
    self.host = host
    self.clientsPerPort = clientsPerPort
    ports = try (0..<Processors.count).map { _ in try TCPListener() }
  }

  /// Does it so many times, on all cores.
  func run(_ count: Int) throws -> Int {
    let failure = Mutex<String?>(nil)
    let left = Atomic(count)
    let isOver = Atomic(false)
    let servers = try ports.map { port in
      try PlatformThread { [self] in
        while !isOver.load(ordering: .relaxed) {
          guard let socket = port.waitForConnection(milliseconds: 20) else { continue }
          do { try serve(socket) } catch { failure.withLock { $0 = "server: \(error)" } }
        }
      }
    }
    let clients = try ports.flatMap { port in
      try (0..<clientsPerPort).map { _ in
        try PlatformThread { [self] in
          while left.subtract(1, ordering: .relaxed).newValue >= 0 {
            do { try ask(port.port) } catch { failure.withLock { $0 = "client: \(error)" } }
          }
        }
      }
    }
    for thread in clients { thread.join() }
    isOver.store(true, ordering: .relaxed)
    for thread in servers { thread.join() }
    if let failure = failure.withLock({ $0 }) { throw HarnessFailure(.internal, "the raw loop failed: \(failure)") }
    return count
  }

  private func serve(_ socket: TCPSocket) throws {
    socket.setTimeout(milliseconds: Self.patience)
    let connection = try BareTLSConnection(server, descriptor: socket.descriptor)
    try connection.handshake()
    let request = String(decoding: try connection.read(), as: UTF8.self)
    guard let path = request.split(separator: " ").dropFirst().first else { throw Stranger() }
    let nonce = path.dropFirst()
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(nonce.utf8.count + 1)\r\nConnection: close\r\n\r\n\(nonce)\n"
    try connection.write(Array(reply.utf8))
    connection.close()
    socket.finishSending()
    while case .bytes = socket.receive() {}
  }

  private func ask(_ port: UInt16) throws {
    var generator = SystemRandomNumberGenerator()
    let nonce = String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    let socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: Self.patience)
    let connection = try BareTLSConnection(client, descriptor: socket.descriptor, host: host)
    try connection.handshake()
    try connection.write(Array("GET /\(nonce) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8))
    let reply = String(decoding: try connection.read(), as: UTF8.self)
    guard reply.hasSuffix("\r\n\r\n\(nonce)\n"), try connection.read().isEmpty else { throw Stranger() }
    connection.close()
  }

  /// Somebody said something else than agreed.
  private struct Stranger: Error {}
}
