#if os(Linux)
  internal import Glibc
  internal import Synchronization

  /// The kernel's answers about single sockets (`sock_diag(7)`), over netlink.
  final class SocketDiagnosis: Sendable {
    /// Whether the kernel reports the process that owns a connection.
    enum Answer: Sendable {
      case works(SocketDiagnosis)
      /// The rest of a sentence.
      case fails(why: String)

      var doubt: String? {
        switch self {
        case .works: nil
        case .fails(let why): why
        }
      }
    }

    /// Tried once.
    static let shared = SocketDiagnosis.tried()

    /// The kernel's record of a socket.
    struct Entry: Sendable, Hashable {
      /// 0 once no process holds the socket any more.
      var inode: UInt32
      var user: UInt32
    }

    private let descriptor: Int32
    private let turn = Mutex<UInt32>(0)

    /// About the sockets of the network namespace in which the calling thread is.
    init?() {
      let netlinkSocketDiagnosis: Int32 = 4
      descriptor = socket(
        AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), netlinkSocketDiagnosis)
      guard descriptor >= 0 else { return nil }
      // The kernel answers before the request's system call returns; this is for one that does not.
      var time = timeval(tv_sec: 1, tv_usec: 0)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Looks up a connection of this process: its socket and its owner. A kernel without `inet_diag`
    /// answers "no such socket", and a `/proc` of another pid namespace names another process.
    private static func tried() -> Answer {
      guard let diagnosis = SocketDiagnosis() else {
        return .fails(why: "the kernel does not report socket owners (netlink, sock_diag)")
      }
      guard let listener = try? TCPListener(),
        let client = try? TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 1000), let ends = client.ends
      else { return .fails(why: "no connection can be made on loopback") }
      var information = stat()
      guard let entry = diagnosis.entry(ends), unsafe fstat(client.descriptor, &information) == 0,
        information.st_ino == ino_t(entry.inode)
      else { return .fails(why: "the kernel does not know the socket of a connection (inet_diag)") }
      guard ProcessFiles.areOurs else { return .fails(why: "/proc is missing, or is that of another pid namespace") }
      guard ProcessFiles.holds(getpid(), inode: entry.inode) else {
        return .fails(why: "/proc does not show the descriptors of this process")
      }
      return .works(diagnosis)
    }

    /// The socket with these two ends; nil when there is none any more.
    func entry(_ ends: SocketEnds) -> Entry? {
      turn.withLock { count in
        count &+= 1
        let request = Self.request(ends, number: count)
        let sent = unsafe request.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, 0) }
        guard sent == request.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 1024)
        // An answer to a question that timed out would be about another socket.
        for _ in 0..<8 {
          let length = unsafe answer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
          guard length >= Self.headerLength else { return nil }
          guard Self.word(answer, at: 8) == count else { continue }
          return Self.read(answer[..<length], ends)
        }
        return nil
      }
    }

    private static let headerLength = 16
    private static let sockDiagByFamily: UInt16 = 20

    /// `nlmsghdr`, then `inet_diag_req_v2` (linux/netlink.h, linux/inet_diag.h).
    private static func request(_ ends: SocketEnds, number: UInt32) -> [UInt8] {
      var bytes: [UInt8] = []
      func host<Number: FixedWidthInteger>(_ number: Number) {
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
      }
      let requestFlag: UInt16 = 1
      host(UInt32(72))
      host(sockDiagByFamily)
      host(requestFlag)
      host(number)
      host(UInt32(0))
      bytes += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0]
      let everyState = UInt32.max
      host(everyState)
      // Ports and addresses are in network byte order already.
      host(ends.local.port)
      host(ends.remote.port)
      for end in [ends.local, ends.remote] {
        host(end.address)
        bytes += [UInt8](repeating: 0, count: 12)
      }
      let anyInterface: UInt32 = 0
      host(anyInterface)
      let noCookie = UInt64.max
      host(noCookie)
      return bytes
    }

    /// `inet_diag_msg` after the header; an error instead of it means that there is no such socket. Where none is connected,
    /// the kernel answers with one that listens at the port, which has no other end.
    private static func read(_ answer: ArraySlice<UInt8>, _ ends: SocketEnds) -> Entry? {
      let bytes = Array(answer)
      let kind = UInt16(bytes[4]) | UInt16(bytes[5]) << 8
      guard kind == sockDiagByFamily || kind == sockDiagByFamily.byteSwapped, bytes.count >= headerLength + 72 else {
        return nil
      }
      let remotePort = unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: headerLength + 6, as: UInt16.self)
      }
      guard remotePort == ends.remote.port else { return nil }
      return Entry(inode: word(bytes, at: headerLength + 68), user: word(bytes, at: headerLength + 64))
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
      unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
  }
#endif
