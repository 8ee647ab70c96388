internal import Synchronization

/// The connections that this process has opened, by their two ends as this process sees them.
///
/// Two sockets never have the same two ends, so a connection that is found here needs no question to the kernel. A
/// connection may be closed before its server has accepted it; its ends stay here until then, because no other process
/// can have them while the server's side waits. After that they are removed with the socket, because another process
/// may get them.
final class LocalConnections: Sendable {
  static let shared = LocalConnections()

  /// Connections to servers without an owner check would stay for ever.
  static let keptAfterClosing = 4096

  private struct State {
    /// Open ones, and whether a server has asked about them.
    var open: [SocketEnds: Bool] = [:]
    /// Closed ones that no server has asked about yet.
    var closed: Set<SocketEnds> = []
    /// In the order in which they were closed; some may be gone or open again.
    var order: [SocketEnds] = []
  }

  private let state = Mutex(State())

  /// Whether a connection that was just accepted is one of these. Asked once for each.
  func claim(_ ends: SocketEnds) -> Bool {
    state.withLock { state in
      if state.open[ends] != nil {
        state.open[ends] = true
        return true
      }
      return state.closed.remove(ends) != nil
    }
  }

  func insert(_ ends: SocketEnds) {
    state.withLock { state in
      state.open[ends] = false
      state.closed.remove(ends)
    }
  }

  /// To be called before the socket is closed.
  func remove(_ ends: SocketEnds) {
    state.withLock { state in
      guard state.open.removeValue(forKey: ends) == false else { return }
      state.closed.insert(ends)
      state.order.append(ends)
      guard state.order.count > 2 * Self.keptAfterClosing else { return }
      for old in state.order.prefix(Self.keptAfterClosing) { state.closed.remove(old) }
      state.order.removeFirst(Self.keptAfterClosing)
    }
  }
}
