internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The attempt that a conversation's ports serve now. Shared between the loop that accepts connections and the thread
/// that begins attempts: connections are accepted under its lock, so each belongs to exactly the attempt during which
/// it came.
final class CurrentAttempt: Sendable {
  let listener: TCPListener
  let proxy: TCPListener?
  private let record = Mutex<AttemptRecord?>(nil)
  /// Connections that came through the listener during an attempt and have not ended.
  private let open = Atomic<Int>(0)
  private let held = Atomic<Bool>(false)

  init(listener: TCPListener, proxy: TCPListener?) {
    self.listener = listener
    self.proxy = proxy
  }

  var now: AttemptRecord? { record.withLock { $0 } }

  /// Makes `next` the attempt, and gives back the one before. Connections that wait already came before it and are
  /// dropped.
  func replace(with next: AttemptRecord?) -> AttemptRecord? {
    record.withLock { record in
      for port in [listener, proxy] {
        while case .accepted(let socket) = port?.accept() { socket.reset() }
      }
      defer { record = next }
      return record
    }
  }

  /// Whether connections are left in the queue.
  var isHeld: Bool {
    get { held.load(ordering: .sequentiallyConsistent) }
    set { held.store(newValue, ordering: .sequentiallyConsistent) }
  }

  struct Arrivals: Sendable {
    var sockets: [TCPSocket] = []
    /// Nil between attempts.
    var attempt: AttemptRecord?
    var failure: SystemError?
  }

  /// A connection that `arrivals` gave for an attempt has ended, or was not served.
  func departed() { open.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether nothing that came through the listener is open. Says nothing about the proxy.
  var isIdle: Bool { open.load(ordering: .sequentiallyConsistent) == 0 }

  /// Ends the attempt when nothing of it is open or waits to be accepted, and no proxy may bring something yet.
  func endIfIdle() -> Bool {
    record.withLock { record in
      guard proxy == nil, isIdle, !listener.hasArrivals else { return false }
      record = nil
      return true
    }
  }

  /// Closes the port when nothing is open on it, and there is no proxy: connections that wait are reset.
  func closeIfIdle() -> Bool {
    record.withLock { record in
      guard proxy == nil, isIdle else { return false }
      record = nil
      listener.close()
      return true
    }
  }

  /// Accepts every connection that waits at the port.
  func arrivals(at port: TCPListener) -> Arrivals {
    record.withLock { record in
      var arrivals = Arrivals(attempt: record)
      while !isHeld {
        switch port.accept() {
        case .accepted(let socket):
          arrivals.sockets.append(socket)
          if record != nil, port === listener { open.add(1, ordering: .sequentiallyConsistent) }
        case .none: return arrivals
        case .failed(let failure):
          arrivals.failure = failure
          return arrivals
        }
      }
      return arrivals
    }
  }
}
