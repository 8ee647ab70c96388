import BareFloors
import RogueModel
import RoguePlatform
import Synchronization

/// The client of the floors: libssl on a blocking socket with a shared context.
final class BareClient: Sendable {
  private let context: BareTLSContext
  private let host: String
  private let session: KeptSession?

  /// Milliseconds.
  static let patience = 5000

  /// - Parameter version: the only one that it speaks.
  /// - Parameter resumes: the first connection's session is taken up in all others.
  init(anchors: [[UInt8]], host: String, version: TLSVersion = .tls13, resumes: Bool = false) throws {
    context = try BareTLSContext(clientTrusting: anchors, version: version.wireValue, keepsSessions: resumes)
    self.host = host
    session = resumes ? KeptSession() : nil
  }

  static var freshNonce: String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
  }

  /// Asks for `/NONCE` so many times, with so many threads for each port; says what went wrong last.
  func ask(
    _ ports: [UInt16], clientsPerPort: Int, _ count: Int, nonce: @escaping @Sendable () -> String
  ) throws -> String? {
    try ClientThreads.visit(ports, clientsPerPort: clientsPerPort, count) { [self] in try ask($0, nonce()) }
  }

  /// Asks one server so many times at once, whatever comes of it: a client that is shown a rogue goes as it likes.
  func provoke(_ port: UInt16, clients: Int, _ count: Int, nonce: String) throws {
    _ = try ClientThreads.visit([port], clientsPerPort: clients, count) { [self] in try ask($0, nonce) }
  }

  private func ask(_ port: UInt16, _ nonce: String) throws {
    let socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: Self.patience)
    let offered = session?.kept
    let connection = try BareTLSConnection(context, descriptor: socket.descriptor, host: host, session: offered)
    try connection.handshake()
    guard offered == nil || connection.isResumed else { throw NotResumed() }
    try connection.write(Array("GET /\(nonce) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8))
    let reply = String(decoding: try connection.read(), as: UTF8.self)
    guard reply.hasSuffix("\r\n\r\n\(nonce)\n"), try connection.read().isEmpty else { throw Stranger() }
    // Tickets come before the reply.
    if let session, session.kept == nil { session.keep(connection.session) }
    connection.close()
  }

  /// Somebody said something else than agreed.
  struct Stranger: Error {}
  /// The server did not know its own session.
  struct NotResumed: Error {}

  private final class KeptSession: Sendable {
    private let session = Mutex<BareSession?>(nil)
    var kept: BareSession? { session.withLock { $0 } }
    func keep(_ new: BareSession?) { session.withLock { $0 = new } }
  }
}
