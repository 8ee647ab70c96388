internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The attempt that a conversation's ports serve now. Shared between the loop that accepts and whoever begins attempts:
/// accepting happens under its lock, so every connection belongs to exactly the attempt during which it came.
final class CurrentAttempt: Sendable {
  let listener: TCPListener
  let proxy: TCPListener?
  private let record = Mutex<AttemptRecord?>(nil)

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

  struct Arrivals: Sendable {
    var sockets: [TCPSocket] = []
    /// Nil between attempts.
    var attempt: AttemptRecord?
    var failure: SystemError?
  }

  /// Takes everybody who waits at the port.
  func arrivals(at port: TCPListener) -> Arrivals {
    record.withLock { record in
      var arrivals = Arrivals(attempt: record)
      while true {
        switch port.accept() {
        case .accepted(let socket): arrivals.sockets.append(socket)
        case .none: return arrivals
        case .failed(let failure):
          arrivals.failure = failure
          return arrivals
        }
      }
    }
  }
}
