import RogueModel
import RogueOpenSSL
import RoguePlatform
import Synchronization

/// The client of the floors: libssl on a blocking socket with a shared context.
final class BareClient: Sendable {
  private let context: BareTLSContext
  private let host: String

  /// Milliseconds.
  static let patience = 5000

  init(anchors: [[UInt8]], host: String) throws {
    context = try BareTLSContext(clientTrusting: anchors)
    self.host = host
  }

  static var freshNonce: String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
  }

  /// Asks for `/NONCE` so many times, with so many threads for each port; says what went wrong last.
  func ask(
    _ ports: [UInt16], clientsPerPort: Int, _ count: Int, nonce: @escaping @Sendable () -> String
  ) throws -> String? {
    let failure = Mutex<String?>(nil)
    let left = Atomic(count)
    let clients = try ports.flatMap { port in
      try (0..<clientsPerPort).map { _ in
        try PlatformThread { [self] in
          while left.subtract(1, ordering: .relaxed).newValue >= 0 {
            do { try ask(port, nonce()) } catch { failure.withLock { $0 = "client: \(error)" } }
          }
        }
      }
    }
    for thread in clients { thread.join() }
    return failure.withLock { $0 }
  }

  private func ask(_ port: UInt16, _ nonce: String) throws {
    let socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: Self.patience)
    let connection = try BareTLSConnection(context, descriptor: socket.descriptor, host: host)
    try connection.handshake()
    try connection.write(Array("GET /\(nonce) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8))
    let reply = String(decoding: try connection.read(), as: UTF8.self)
    guard reply.hasSuffix("\r\n\r\n\(nonce)\n"), try connection.read().isEmpty else { throw Stranger() }
    connection.close()
  }

  /// Somebody said something else than agreed.
  struct Stranger: Error {}
}
