#if os(Linux)
  internal import Glibc

  /// A declared client as the kernel and `/proc` know it now: a service may have started again since the last question.
  struct DeclaredClient {
    let peer: DeclaredPeer

    init(_ peer: DeclaredPeer) { self.peer = peer }

    private var value: String { peer.value }

    /// Why nothing can be known of it, or why everybody here would be of it.
    var doubt: String? {
      switch peer.kind {
      case .parent:
        switch ParentProcess.leader {
        case .failure(let trouble): return trouble.text
        case .success(let leader):
          return ProcessFiles.isHidden(leader)
            ? "process \(leader), which started this command, hides its sockets; start the command as the same user"
            : nil
        }
      case .process:
        switch PidFile(value).leader {
        case .failure(let trouble): return trouble.text
        case .success(let leader):
          guard !ProcessFiles.isHidden(leader) else {
            let user = ProcessFiles.user(of: leader).map { "user \($0)" } ?? "another user"
            return "process \(leader) of '\(value)' hides its sockets from this user; run the command as \(user) or as "
              + "root, or declare the user"
          }
          return Self.doubt(about: NetworkNamespace.of(leader))
        }
      case .cgroup:
        guard value.hasPrefix("/"), value.contains(where: { $0 != "/" }) else {
          return "'\(value)' is the group of every process; name the one of the client"
        }
        guard !isMember(getpid()) else {
          return
            "this command is in the control group '\(value)', and so is what else was started beside it; start the client "
            + "in a group of its own"
        }
        let members = members
        guard let first = members.first else {
          return "no process is in the control group '\(value)'; start the client first"
        }
        return members.lazy.map(NetworkNamespace.of).compactMap(Self.doubt).first
          ?? (ProcessFiles.isHidden(first) ? "process \(first) of '\(value)' hides its sockets from this user" : nil)
      case .network:
        guard NetworkNamespace(value) != NetworkNamespace.own else {
          return "'\(value)' is the network namespace of this command, and of what else runs here"
        }
        return Self.doubt(about: value)
      case .user:
        return Self.number(ofUser: value) == nil
          ? "there is no user '\(value)' in /etc/passwd; a number works too" : nil
      }
    }

    /// Why the sockets of a namespace cannot be asked for.
    private static func doubt(about namespace: String) -> String? {
      guard NetworkNamespace(namespace) != NetworkNamespace.own else { return nil }
      do throws(SystemError) {
        _ = try NetworkNamespace.diagnosis(of: namespace)
        return nil
      } catch {
        return "\(error.description); run the command as root, or declare the client's address"
      }
    }

    // MARK: Control groups

    /// `cgroups(7)`: a line `ID:CONTROLLERS:PATH` for each hierarchy.
    func isMember(_ process: pid_t) -> Bool {
      guard let text = try? Files.read("/proc/\(process)/cgroup") else { return false }
      var path = value
      while path.hasSuffix("/") { path.removeLast() }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").contains { line in
        guard let found = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last else {
          return false
        }
        return found == path || found.hasPrefix(path + "/")
      }
    }

    var members: [pid_t] { ProcessFiles.all().filter(isMember) }

    // MARK: Users

    /// Of `/etc/passwd`, or a number.
    static func number(ofUser name: String) -> UInt32? {
      if let number = UInt32(name) { return number }
      guard let text = try? Files.read("/etc/passwd") else { return nil }
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        if fields.count > 2, fields[0] == name { return UInt32(fields[2]) }
      }
      return nil
    }
  }

  /// Why a process is not known: a sentence.
  struct ProcessTrouble: Error {
    var text: String
  }

  /// The process that started this one.
  enum ParentProcess {
    /// Its number while it lives: the kernel gives an orphan another parent.
    private static let atStart = getppid()

    /// To be called before the parent may end.
    static func remember() { _ = atStart }

    static var leader: Result<pid_t, ProcessTrouble> {
      guard atStart > 0 else {
        return .failure(ProcessTrouble(text: "the process that started this command is in another pid namespace"))
      }
      guard getppid() == atStart else {
        return .failure(ProcessTrouble(text: "the process that started this command has ended"))
      }
      return .success(atStart)
    }
  }

  /// A file with the number of a process, as services write it.
  struct PidFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Seconds by which a file may be older than its process: it is written after the process began, and clocks are coarse.
    private static let tolerance = 2.0

    var leader: Result<pid_t, ProcessTrouble> {
      guard let bytes = try? Files.read(path, cap: 4096) else {
        return .failure(ProcessTrouble(text: "there is no pid file '\(path)'; start the client first"))
      }
      let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
      guard let text, let leader = pid_t(text), leader > 0 else {
        return .failure(ProcessTrouble(text: "the pid file '\(path)' holds no number"))
      }
      guard let began = ProcessFiles.began(leader) else {
        return .failure(ProcessTrouble(text: "process \(leader) of '\(path)' does not run; start the client first"))
      }
      guard !ProcessFiles.isOwnOrAncestor(leader) else {
        return .failure(
          ProcessTrouble(
            text:
              "process \(leader) of '\(path)' is this command, or has started it: other processes would count with it"))
      }
      var information = stat()
      guard unsafe stat(path, &information) == 0,
        began <= Double(information.st_mtim.tv_sec) + Self.tolerance
      else {
        return .failure(
          ProcessTrouble(
            text: "process \(leader) has begun after '\(path)' was written: its number was another process's"))
      }
      return .success(leader)
    }
  }

  extension ProcessFiles {
    /// Seconds since 1970 at which a process began; nil: it does not run. The 22nd field of `proc_pid_stat(5)`.
    static func began(_ process: pid_t) -> Double? {
      guard areOurs, let text = try? Files.read("/proc/\(process)/stat"),
        let end = text.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19, let ticks = Double(String(decoding: fields[19], as: UTF8.self)) else { return nil }
      var (now, sinceBoot) = (timespec(), timespec())
      guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0, unsafe clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0
      else {
        return nil
      }
      let age = Double(sinceBoot.tv_sec) - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
      return Double(now.tv_sec) - age
    }

    static func isOwnOrAncestor(_ process: pid_t) -> Bool {
      var ancestor = getpid()
      for _ in 0..<128 {
        if ancestor == process { return true }
        guard let parent = parent(of: ancestor), parent > 0 else { return process == 1 }
        ancestor = parent
      }
      return true
    }
  }

  extension PeerSearch {
    /// Whose the connection is, where only the declared client may connect.
    func owner(declared client: DeclaredClient, isThorough: Bool) -> PeerOwner {
      guard case .works(let here) = SocketDiagnosis.shared else { return .unknown }
      let local = here.entry(ends.asSeenByPeer)
      if let local, local.inode != 0, ProcessFiles.holds(getpid(), inode: local.inode) { return .harness }
      if isOf(client, here: local) { return .declared }
      guard let local, local.inode != 0 else {
        // Its socket is not in this network namespace, or nowhere any more.
        let isHere = ends.remote.isLoopback || ends.remote.address == ends.local.address
        return isHere ? .gone : .stranger(name: "the address \(ends.remote.text)")
      }
      guard isThorough else { return .stranger(name: "another process") }
      let holder = ProcessFiles.all().first { ProcessFiles.holds($0, inode: local.inode) }
      return .stranger(name: holder.map { Self.name($0, local) } ?? "a process of user \(local.user)")
    }

    /// - Parameter entry: the socket, if it is of this network namespace.
    private func isOf(_ client: DeclaredClient, here entry: SocketDiagnosis.Entry?) -> Bool {
      switch client.peer.kind {
      case .user:
        guard let entry, entry.inode != 0 else { return false }
        return entry.user == DeclaredClient.number(ofUser: client.peer.value)
      case .parent:
        guard let entry, entry.inode != 0, case .success(let leader) = ParentProcess.leader else { return false }
        // Everything descends from process 1, so of a container's first process only its own sockets count.
        return leader == 1 ? ProcessFiles.holds(leader, inode: entry.inode) : isHeld(entry, below: leader)
      case .process:
        guard case .success(let leader) = PidFile(client.peer.value).leader,
          let found = entry ?? self.entry(in: [NetworkNamespace.of(leader)])
        else { return false }
        return found.inode != 0 && isHeld(found, below: leader)
      case .cgroup:
        let members = client.members
        guard let found = entry ?? self.entry(in: members.map(NetworkNamespace.of)), found.inode != 0 else {
          return false
        }
        return members.contains { ProcessFiles.holds($0, inode: found.inode) }
      case .network:
        guard NetworkNamespace(client.peer.value) != NetworkNamespace.own else { return false }
        return self.entry(in: [client.peer.value]).map { $0.inode != 0 } ?? false
      }
    }

    /// The socket in the first of the network namespaces that has it.
    private func entry(in namespaces: [String]) -> SocketDiagnosis.Entry? {
      var asked: Set<NetworkNamespace?> = [NetworkNamespace.own]
      for path in namespaces where asked.insert(NetworkNamespace(path)).inserted {
        if let found = (try? NetworkNamespace.diagnosis(of: path))?.entry(ends.asSeenByPeer) { return found }
      }
      return nil
    }
  }
#endif
