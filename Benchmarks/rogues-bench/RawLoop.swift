import BareFloors
import RogueModel
import RoguePlatform
import Synchronization

/// The floor of a case: connect over loopback, shake hands, verify the server's path and name, ask, read the nonce,
/// close on both sides. libssl on blocking sockets with shared contexts, and nothing around it: no port of its own for
/// anybody, no evidence, no judge, no log.
final class RawLoop: Sendable {
  private let server: BareTLSContext
  private let client: BareClient
  /// Each with a server thread that serves one connection after the other.
  private let ports: [TCPListener]
  /// Client threads for each server thread: the one asks while the other is still closing.
  private let clientsPerPort: Int

  /// - Parameter ports: nil: one for each core.
  init(
    certificates: [[UInt8]], key: [UInt8], anchors: [[UInt8]], host: String, ports: Int? = nil,
    clientsPerPort: Int = 2, version: TLSVersion = .tls13, resumes: Bool = false
  ) throws {
    server = try BareTLSContext(
      serverWith: certificates, privateKey: key, version: version.wireValue, keepsSessions: resumes)
    client = try BareClient(anchors: anchors, host: host, version: version, resumes: resumes)
    self.clientsPerPort = clientsPerPort
    self.ports = try (0..<(ports ?? Processors.count)).map { _ in try TCPListener() }
  }

  /// Does it so many times.
  func run(_ count: Int) throws -> Int {
    let failure = Mutex<String?>(nil)
    let isOver = Atomic(false)
    let servers = try ports.map { port in
      try PlatformThread { [self] in
        while !isOver.load(ordering: .relaxed) {
          guard let socket = port.waitForConnection(milliseconds: 20) else { continue }
          do { try serve(socket) } catch { failure.withLock { $0 = "server: \(error)" } }
        }
      }
    }
    let trouble = try client.ask(ports.map(\.port), clientsPerPort: clientsPerPort, count) { BareClient.freshNonce }
    isOver.store(true, ordering: .relaxed)
    for thread in servers { thread.join() }
    if let failure = trouble ?? failure.withLock({ $0 }) {
      throw HarnessFailure(.internal, "the raw loop failed: \(failure)")
    }
    return count
  }

  private func serve(_ socket: TCPSocket) throws {
    socket.setTimeout(milliseconds: BareClient.patience)
    let connection = try BareTLSConnection(server, descriptor: socket.descriptor)
    try connection.handshake()
    let request = String(decoding: try connection.read(), as: UTF8.self)
    guard let path = request.split(separator: " ").dropFirst().first else { throw BareClient.Stranger() }
    let nonce = path.dropFirst()
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(nonce.utf8.count + 1)\r\nConnection: close\r\n\r\n\(nonce)\n"
    try connection.write(Array(reply.utf8))
    connection.close()
    socket.finishSending()
    while case .bytes = socket.receive() {}
  }
}
