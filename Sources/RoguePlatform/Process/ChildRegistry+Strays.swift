#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

extension ChildRegistry {
  /// Ends the descendants of a run that outlived its leader and are children of this process now: those of its group
  /// (killed already, but somebody must reap them) and those that left it.
  ///
  /// As each one dies, its own children come to us, so this looks again until there is none.
  func endStrays(of membership: Membership, group: pid_t?) -> Int {
    #if os(Linux)
      var count = 0
      for _ in 0..<64 {
        let found = children().filter { isStray($0, of: membership, group: group) }
        if found.isEmpty { return count }
        for stray in found {
          if getpgid(stray) != group { count += 1 }
          kill(stray, SIGKILL)
          reap(stray)
        }
      }
      return count
    #else
      return 0
    #endif
  }

  #if os(Linux)
    private func isStray(_ process: pid_t, of membership: Membership, group: pid_t?) -> Bool {
      let (isLeader, isAlone, ownsEvery) = state.withLock { state in
        (
          (state.watchdog ?? nil)?.identifier == process
            || state.runs.contains { $0.key != membership.number && $0.value == process },
          state.runs.count == 1, state.ownsEveryChild
        )
      }
      if isLeader { return false }
      if let group, getpgid(process) == group { return true }
      if ownsEvery, isAlone { return true }
      return environmentContains(process, "\(Self.tagName)=\(membership.tag)")
    }

    /// The children of every thread of this process, adopted ones included.
    private func children() -> [pid_t] {
      guard let threads = try? Files.names(in: "/proc/self/task") else { return [] }
      return threads.flatMap { thread -> [pid_t] in
        guard let list = try? Files.read("/proc/self/task/\(thread)/children") else { return [] }
        return list.split(separator: UInt8(ascii: " ")).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
      }
    }

    private func environmentContains(_ process: pid_t, _ entry: String) -> Bool {
      guard let environment = try? Files.read("/proc/\(process)/environ", cap: 4 << 20) else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(entry.utf8) }
    }

    /// Collects a process that was just killed; gives up on one that the kernel does not let go of.
    private func reap(_ process: pid_t) {
      var pause: Int64 = 50
      let deadline = MonotonicClock.now + 500_000
      while MonotonicClock.now < deadline {
        if retryingInterrupts({ waitpid(process, nil, WNOHANG) }) != 0 { return }
        MonotonicClock.sleep(microseconds: pause)
        pause = min(pause * 2, 5000)
      }
    }
  #endif
}
