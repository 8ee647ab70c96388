#if os(Linux)
  internal import Glibc
  internal import Synchronization

  /// A network namespace (`network_namespaces(7)`), by a file that names it. The kernel reports sockets to a netlink socket
  /// of their own namespace only.
  struct NetworkNamespace: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil: there is no such file.
    init?(_ path: String) {
      var information = stat()
      guard unsafe stat(path, &information) == 0 else { return nil }
      device = UInt64(information.st_dev)
      inode = UInt64(information.st_ino)
    }

    static func of(_ process: pid_t) -> String { "/proc/\(process)/ns/net" }

    static let own = NetworkNamespace("/proc/self/ns/net")

    /// Each keeps its namespace, so that no other one gets its number.
    private static let known = Mutex<[NetworkNamespace: SocketDiagnosis]>([:])

    /// Who answers about the sockets of the namespace that the file names.
    static func diagnosis(of path: String) throws(SystemError) -> SocketDiagnosis {
      guard let namespace = NetworkNamespace(path) else { throw .last("cannot find the network namespace", path) }
      if let known = known.withLock({ $0[namespace] }) { return known }
      let made = try entering(path)
      known.withLock { $0[namespace] = made }
      return made
    }

    /// A thread enters the namespace, opens the socket and ends: no other thread may be there.
    private static func entering(_ path: String) throws(SystemError) -> SocketDiagnosis {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .last("cannot open the network namespace", path) }
      defer { close(descriptor) }
      let box = SingleOwnerBox<Result<SocketDiagnosis, SystemError>>()
      try PlatformThread {
        guard GNUCalls.enterNetwork(descriptor) == 0 else {
          return box.put(.failure(.last("cannot enter the network namespace", path)))
        }
        box.put(
          SocketDiagnosis().map { .success($0) } ?? .failure(.last("cannot ask for the sockets of", path)))
      }.join()
      guard let result = box.take() else { throw SystemError(code: EIO, operation: "cannot enter", path: path) }
      return try result.get()
    }
  }
#endif
