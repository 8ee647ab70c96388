#if os(Linux)
  internal import Glibc
  internal import Synchronization

  /// The search for the process that holds the other end of one connection.
  struct PeerSearch {
    let ends: SocketEnds
    /// The listener's port; nil: any child may come to it.
    let port: UInt16?

    /// If no child was started, the registry stays unused, because it changes how the process treats its children.
    private var hasChildren: Bool { ChildRegistry.isInUse.load(ordering: .relaxed) }

    func owner(isThorough: Bool) -> PeerOwner {
      guard case .works(let diagnosis) = SocketDiagnosis.shared else { return .unknown }
      guard let entry = diagnosis.entry(ends.asSeenByPeer), entry.inode != 0 else { return .gone }
      // First: between fork and exec a child has a copy of every descriptor of this process.
      if ProcessFiles.holds(getpid(), inode: entry.inode) { return .harness }
      if hasChildren, isHeldByExpectedChild(entry) { return .child }
      guard isThorough else { return .stranger(name: "another process") }
      let holders = ProcessFiles.all().filter { ProcessFiles.holds($0, inode: entry.inode) }
      if holders.contains(where: mayConnect) { return .child }
      if holders.isEmpty {
        // It may have gone to another process, or away, while we looked; and a child of another user shows us nothing.
        guard let now = diagnosis.entry(ends.asSeenByPeer), now.inode == entry.inode else { return .gone }
        if hasChildren, isOfHiddenChild(entry) { return .child }
        return .stranger(name: "a process of user \(entry.user)")
      }
      return .stranger(name: Self.name(holders[0], entry))
    }

    /// The quick way: the children that are to come to this port, those whose parents have died, and theirs.
    private func isHeldByExpectedChild(_ entry: SocketDiagnosis.Entry) -> Bool {
      let leaders = ChildRegistry.shared.leaders(forPort: port)
      if leaders.contains(where: { isHeld(entry, below: $0) }) { return true }
      let all = ChildRegistry.shared.leaders(forPort: nil)
      let orphans = ProcessFiles.children(of: getpid()).filter { !all.contains($0) && mayConnect($0) }
      return orphans.contains { isHeld(entry, below: $0) }
    }

    /// By a process or one of its descendants.
    func isHeld(_ entry: SocketDiagnosis.Entry, below leader: pid_t) -> Bool {
      var line = [leader]
      var seen = 0
      while let process = line.popLast(), seen < 256 {
        if ProcessFiles.holds(process, inode: entry.inode) { return true }
        line += ProcessFiles.children(of: process)
        seen += 1
      }
      return false
    }

    /// Whether a process is of our tree, and was not given other ports.
    private func mayConnect(_ process: pid_t) -> Bool {
      if hasChildren, let number = ChildRegistry.shared.run(ofProcess: process) {
        return ChildRegistry.shared.mayConnect(number, toPort: port)
      }
      // Nothing says whose it is but its descent; a host's own children are its tests' clients.
      var ancestor = process
      for _ in 0..<128 {
        guard let parent = ProcessFiles.parent(of: ancestor), parent > 0 else { return false }
        if parent == getpid() {
          return hasChildren ? ChildRegistry.shared.mayConnect(leader: ancestor, toPort: port) : true
        }
        ancestor = parent
      }
      return false
    }

    /// Whether a child that is to come here runs as the user of the socket, and keeps its descriptors from us.
    private func isOfHiddenChild(_ entry: SocketDiagnosis.Entry) -> Bool {
      ChildRegistry.shared.leaders(forPort: port).contains { leader in
        ([leader] + ProcessFiles.children(of: leader)).contains {
          ProcessFiles.isHidden($0) && ProcessFiles.user(of: $0) == entry.user
        }
      }
    }

    static func name(_ process: pid_t, _ entry: SocketDiagnosis.Entry) -> String {
      let name = ProcessFiles.name(of: process).map { " (\($0))" } ?? ""
      return "process \(process)\(name) of user \(entry.user)"
    }
  }

  /// The processes in `/proc`, without those that have ended meanwhile.
  ///
  /// Where `/proc` does not speak of this process's own pid namespace (`pid_namespaces(7)`), its numbers are those of other
  /// processes: none may be judged or killed by their numbers. Then it reports no process.
  enum ProcessFiles {
    /// Whether the numbers in `/proc` are those by which this process calls processes.
    static let areOurs: Bool = {
      var buffer = [CChar](repeating: 0, count: 32)
      let count = unsafe readlink("/proc/self", &buffer, buffer.count)
      guard count > 0 else { return false }
      let number = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard number == "\(getpid())" else { return false }
      // A process has a number in each namespace from that of this /proc down to its own; they may be equal by chance.
      guard let status = try? Files.read("/proc/self/status", cap: 1 << 16) else { return false }
      let lines = status.split(separator: UInt8(ascii: "\n"))
      guard let line = lines.first(where: { $0.starts(with: "NSpid:".utf8) }) else { return true }
      return line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }.count == 2
    }()

    static func all() -> [pid_t] {
      guard areOurs else { return [] }
      return ((try? Files.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
    }

    /// Whether one of the process's descriptors is that socket.
    static func holds(_ process: pid_t, inode: UInt32) -> Bool {
      let folder = "/proc/\(process)/fd"
      guard areOurs, let names = try? Files.names(in: folder) else { return false }
      return names.contains { name in
        var information = stat()
        // Follows the link to the socket itself.
        return unsafe stat("\(folder)/\(name)", &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
          && information.st_ino == ino_t(inode)
      }
    }

    static func isHidden(_ process: pid_t) -> Bool {
      unsafe access("/proc/\(process)", F_OK) == 0 && (try? Files.names(in: "/proc/\(process)/fd")) == nil
    }

    static func user(of process: pid_t) -> UInt32? {
      var information = stat()
      return unsafe stat("/proc/\(process)", &information) == 0 ? information.st_uid : nil
    }

    static func children(of process: pid_t) -> [pid_t] {
      guard areOurs, let threads = try? Files.names(in: "/proc/\(process)/task") else { return [] }
      return threads.flatMap { thread -> [pid_t] in
        guard let list = try? Files.read("/proc/\(process)/task/\(thread)/children") else { return [] }
        return list.split(separator: UInt8(ascii: " ")).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
      }
    }

    /// The second field after the name, which is in parentheses and may contain any (`proc(5)`).
    static func parent(of process: pid_t) -> pid_t? {
      guard let text = try? Files.read("/proc/\(process)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }

    static func name(of process: pid_t) -> String? {
      guard let text = try? Files.read("/proc/\(process)/comm") else { return nil }
      let name = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      // Any user may name a process; the printed name must not move a terminal's cursor.
      return String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }))
    }

    /// The value of an environment variable as the process was started with.
    static func variable(_ name: String, of process: pid_t) -> String? {
      guard areOurs, let environment = try? Files.read("/proc/\(process)/environ", cap: 4 << 20) else { return nil }
      let start = Array("\(name)=".utf8)
      return environment.split(separator: 0).first { $0.starts(with: start) }.map {
        String(decoding: $0.dropFirst(start.count), as: UTF8.self)
      }
    }
  }
#endif
