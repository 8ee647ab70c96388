#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

// Which child may come to which of our ports.
extension ChildRegistry {
  /// The children that run now and may come to a port, those that may come to no other first.
  func leaders(forPort port: UInt16?) -> [pid_t] {
    state.withLock { state in
      var own: [pid_t] = []
      var any: [pid_t] = []
      for (number, leader) in state.runs {
        guard let leader else { continue }
        guard let ports = state.ports[number] else {
          any.append(leader)
          continue
        }
        if port.map(ports.contains) ?? true { own.append(leader) }
      }
      return own + any
    }
  }

  /// Whether the child of a run may connect to a port; any child may connect to a port that belongs to no run.
  func mayConnect(_ number: Int, toPort port: UInt16?) -> Bool {
    state.withLock { state in
      guard let port, let ports = state.ports[number] else { return true }
      return ports.contains(port)
    }
  }

  /// The same of a child that has no tag. One that is not the child of a run has lost its parent and wiped its environment,
  /// unless there are children that were never ours.
  func mayConnect(leader: pid_t, toPort port: UInt16?) -> Bool {
    let (number, hasOlder) = state.withLock { state in
      (state.runs.first { $0.value == leader }?.key, state.hasOlderChildren)
    }
    return number.map { mayConnect($0, toPort: port) } ?? !hasOlder
  }

  #if os(Linux)
    /// The run whose mark is in a process's environment; nil when there is none of ours.
    func run(ofProcess process: pid_t) -> Int? {
      guard let tag = ProcessFiles.variable(Self.tagName, of: process), tag.hasPrefix("\(prefix).") else { return nil }
      return Int(tag.dropFirst(prefix.count + 1))
    }
  #endif
}
