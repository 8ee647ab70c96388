#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

extension ChildRegistry {
  /// Ends the descendants of a run that outlived its leader and are children of this process now: those of its group
  /// (killed already, but not yet reaped) and those that left it.
  ///
  /// As each one dies, its own children come to us, so this looks again until there is none.
  func endStrays(of membership: Membership, group: pid_t?, _ leavings: [String]) -> Int {
    #if os(Linux)
      var count = 0
      for _ in 0..<64 {
        let found = ProcessFiles.children(of: getpid()).filter { isStray($0, of: membership, group: group) }
        if found.isEmpty { return count }
        for stray in found {
          if getpgid(stray) != group { count += 1 }
          kill(stray, SIGKILL)
          reap(stray, leavings)
        }
      }
      return count
    #else
      return 0
    #endif
  }

  #if os(Linux)
    private func isStray(_ process: pid_t, of membership: Membership, group: pid_t?) -> Bool {
      let (isLeader, isAlone, isStarting, ownsEvery) = state.withLock { state in
        (
          (state.watchdog ?? nil)?.identifier == process
            || state.runs.contains { $0.key != membership.number && $0.value == process },
          state.runs.count == 1, state.runs.contains { $0.value == nil }, state.ownsEveryChild
        )
      }
      if isLeader { return false }
      // Its environment is gone, so its owner is unknown; but it is no leader, unless one is not registered yet.
      if ownsEvery, !isStarting, ProcessStatus(process)?.isZombie == true { return true }
      if let group, getpgid(process) == group { return true }
      if ownsEvery, isAlone { return true }
      return environmentContains(process, "\(Self.tagName)=\(membership.tag)")
    }

    private func environmentContains(_ process: pid_t, _ entry: String) -> Bool {
      ProcessFiles.variable(Self.tagName, of: process).map { "\(Self.tagName)=\($0)" == entry } ?? false
    }

    /// Collects a process that was just killed; gives up on one that the kernel does not let go of.
    private func reap(_ process: pid_t, _ leavings: [String]) {
      var pause = 50
      let deadline = MonotonicInstant.now.advanced(milliseconds: 5000)
      while MonotonicInstant.now < deadline {
        var information = unsafe siginfo_t()
        let status = retryingInterrupts {
          unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        }
        guard status == 0 else { return }
        if unsafe information.si_signo != 0 {
          // Until it is reaped, its number belongs to no other process.
          for leaving in leavings { unsafe unlink("\(leaving)\(process)") }
          _ = waitpid(process, nil, 0)
          return
        }
        Pause.microseconds(pause)
        pause = min(pause * 2, 5000)
      }
    }
  #endif
}
